#include "delegates/gpu/gpu_lowering.h"

#include "delegates/gpu/lowering/add_n.h"
#include "delegates/gpu/lowering/arrange.h"
#include "delegates/gpu/lowering/convert.h"
#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/fft.h"
#include "delegates/gpu/lowering/gather.h"
#include "delegates/gpu/lowering/logic.h"
#include "delegates/gpu/lowering/matmul.h"
#include "delegates/gpu/lowering/place.h"
#include "delegates/gpu/lowering/pool.h"
#include "delegates/gpu/lowering/recurrent.h"
#include "delegates/gpu/lowering/rows.h"
#include "delegates/gpu/lowering/scatter.h"
#include "delegates/gpu/lowering/transpose_conv.h"
#include "delegates/gpu/lowering/weighted.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::gpu {
namespace {

template <auto kBind, auto kPlan, auto kEmit>
constexpr LoweringRow<GpuPlanCaps, GpuBuilder> Row(int code) {
  return Lower<GpuPlanCaps, GpuBuilder, kBind, kPlan, kEmit>(code);
}

// An operator with state.
template <auto kBind, auto kPlan, auto kEmit>
constexpr LoweringRow<GpuPlanCaps, GpuBuilder> StateRow(int code) {
  return Lower<GpuPlanCaps, GpuBuilder, kBind, kPlan, kEmit>(
      code, nullptr, /*takes_state=*/true);
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
    Row<&BindAveragePool2d, &PlanPool, &EmitPool>(kTfLiteBuiltinAveragePool2d),
    Row<&BindMaxPool2d, &PlanPool, &EmitPool>(kTfLiteBuiltinMaxPool2d),
    Row<&BindL2Pool2d, &PlanPool, &EmitPool>(kTfLiteBuiltinL2Pool2d),
    Row<&BindResizeBilinear, &PlanResize, &EmitResize>(
        kTfLiteBuiltinResizeBilinear),
    Row<&BindResizeNearestNeighbor, &PlanResize, &EmitResize>(
        kTfLiteBuiltinResizeNearestNeighbor),
    Row<&BindBatchMatmul, &PlanBatchMatMul, &EmitBatchMatMul>(
        kTfLiteBuiltinBatchMatmul),
    Row<&BindSum, &PlanReduce, &EmitRows>(kTfLiteBuiltinSum),
    Row<&BindMean, &PlanReduce, &EmitRows>(kTfLiteBuiltinMean),
    Row<&BindReduceProd, &PlanReduce, &EmitRows>(kTfLiteBuiltinReduceProd),
    Row<&BindReduceMax, &PlanReduce, &EmitRows>(kTfLiteBuiltinReduceMax),
    Row<&BindReduceMin, &PlanReduce, &EmitRows>(kTfLiteBuiltinReduceMin),
    Row<&BindSoftmax, &PlanSoftmax, &EmitRows>(kTfLiteBuiltinSoftmax),
    Row<&BindLogSoftmax, &PlanSoftmax, &EmitRows>(kTfLiteBuiltinLogSoftmax),
    Row<&BindL2Normalization, &PlanL2Normalization, &EmitRows>(
        kTfLiteBuiltinL2Normalization),
    Row<&BindReshape, &PlanReshape, &EmitArrange>(kTfLiteBuiltinReshape),
    Row<&BindSqueeze, &PlanReshape, &EmitArrange>(kTfLiteBuiltinSqueeze),
    Row<&BindExpandDims, &PlanReshape, &EmitArrange>(kTfLiteBuiltinExpandDims),
    Row<&BindTranspose, &PlanTranspose, &EmitArrange>(kTfLiteBuiltinTranspose),
    Row<&BindConcatenation, &PlanConcatenation, &EmitArrange>(
        kTfLiteBuiltinConcatenation),
    Row<&BindPack, &PlanConcatenation, &EmitArrange>(kTfLiteBuiltinPack),
    Row<&BindSplit, &PlanSplit, &EmitArrange>(kTfLiteBuiltinSplit),
    Row<&BindSplitV, &PlanSplit, &EmitArrange>(kTfLiteBuiltinSplitV),
    Row<&BindUnpack, &PlanSplit, &EmitArrange>(kTfLiteBuiltinUnpack),
    Row<&BindSlice, &PlanSlice, &EmitArrange>(kTfLiteBuiltinSlice),
    Row<&BindStridedSlice, &PlanSlice, &EmitArrange>(
        kTfLiteBuiltinStridedSlice),
    Row<&BindPad, &PlanPad, &EmitArrange>(kTfLiteBuiltinPad),
    Row<&BindPadv2, &PlanPad, &EmitArrange>(kTfLiteBuiltinPadv2),
    Row<&BindTile, &PlanTile, &EmitArrange>(kTfLiteBuiltinTile),
    Row<&BindBroadcastTo, &PlanTile, &EmitArrange>(kTfLiteBuiltinBroadcastTo),
    Row<&BindFill, &PlanTile, &EmitArrange>(kTfLiteBuiltinFill),
    Row<&BindSpaceToDepth, &PlanSpaceToDepth, &EmitArrange>(
        kTfLiteBuiltinSpaceToDepth),
    Row<&BindDepthToSpace, &PlanSpaceToDepth, &EmitArrange>(
        kTfLiteBuiltinDepthToSpace),
    Row<&BindGather, &PlanGather, &EmitGather>(kTfLiteBuiltinGather),
    Row<&BindEmbeddingLookup, &PlanEmbeddingLookup, &EmitGather>(
        kTfLiteBuiltinEmbeddingLookup),
    Row<&BindSelect, &PlanSelect, &EmitLogic>(kTfLiteBuiltinSelect),
    Row<&BindSelectV2, &PlanSelectV2, &EmitLogic>(kTfLiteBuiltinSelectV2),
    Row<&BindCast, &PlanCast, &EmitCast>(kTfLiteBuiltinCast),
    Row<&BindDequantize, &PlanDequantize, &EmitQuantize>(
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
    Row<&BindLocalResponseNormalization, &PlanLocalResponseNormalization,
        &EmitRows>(kTfLiteBuiltinLocalResponseNormalization),
    Row<&BindReverseV2, &PlanReverse, &EmitArrange>(kTfLiteBuiltinReverseV2),
    Row<&BindMirrorPad, &PlanMirrorPad, &EmitArrange>(kTfLiteBuiltinMirrorPad),
    Row<&BindGatherNd, &PlanGatherNd, &EmitGather>(kTfLiteBuiltinGatherNd),
    Row<&BindEqual, &PlanCompare, &EmitLogic>(kTfLiteBuiltinEqual),
    Row<&BindNotEqual, &PlanCompare, &EmitLogic>(kTfLiteBuiltinNotEqual),
    Row<&BindLess, &PlanCompare, &EmitLogic>(kTfLiteBuiltinLess),
    Row<&BindLessEqual, &PlanCompare, &EmitLogic>(kTfLiteBuiltinLessEqual),
    Row<&BindGreater, &PlanCompare, &EmitLogic>(kTfLiteBuiltinGreater),
    Row<&BindGreaterEqual, &PlanCompare, &EmitLogic>(
        kTfLiteBuiltinGreaterEqual),
    Row<&BindLogicalAnd, &PlanLogical, &EmitLogic>(kTfLiteBuiltinLogicalAnd),
    Row<&BindLogicalOr, &PlanLogical, &EmitLogic>(kTfLiteBuiltinLogicalOr),
    Row<&BindLogicalNot, &PlanLogicalNot, &EmitLogic>(kTfLiteBuiltinLogicalNot),
    Row<&BindArgMax, &PlanArgMinMax, &EmitLogic>(kTfLiteBuiltinArgMax),
    Row<&BindArgMin, &PlanArgMinMax, &EmitLogic>(kTfLiteBuiltinArgMin),
    Row<&BindCumsum, &PlanCumsum, &EmitLogic>(kTfLiteBuiltinCumsum),
    Row<&BindQuantize, &PlanQuantize, &EmitQuantize>(kTfLiteBuiltinQuantize),
    Row<&BindReduceAny, &PlanReduce, &EmitRows>(kTfLiteBuiltinReduceAny),
    Row<&BindReduceAll, &PlanReduce, &EmitRows>(kTfLiteBuiltinReduceAll),
    Row<&BindSpaceToBatchNd, &PlanSpaceToBatch, &EmitSpaceToBatch>(
        kTfLiteBuiltinSpaceToBatchNd),
    Row<&BindBatchToSpaceNd, &PlanSpaceToBatch, &EmitSpaceToBatch>(
        kTfLiteBuiltinBatchToSpaceNd),
    Row<&BindRfft2d, &PlanRfft2d, &EmitRfft2d>(kTfLiteBuiltinRfft2d),
    Row<&BindReal, &PlanComplexPart, &EmitComplexPart>(kTfLiteBuiltinReal),
    Row<&BindImag, &PlanComplexPart, &EmitComplexPart>(kTfLiteBuiltinImag),
    Row<&BindComplexAbs, &PlanComplexPart, &EmitComplexPart>(
        kTfLiteBuiltinComplexAbs),
    Row<&BindTopkV2, &PlanTopkV2, &EmitTopkV2>(kTfLiteBuiltinTopkV2),
    Row<&BindDynamicUpdateSlice, &PlanDynamicUpdateSlice, &EmitPlace>(
        kTfLiteBuiltinDynamicUpdateSlice),
    Row<&BindOneHot, &PlanOneHot, &EmitPlace>(kTfLiteBuiltinOneHot),
    Row<&BindReverseSequence, &PlanReverseSequence, &EmitPlace>(
        kTfLiteBuiltinReverseSequence),
    Row<&BindMatrixDiag, &PlanMatrixDiag, &EmitPlace>(kTfLiteBuiltinMatrixDiag),
    Row<&BindMatrixSetDiag, &PlanMatrixDiag, &EmitPlace>(
        kTfLiteBuiltinMatrixSetDiag),
    Row<&BindZerosLike, &PlanZerosLike, &EmitZeros>(kTfLiteBuiltinZerosLike),
    Row<&BindAddN, &PlanAddN, &EmitAddN>(kTfLiteBuiltinAddN),
    Row<&BindScatterNd, &PlanScatterNd, &EmitScatter>(kTfLiteBuiltinScatterNd),
    Row<&BindSegmentSum, &PlanSegment, &EmitScatter>(kTfLiteBuiltinSegmentSum),
    Row<&BindUnsortedSegmentSum, &PlanSegment, &EmitScatter>(
        kTfLiteBuiltinUnsortedSegmentSum),
    Row<&BindUnsortedSegmentProd, &PlanSegment, &EmitScatter>(
        kTfLiteBuiltinUnsortedSegmentProd),
    Row<&BindUnsortedSegmentMax, &PlanSegment, &EmitScatter>(
        kTfLiteBuiltinUnsortedSegmentMax),
    Row<&BindUnsortedSegmentMin, &PlanSegment, &EmitScatter>(
        kTfLiteBuiltinUnsortedSegmentMin),
    Row<&BindStablehloAdd, &PlanBinary, &EmitBinary>(
        kTfLiteBuiltinStablehloAdd),
    Row<&BindStablehloMultiply, &PlanBinary, &EmitBinary>(
        kTfLiteBuiltinStablehloMultiply),
    Row<&BindStablehloMaximum, &PlanBinary, &EmitBinary>(
        kTfLiteBuiltinStablehloMaximum),
    Row<&BindStablehloMinimum, &PlanBinary, &EmitBinary>(
        kTfLiteBuiltinStablehloMinimum),
    Row<&BindStablehloAnd, &PlanBinary, &EmitBinary>(
        kTfLiteBuiltinStablehloAnd),
    Row<&BindStablehloShiftLeft, &PlanBinary, &EmitBinary>(
        kTfLiteBuiltinStablehloShiftLeft),
    Row<&BindStablehloPad, &PlanPad, &EmitArrange>(kTfLiteBuiltinStablehloPad),
    Row<&BindBitwiseXor, &PlanBinary, &EmitBinary>(kTfLiteBuiltinBitwiseXor),
    Row<&BindRightShift, &PlanBinary, &EmitBinary>(kTfLiteBuiltinRightShift),
    StateRow<&BindSvdf, &PlanSvdf, &EmitSvdf>(kTfLiteBuiltinSvdf),
    StateRow<&BindLstm, &PlanLstm, &EmitLstm>(kTfLiteBuiltinLstm),
    StateRow<&BindUnidirectionalSequenceLstm, &PlanLstm, &EmitLstm>(
        kTfLiteBuiltinUnidirectionalSequenceLstm),
    StateRow<&BindBidirectionalSequenceLstm, &PlanLstm, &EmitLstm>(
        kTfLiteBuiltinBidirectionalSequenceLstm),
    StateRow<&BindRnn, &PlanRnn, &EmitRnn>(kTfLiteBuiltinRnn),
    StateRow<&BindUnidirectionalSequenceRnn, &PlanRnn, &EmitRnn>(
        kTfLiteBuiltinUnidirectionalSequenceRnn),
    StateRow<&BindBidirectionalSequenceRnn, &PlanRnn, &EmitRnn>(
        kTfLiteBuiltinBidirectionalSequenceRnn),
};

}  // namespace

const LoweringTable<GpuPlanCaps, GpuBuilder>& GpuLowering() {
  static constexpr LoweringTable<GpuPlanCaps, GpuBuilder> kTable(kRows);
  return kTable;
}

}  // namespace tflite::gpu
