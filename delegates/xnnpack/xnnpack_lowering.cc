#include "delegates/xnnpack/xnnpack_lowering.h"

#include "delegates/xnnpack/lowering/binary.h"
#include "delegates/xnnpack/lowering/elementwise.h"
#include "delegates/xnnpack/lowering/layout.h"
#include "delegates/xnnpack/lowering/pooling.h"
#include "delegates/xnnpack/lowering/weighted.h"

namespace tflite::xnnpack {
namespace {

using Table = LoweringTable<XnnCaps, XnnBuilder>;

constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Add, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Sub, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Mul, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Div, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Maximum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Minimum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, SquaredDifference, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Abs, PlanUnary, EmitUnary),
    TFLL_LOWER(Table, Neg, PlanUnary, EmitUnary),
    TFLL_LOWER(Table, Ceil, PlanUnary, EmitUnary),
    TFLL_LOWER(Table, Floor, PlanUnary, EmitUnary),
    TFLL_LOWER(Table, Round, PlanUnary, EmitUnary),
    TFLL_LOWER(Table, Square, PlanUnary, EmitUnary),
    TFLL_LOWER(Table, Sqrt, PlanUnary, EmitUnary),
    TFLL_LOWER(Table, Relu, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, Relu6, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, Relu0To1, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, ReluN1To1, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, LeakyRelu, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, Elu, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, HardSwish, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, Logistic, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, Tanh, PlanActivation, EmitUnary),
    TFLL_LOWER(Table, Softmax, PlanSoftmax, EmitUnary),
    TFLL_LOWER(Table, Quantize, PlanQuantize, EmitUnary),
    TFLL_LOWER(Table, Dequantize, PlanDequantize, EmitDequantize),
    TFLL_LOWER(Table, Prelu, PlanPrelu, EmitPrelu),
    TFLL_LOWER(Table, Conv2d, PlanConv2d, EmitConv2d),
    TFLL_LOWER(Table, DepthwiseConv2d, PlanDepthwiseConv2d,
               EmitDepthwiseConv2d),
    TFLL_LOWER(Table, TransposeConv, PlanTransposeConv, EmitTransposeConv),
    TFLL_LOWER(Table, FullyConnected, PlanFullyConnected, EmitFullyConnected),
    TFLL_LOWER(Table, AveragePool2d, PlanPool2d, EmitPool2d),
    TFLL_LOWER(Table, MaxPool2d, PlanPool2d, EmitPool2d),
    TFLL_LOWER(Table, Mean, PlanMean, EmitMean),
    TFLL_LOWER(Table, Reshape, PlanReshape, EmitReshape),
    TFLL_LOWER(Table, Squeeze, PlanReshape, EmitReshape),
    TFLL_LOWER(Table, ExpandDims, PlanReshape, EmitReshape),
    TFLL_LOWER(Table, Pad, PlanPad, EmitPad),
    TFLL_LOWER(Table, Padv2, PlanPad, EmitPad),
    TFLL_LOWER(Table, ResizeBilinear, PlanResizeBilinear, EmitResizeBilinear),
    TFLL_LOWER(Table, DepthToSpace, PlanDepthToSpace, EmitDepthToSpace),
    TFLL_LOWER(Table, Transpose, PlanTranspose, EmitTranspose),
    TFLL_LOWER(Table, Concatenation, PlanConcatenation, EmitConcatenation),
    TFLL_LOWER(Table, Split, PlanSplit, EmitSplit),
};

constexpr Table kTable(kRows);

}  // namespace

const Table& XnnLowering() { return kTable; }

}  // namespace tflite::xnnpack
