#include "delegates/gpu/lowering/transpose_conv.h"

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite::gpu {

StatusOr<TransposeConvPlan> PlanTransposeConv(const TransposeConv& op,
                                              const NodeView& node,
                                              const GpuPlanCaps& caps) {
  TransposeConvPlan plan{};
  if (op.sum.kind == WeightedSum::Kind::kInteger) {
    ByteSum bytes{op.sum, op.window};
    bytes.transposed = true;
    bytes.input = 2;
    bytes.bias = 3;
    TFLL_ASSIGN_OR_RETURN(plan.bytes,
                          PlanByteSum(std::move(bytes), node, caps));
    return plan;
  }
  SumOperands operands;
  operands.input = 2;
  operands.bias = 3;
  TFLL_ASSIGN_OR_RETURN(plan.operands,
                        PlanSumOperands(std::move(operands), op.sum,
                                        op.window.batch, node, caps));
  plan.window = op.window;
  const ConvWindow& w = op.window;
  TFLL_RETURN_IF_ERROR(CheckLoops(
      w.filter_height * (1 + int64_t{w.filter_width} * (1 + w.in_channels)),
      caps.device));
  plan.clamp = ClampFunction(op.sum.float_range.min, op.sum.float_range.max);
  return plan;
}

void EmitTransposeConv(const TransposeConvPlan& plan, const NodeView& node,
                       GpuBuilder& builder) {
  if (plan.bytes) return EmitConvBytes(*plan.bytes, node, builder);
  const ConvWindow& w = plan.window;
  GpuCall call = FlatCall(
      "transpose_conv", node.output(0).num_elements(),
      {SumInput(plan.operands, node, builder),
       SumWeightsValue(plan.operands, node, builder),
       builder.Constant(PaddedBias(node, 3, w.out_channels, builder))},
      kNoGpuValue,
      Words({w.out_height, w.out_width, w.out_channels, w.in_height, w.in_width,
             w.in_channels, w.filter_height, w.filter_width, w.stride_height,
             w.stride_width, w.pad_top, w.pad_left}),
      builder.caps());
  call.post_operand = 3;
  call.channels = w.out_channels;
  AddWithClamp(std::move(call), 3, plan.clamp, node, builder);
}

}  // namespace tflite::gpu
