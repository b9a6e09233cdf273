#include "delegates/dsp/dsp_lowering.h"

#include "delegates/dsp/lowering/elementwise.h"
#include "delegates/dsp/lowering/move.h"
#include "delegates/dsp/lowering/pool.h"
#include "delegates/dsp/lowering/recurrent.h"
#include "delegates/dsp/lowering/rows.h"
#include "delegates/dsp/lowering/weighted.h"

namespace tflite::dsp {
namespace {

using Table = LoweringTable<DspCaps, DspBuilder>;

constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Conv2d, PlanConv2d, EmitConv2d),
    TFLL_LOWER(Table, DepthwiseConv2d, PlanDepthwiseConv2d,
               EmitDepthwiseConv2d),
    TFLL_LOWER(Table, FullyConnected, PlanFullyConnected, EmitFullyConnected),
    TFLL_LOWER(Table, TransposeConv, PlanTransposeConv, EmitTransposeConv),
    TFLL_LOWER(Table, AveragePool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, MaxPool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, Add, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Sub, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Mul, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Div, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Maximum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Minimum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, SquaredDifference, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Prelu, PlanPrelu, EmitBinary),
    TFLL_LOWER(Table, Concatenation, PlanConcatenation, EmitMove),
    TFLL_LOWER(Table, Pack, PlanConcatenation, EmitMove),
    TFLL_LOWER(Table, Split, PlanSplit, EmitMove),
    TFLL_LOWER(Table, SplitV, PlanSplit, EmitMove),
    TFLL_LOWER(Table, Unpack, PlanSplit, EmitMove),
    TFLL_LOWER(Table, Slice, PlanSlice, EmitMove),
    TFLL_LOWER(Table, StridedSlice, PlanSlice, EmitMove),
    TFLL_LOWER(Table, Pad, PlanPad, EmitMove),
    TFLL_LOWER(Table, Padv2, PlanPad, EmitMove),
    TFLL_LOWER(Table, MirrorPad, PlanMirrorPad, EmitTake),
    TFLL_LOWER(Table, Reshape, PlanReshape, EmitMove),
    TFLL_LOWER(Table, Squeeze, PlanReshape, EmitMove),
    TFLL_LOWER(Table, ExpandDims, PlanReshape, EmitMove),
    TFLL_LOWER(Table, Transpose, PlanTranspose, EmitMove),
    TFLL_LOWER(Table, Tile, PlanTile, EmitMove),
    TFLL_LOWER(Table, SpaceToDepth, PlanSpaceToDepth, EmitMove),
    TFLL_LOWER(Table, DepthToSpace, PlanSpaceToDepth, EmitMove),
    TFLL_LOWER(Table, ResizeBilinear, PlanResizeBilinear, EmitResizeBilinear),
    TFLL_LOWER(Table, ResizeNearestNeighbor, PlanResizeNearest, EmitTake),
    TFLL_LOWER(Table, Mean, PlanReduce, EmitReduce),
    TFLL_LOWER(Table, ReduceMax, PlanReduce, EmitReduce),
    TFLL_LOWER(Table, ReduceMin, PlanReduce, EmitReduce),
    TFLL_LOWER(Table, Softmax, PlanSoftmax, EmitSoftmax),
    TFLL_LOWER(Table, L2Normalization, PlanL2Normalization,
               EmitL2Normalization),
    TFLL_LOWER(Table, ArgMax, PlanArgMinMax, EmitArgMinMax),
    TFLL_LOWER(Table, ArgMin, PlanArgMinMax, EmitArgMinMax),
    TFLL_LOWER(Table, Relu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Relu6, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Relu0To1, PlanActivation, EmitMap),
    TFLL_LOWER(Table, ReluN1To1, PlanActivation, EmitMap),
    TFLL_LOWER(Table, LeakyRelu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Elu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Gelu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, HardSwish, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Logistic, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Tanh, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Abs, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Square, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Sqrt, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Rsqrt, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Exp, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Log, PlanUnary, EmitMap),
    TFLL_LOWER(Table, Quantize, PlanQuantize, EmitMap),
    TFLL_LOWER_STATE(Table, Svdf, PlanSvdf, EmitSvdf),
    TFLL_LOWER_STATE(Table, UnidirectionalSequenceLstm, PlanLstm, EmitLstm),
    TFLL_LOWER_STATE(Table, Lstm, PlanLstm, EmitLstm),
};
constexpr Table kTable(kRows);

}  // namespace

const Table& DspLowering() { return kTable; }

}  // namespace tflite::dsp
