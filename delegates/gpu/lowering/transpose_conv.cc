#include "delegates/gpu/lowering/transpose_conv.h"

#include <algorithm>

#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite {

StatusOr<TransposeConvPlan> PlanTransposeConv(const TransposeConv& op,
                                              const NodeView& node,
                                              const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckWeights(op.sum, node, caps, 2, 1, 3));
  return TransposeConvPlan{
      op.window, ClampFunction(op.sum.float_range.min, op.sum.float_range.max)};
}

void EmitTransposeConv(const TransposeConvPlan& plan, const NodeView& node,
                       GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t count = node.output(0).num_elements();
  const uint32_t workgroup = std::min(64u, builder.caps().max_invocations);
  GpuCall call;
  call.spec = {"transpose_conv", {}, {workgroup, 1, 1}};
  call.groups = FlatGroups(count, workgroup, builder.caps());
  call.operands = {
      {builder.Input(node, 2), false},
      {builder.Input(node, 1), false},
      {builder.Constant(PaddedBias(node, 3, w.out_channels, builder)), false},
      {}};
  for (const int64_t value :
       {count, int64_t{w.out_height}, int64_t{w.out_width},
        int64_t{w.out_channels}, int64_t{w.in_height}, int64_t{w.in_width},
        int64_t{w.in_channels}, int64_t{w.filter_height},
        int64_t{w.filter_width}, int64_t{w.stride_height},
        int64_t{w.stride_width}, int64_t{w.pad_top}, int64_t{w.pad_left}}) {
    call.params.push_back(static_cast<uint32_t>(value));
  }
  call.post_operand = 3;
  call.channels = w.out_channels;
  AddWithClamp(std::move(call), 3, plan.clamp, node, builder);
}

}  // namespace tflite
