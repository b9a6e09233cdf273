#include "delegates/gpu/gpu_lowering.h"

#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/layout.h"
#include "delegates/gpu/lowering/reduction.h"
#include "delegates/gpu/lowering/weighted.h"
#include "delegates/gpu/lowering/window.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite {
namespace {

template <auto kBind, auto kPlan, auto kEmit>
constexpr LoweringRow<GpuPlanCaps, GpuBuilder> Row(int code) {
  return Lower<GpuPlanCaps, GpuBuilder, kBind, kPlan, kEmit>(code);
}

constexpr LoweringRow<GpuPlanCaps, GpuBuilder> kRows[] = {
    Row<&BindAdd, &PlanBinary, &EmitBinary>(kTfLiteBuiltinAdd),
    Row<&BindSub, &PlanBinary, &EmitBinary>(kTfLiteBuiltinSub),
    Row<&BindMul, &PlanBinary, &EmitBinary>(kTfLiteBuiltinMul),
    Row<&BindDiv, &PlanBinary, &EmitBinary>(kTfLiteBuiltinDiv),
    Row<&BindMaximum, &PlanBinary, &EmitBinary>(kTfLiteBuiltinMaximum),
    Row<&BindMinimum, &PlanBinary, &EmitBinary>(kTfLiteBuiltinMinimum),
    Row<&BindSquaredDifference, &PlanBinary, &EmitBinary>(
        kTfLiteBuiltinSquaredDifference),
    Row<&BindPow, &PlanBinary, &EmitBinary>(kTfLiteBuiltinPow),
    Row<&BindFloorDiv, &PlanBinary, &EmitBinary>(kTfLiteBuiltinFloorDiv),
    Row<&BindFloorMod, &PlanBinary, &EmitBinary>(kTfLiteBuiltinFloorMod),
    Row<&BindAtan2, &PlanBinary, &EmitBinary>(kTfLiteBuiltinAtan2),
    Row<&BindConv2d, &PlanConv2d, &EmitConv>(kTfLiteBuiltinConv2d),
    Row<&BindDepthwiseConv2d, &PlanDepthwiseConv2d, &EmitDepthwise>(
        kTfLiteBuiltinDepthwiseConv2d),
    Row<&BindFullyConnected, &PlanFullyConnected, &EmitConv>(
        kTfLiteBuiltinFullyConnected),
    Row<&BindTransposeConv, &PlanTransposeConv, &EmitTransposeConv>(
        kTfLiteBuiltinTransposeConv),
    Row<&BindAveragePool2d, &PlanPool2d, &EmitPool2d>(
        kTfLiteBuiltinAveragePool2d),
    Row<&BindMaxPool2d, &PlanPool2d, &EmitPool2d>(kTfLiteBuiltinMaxPool2d),
    Row<&BindL2Pool2d, &PlanPool2d, &EmitPool2d>(kTfLiteBuiltinL2Pool2d),
    Row<&BindResizeBilinear, &PlanResizeBilinear, &EmitResize>(
        kTfLiteBuiltinResizeBilinear),
    Row<&BindResizeNearestNeighbor, &PlanResizeNearest, &EmitResize>(
        kTfLiteBuiltinResizeNearestNeighbor),
    Row<&BindBatchMatmul, &PlanBatchMatMul, &EmitBatchMatMul>(
        kTfLiteBuiltinBatchMatmul),
    Row<&BindSum, &PlanReduce, &EmitReduce>(kTfLiteBuiltinSum),
    Row<&BindMean, &PlanReduce, &EmitReduce>(kTfLiteBuiltinMean),
    Row<&BindReduceProd, &PlanReduce, &EmitReduce>(kTfLiteBuiltinReduceProd),
    Row<&BindReduceMax, &PlanReduce, &EmitReduce>(kTfLiteBuiltinReduceMax),
    Row<&BindReduceMin, &PlanReduce, &EmitReduce>(kTfLiteBuiltinReduceMin),
    Row<&BindSoftmax, &PlanSoftmax, &EmitRows>(kTfLiteBuiltinSoftmax),
    Row<&BindLogSoftmax, &PlanSoftmax, &EmitRows>(kTfLiteBuiltinLogSoftmax),
    Row<&BindL2Normalization, &PlanL2Normalization, &EmitRows>(
        kTfLiteBuiltinL2Normalization),
    Row<&BindReshape, &PlanReshape, &EmitMove>(kTfLiteBuiltinReshape),
    Row<&BindSqueeze, &PlanReshape, &EmitMove>(kTfLiteBuiltinSqueeze),
    Row<&BindExpandDims, &PlanReshape, &EmitMove>(kTfLiteBuiltinExpandDims),
    Row<&BindTranspose, &PlanTranspose, &EmitMove>(kTfLiteBuiltinTranspose),
    Row<&BindConcatenation, &PlanConcatenation, &EmitMove>(
        kTfLiteBuiltinConcatenation),
    Row<&BindPack, &PlanConcatenation, &EmitMove>(kTfLiteBuiltinPack),
    Row<&BindSplit, &PlanSplit, &EmitMove>(kTfLiteBuiltinSplit),
    Row<&BindSplitV, &PlanSplit, &EmitMove>(kTfLiteBuiltinSplitV),
    Row<&BindUnpack, &PlanSplit, &EmitMove>(kTfLiteBuiltinUnpack),
    Row<&BindSlice, &PlanSlice, &EmitMove>(kTfLiteBuiltinSlice),
    Row<&BindStridedSlice, &PlanSlice, &EmitMove>(kTfLiteBuiltinStridedSlice),
    Row<&BindPad, &PlanPad, &EmitMove>(kTfLiteBuiltinPad),
    Row<&BindPadv2, &PlanPad, &EmitMove>(kTfLiteBuiltinPadv2),
    Row<&BindTile, &PlanTile, &EmitMove>(kTfLiteBuiltinTile),
    Row<&BindBroadcastTo, &PlanTile, &EmitMove>(kTfLiteBuiltinBroadcastTo),
    Row<&BindFill, &PlanTile, &EmitMove>(kTfLiteBuiltinFill),
    Row<&BindSpaceToDepth, &PlanSpaceToDepth, &EmitMove>(
        kTfLiteBuiltinSpaceToDepth),
    Row<&BindDepthToSpace, &PlanSpaceToDepth, &EmitMove>(
        kTfLiteBuiltinDepthToSpace),
    Row<&BindGather, &PlanGather, &EmitGather>(kTfLiteBuiltinGather),
    Row<&BindSelect, &PlanSelect, &EmitSelect>(kTfLiteBuiltinSelect),
    Row<&BindSelectV2, &PlanSelectV2, &EmitSelect>(kTfLiteBuiltinSelectV2),
    Row<&BindCast, &PlanCast, &EmitCast>(kTfLiteBuiltinCast),
    Row<&BindDequantize, &PlanDequantize, &EmitDequantize>(
        kTfLiteBuiltinDequantize),
    Row<&BindPrelu, &PlanPrelu, &EmitBinary>(kTfLiteBuiltinPrelu),
    Row<&BindAbs, &PlanUnary, &EmitMap>(kTfLiteBuiltinAbs),
    Row<&BindNeg, &PlanUnary, &EmitMap>(kTfLiteBuiltinNeg),
    Row<&BindSign, &PlanUnary, &EmitMap>(kTfLiteBuiltinSign),
    Row<&BindCeil, &PlanUnary, &EmitMap>(kTfLiteBuiltinCeil),
    Row<&BindFloor, &PlanUnary, &EmitMap>(kTfLiteBuiltinFloor),
    Row<&BindRound, &PlanUnary, &EmitMap>(kTfLiteBuiltinRound),
    Row<&BindSquare, &PlanUnary, &EmitMap>(kTfLiteBuiltinSquare),
    Row<&BindSqrt, &PlanUnary, &EmitMap>(kTfLiteBuiltinSqrt),
    Row<&BindRsqrt, &PlanUnary, &EmitMap>(kTfLiteBuiltinRsqrt),
    Row<&BindExp, &PlanUnary, &EmitMap>(kTfLiteBuiltinExp),
    Row<&BindLog, &PlanUnary, &EmitMap>(kTfLiteBuiltinLog),
    Row<&BindSin, &PlanUnary, &EmitMap>(kTfLiteBuiltinSin),
    Row<&BindCos, &PlanUnary, &EmitMap>(kTfLiteBuiltinCos),
    Row<&BindRelu, &PlanActivation, &EmitMap>(kTfLiteBuiltinRelu),
    Row<&BindRelu6, &PlanActivation, &EmitMap>(kTfLiteBuiltinRelu6),
    Row<&BindRelu0To1, &PlanActivation, &EmitMap>(kTfLiteBuiltinRelu0To1),
    Row<&BindReluN1To1, &PlanActivation, &EmitMap>(kTfLiteBuiltinReluN1To1),
    Row<&BindLeakyRelu, &PlanActivation, &EmitMap>(kTfLiteBuiltinLeakyRelu),
    Row<&BindElu, &PlanActivation, &EmitMap>(kTfLiteBuiltinElu),
    Row<&BindGelu, &PlanActivation, &EmitMap>(kTfLiteBuiltinGelu),
    Row<&BindHardSwish, &PlanActivation, &EmitMap>(kTfLiteBuiltinHardSwish),
    Row<&BindLogistic, &PlanActivation, &EmitMap>(kTfLiteBuiltinLogistic),
    Row<&BindTanh, &PlanActivation, &EmitMap>(kTfLiteBuiltinTanh),
};

}  // namespace

const LoweringTable<GpuPlanCaps, GpuBuilder>& GpuLowering() {
  static constexpr LoweringTable<GpuPlanCaps, GpuBuilder> kTable(kRows);
  return kTable;
}

}  // namespace tflite
