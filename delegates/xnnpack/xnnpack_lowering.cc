#include "delegates/xnnpack/xnnpack_lowering.h"

#include "delegates/xnnpack/lowering/binary.h"
#include "delegates/xnnpack/lowering/elementwise.h"
#include "delegates/xnnpack/lowering/layout.h"
#include "delegates/xnnpack/lowering/pooling.h"
#include "delegates/xnnpack/lowering/weighted.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::xnnpack {
namespace {

template <auto kBind, auto kPlan, auto kEmit>
constexpr LoweringRow<XnnCaps, XnnBuilder> Row(int code) {
  return Lower<XnnCaps, XnnBuilder, kBind, kPlan, kEmit>(code);
}

constexpr LoweringRow<XnnCaps, XnnBuilder> kRows[] = {
    Row<&BindAdd, &PlanBinary, &EmitBinary>(kTfLiteBuiltinAdd),
    Row<&BindSub, &PlanBinary, &EmitBinary>(kTfLiteBuiltinSub),
    Row<&BindMul, &PlanBinary, &EmitBinary>(kTfLiteBuiltinMul),
    Row<&BindDiv, &PlanBinary, &EmitBinary>(kTfLiteBuiltinDiv),
    Row<&BindMaximum, &PlanBinary, &EmitBinary>(kTfLiteBuiltinMaximum),
    Row<&BindMinimum, &PlanBinary, &EmitBinary>(kTfLiteBuiltinMinimum),
    Row<&BindSquaredDifference, &PlanBinary, &EmitBinary>(
        kTfLiteBuiltinSquaredDifference),
    Row<&BindAbs, &PlanUnary, &EmitUnary>(kTfLiteBuiltinAbs),
    Row<&BindNeg, &PlanUnary, &EmitUnary>(kTfLiteBuiltinNeg),
    Row<&BindCeil, &PlanUnary, &EmitUnary>(kTfLiteBuiltinCeil),
    Row<&BindFloor, &PlanUnary, &EmitUnary>(kTfLiteBuiltinFloor),
    Row<&BindRound, &PlanUnary, &EmitUnary>(kTfLiteBuiltinRound),
    Row<&BindSquare, &PlanUnary, &EmitUnary>(kTfLiteBuiltinSquare),
    Row<&BindSqrt, &PlanUnary, &EmitUnary>(kTfLiteBuiltinSqrt),
    Row<&BindRelu, &PlanActivation, &EmitUnary>(kTfLiteBuiltinRelu),
    Row<&BindRelu6, &PlanActivation, &EmitUnary>(kTfLiteBuiltinRelu6),
    Row<&BindRelu0To1, &PlanActivation, &EmitUnary>(kTfLiteBuiltinRelu0To1),
    Row<&BindReluN1To1, &PlanActivation, &EmitUnary>(kTfLiteBuiltinReluN1To1),
    Row<&BindLeakyRelu, &PlanActivation, &EmitUnary>(kTfLiteBuiltinLeakyRelu),
    Row<&BindElu, &PlanActivation, &EmitUnary>(kTfLiteBuiltinElu),
    Row<&BindHardSwish, &PlanActivation, &EmitUnary>(kTfLiteBuiltinHardSwish),
    Row<&BindLogistic, &PlanActivation, &EmitUnary>(kTfLiteBuiltinLogistic),
    Row<&BindTanh, &PlanActivation, &EmitUnary>(kTfLiteBuiltinTanh),
    Row<&BindSoftmax, &PlanSoftmax, &EmitUnary>(kTfLiteBuiltinSoftmax),
    Row<&BindQuantize, &PlanQuantize, &EmitUnary>(kTfLiteBuiltinQuantize),
    Row<&BindDequantize, &PlanDequantize, &EmitDequantize>(
        kTfLiteBuiltinDequantize),
    Row<&BindPrelu, &PlanPrelu, &EmitPrelu>(kTfLiteBuiltinPrelu),
    Row<&BindConv2d, &PlanConv2d, &EmitConv2d>(kTfLiteBuiltinConv2d),
    Row<&BindDepthwiseConv2d, &PlanDepthwiseConv2d, &EmitDepthwiseConv2d>(
        kTfLiteBuiltinDepthwiseConv2d),
    Row<&BindTransposeConv, &PlanTransposeConv, &EmitTransposeConv>(
        kTfLiteBuiltinTransposeConv),
    Row<&BindFullyConnected, &PlanFullyConnected, &EmitFullyConnected>(
        kTfLiteBuiltinFullyConnected),
    Row<&BindAveragePool2d, &PlanPool2d, &EmitPool2d>(
        kTfLiteBuiltinAveragePool2d),
    Row<&BindMaxPool2d, &PlanPool2d, &EmitPool2d>(kTfLiteBuiltinMaxPool2d),
    Row<&BindMean, &PlanMean, &EmitMean>(kTfLiteBuiltinMean),
    Row<&BindReshape, &PlanReshape, &EmitReshape>(kTfLiteBuiltinReshape),
    Row<&BindSqueeze, &PlanReshape, &EmitReshape>(kTfLiteBuiltinSqueeze),
    Row<&BindExpandDims, &PlanReshape, &EmitReshape>(kTfLiteBuiltinExpandDims),
    Row<&BindPad, &PlanPad, &EmitPad>(kTfLiteBuiltinPad),
    Row<&BindPadv2, &PlanPad, &EmitPad>(kTfLiteBuiltinPadv2),
    Row<&BindResizeBilinear, &PlanResizeBilinear, &EmitResizeBilinear>(
        kTfLiteBuiltinResizeBilinear),
    Row<&BindDepthToSpace, &PlanDepthToSpace, &EmitDepthToSpace>(
        kTfLiteBuiltinDepthToSpace),
    Row<&BindTranspose, &PlanTranspose, &EmitTranspose>(
        kTfLiteBuiltinTranspose),
    Row<&BindConcatenation, &PlanConcatenation, &EmitConcatenation>(
        kTfLiteBuiltinConcatenation),
    Row<&BindSplit, &PlanSplit, &EmitSplit>(kTfLiteBuiltinSplit),
};

}  // namespace

const LoweringTable<XnnCaps, XnnBuilder>& XnnLowering() {
  static constexpr LoweringTable<XnnCaps, XnnBuilder> kTable(kRows);
  return kTable;
}

}  // namespace tflite::xnnpack
