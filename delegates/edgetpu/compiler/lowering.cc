#include "delegates/edgetpu/compiler/lowering.h"

#include "delegates/edgetpu/compiler/lower_binary.h"
#include "delegates/edgetpu/compiler/lower_lstm.h"
#include "delegates/edgetpu/compiler/lower_moves.h"
#include "delegates/edgetpu/compiler/lower_others.h"
#include "delegates/edgetpu/compiler/lower_rows.h"
#include "delegates/edgetpu/compiler/lower_weighted.h"

namespace tflite::edgetpu {
namespace {

using Table = LoweringTable<EdgeTpuCaps, LayerBuilder>;

constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Conv2d, PlanConv2d, EmitWeightedPlan),
    TFLL_LOWER(Table, DepthwiseConv2d, PlanDepthwiseConv2d, EmitWeightedPlan),
    TFLL_LOWER(Table, FullyConnected, PlanFullyConnected, EmitWeightedPlan),
    TFLL_LOWER(Table, TransposeConv, PlanTransposeConv, EmitWeightedPlan),
    TFLL_LOWER(Table, Mean, PlanMean, EmitMean),
    TFLL_LOWER(Table, AveragePool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, MaxPool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, Add, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Sub, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Mul, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Maximum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Minimum, PlanBinary, EmitBinary),
    TFLL_LOWER(Table, Relu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Relu6, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Relu0To1, PlanActivation, EmitMap),
    TFLL_LOWER(Table, ReluN1To1, PlanActivation, EmitMap),
    TFLL_LOWER(Table, LeakyRelu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, HardSwish, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Logistic, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Tanh, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Quantize, PlanQuantize, EmitMap),
    TFLL_LOWER(Table, Softmax, PlanSoftmax, EmitRows),
    TFLL_LOWER(Table, L2Normalization, PlanL2Normalization, EmitRows),
    TFLL_LOWER_STATE(Table, Lstm, PlanLstm, EmitLstm),
    TFLL_LOWER_STATE(Table, UnidirectionalSequenceLstm, PlanLstm, EmitLstm),
    TFLL_LOWER(Table, Reshape, PlanReshape, EmitReshape),
    TFLL_LOWER(Table, Squeeze, PlanReshape, EmitReshape),
    TFLL_LOWER(Table, ExpandDims, PlanReshape, EmitReshape),
    TFLL_LOWER(Table, Concatenation, PlanConcatenation, EmitConcatenation),
    TFLL_LOWER(Table, Pack, PlanConcatenation, EmitConcatenation),
    TFLL_LOWER(Table, Split, PlanSplit, EmitMovement),
    TFLL_LOWER(Table, SplitV, PlanSplit, EmitMovement),
    TFLL_LOWER(Table, Unpack, PlanSplit, EmitMovement),
    TFLL_LOWER(Table, Slice, PlanSlice, EmitMovement),
    TFLL_LOWER(Table, StridedSlice, PlanSlice, EmitMovement),
    TFLL_LOWER(Table, Pad, PlanPad, EmitMovement),
    TFLL_LOWER(Table, Padv2, PlanPad, EmitMovement),
    TFLL_LOWER(Table, Tile, PlanTile, EmitMovement),
    TFLL_LOWER(Table, BroadcastTo, PlanTile, EmitMovement),
    TFLL_LOWER(Table, SpaceToDepth, PlanSpaceToDepth, EmitMovement),
    TFLL_LOWER(Table, DepthToSpace, PlanSpaceToDepth, EmitMovement),
    TFLL_LOWER(Table, Transpose, PlanTranspose, EmitMovement),
    TFLL_LOWER(Table, ResizeNearestNeighbor, PlanResizeNearest, EmitMovement),
    TFLL_LOWER(Table, ResizeBilinear, PlanResizeBilinear, EmitResizeBilinear),
};
constexpr Table kTable(kRows);

}  // namespace

const Table& EdgeTpuLowering() { return kTable; }

}  // namespace tflite::edgetpu
