#include "delegates/edgetpu/compiler/lowering.h"

#include "delegates/edgetpu/compiler/lower_others.h"
#include "delegates/edgetpu/compiler/lower_weighted.h"

namespace tflite::edgetpu {
namespace {

using Table = LoweringTable<EdgeTpuCaps, LayerBuilder>;

constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Conv2d, PlanConv2d, EmitWeightedPlan),
    TFLL_LOWER(Table, DepthwiseConv2d, PlanDepthwiseConv2d, EmitWeightedPlan),
    TFLL_LOWER(Table, FullyConnected, PlanFullyConnected, EmitWeightedPlan),
    TFLL_LOWER(Table, AveragePool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, MaxPool2d, PlanPool, EmitPool),
    TFLL_LOWER(Table, Add, PlanAdd, EmitAdd),
    TFLL_LOWER(Table, Relu, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Relu6, PlanActivation, EmitMap),
    TFLL_LOWER(Table, ReluN1To1, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Logistic, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Tanh, PlanActivation, EmitMap),
    TFLL_LOWER(Table, Reshape, PlanReshape, EmitMoves),
    TFLL_LOWER(Table, Squeeze, PlanReshape, EmitMoves),
    TFLL_LOWER(Table, Concatenation, PlanConcatenation, EmitMoves),
};
constexpr Table kTable(kRows);

}  // namespace

const Table& EdgeTpuLowering() { return kTable; }

}  // namespace tflite::edgetpu
