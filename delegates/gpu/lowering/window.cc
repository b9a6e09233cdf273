#include "delegates/gpu/lowering/window.h"

#include <algorithm>

#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/layout.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite {
namespace {

std::vector<uint32_t> Words(std::initializer_list<int64_t> values) {
  std::vector<uint32_t> words;
  for (const int64_t value : values) {
    words.push_back(static_cast<uint32_t>(value));
  }
  return words;
}

// A kernel of one dimension.
void SetGrid(int64_t count, const GpuBuilder& builder, GpuCall* call) {
  const uint32_t workgroup = std::min(64u, builder.caps().max_invocations);
  call->spec.workgroup = {workgroup, 1, 1};
  call->groups = FlatGroups(count, workgroup, builder.caps());
}

}  // namespace

StatusOr<PoolPlan> PlanPool2d(const Pool2d& op, const NodeView& node,
                              const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  return PoolPlan{op, ClampFunction(op.float_range.min, op.float_range.max)};
}

void EmitPool2d(const PoolPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const Pool2d& op = plan.op;
  const int unit = op.channels % 4 == 0 ? 4 : 1;
  const int64_t count = node.output(0).num_elements() / unit;
  GpuCall call;
  call.spec.kernel = unit == 4 ? "pool_2d_f4" : "pool_2d_float";
  call.spec.constants = {{"KIND", op.kind == PoolKind::kAverage ? 0
                                  : op.kind == PoolKind::kMax   ? 1
                                                                : 2}};
  SetGrid(count, builder, &call);
  call.operands = {{builder.Input(node, 0), false}, {}};
  call.params =
      Words({count, op.out_height, op.out_width, op.channels / unit,
             op.in_height, op.in_width, op.filter_height, op.filter_width,
             op.stride_height, op.stride_width, op.pad_top, op.pad_left});
  call.post_operand = 1;
  call.post_unit = unit;
  call.channels = op.channels;
  AddWithClamp(std::move(call), 1, plan.clamp, node, builder);
}

StatusOr<ResizePlan> PlanResizeBilinear(const Resize& op, const NodeView& node,
                                        const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  return ResizePlan{op, op.channels};
}

StatusOr<ResizePlan> PlanResizeNearest(const Resize& op, const NodeView& node,
                                       const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int words, WordsOf(op.type));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  return ResizePlan{op, op.channels * words};
}

void EmitResize(const ResizePlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const Resize& op = plan.op;
  const int64_t count =
      int64_t{op.batch} * op.out_height * op.out_width * plan.channels;
  GpuCall call;
  SetGrid(count, builder, &call);
  call.operands = {{builder.Input(node, 0), false}};
  if (op.rows.empty()) {
    call.spec.kernel = "resize_nearest";
    for (const auto* taps : {&op.nearest_rows, &op.nearest_columns}) {
      call.operands.push_back({builder.Constant(*taps), false});
    }
  } else {
    call.spec.kernel = "resize_bilinear";
    for (const auto* taps : {&op.rows, &op.columns}) {
      std::vector<int32_t> places;
      std::vector<float> weights;
      for (const ResizeTap& tap : *taps) {
        places.push_back(tap.lower);
        places.push_back(tap.upper);
        weights.push_back(tap.weight);
      }
      call.operands.push_back({builder.Constant(places), false});
      call.operands.push_back({builder.Constant(weights), false});
    }
    call.post_operand = 5;
    call.channels = op.channels;
  }
  call.operands.push_back({builder.Output(node, 0), true});
  call.params = Words({count, op.out_height, op.out_width, op.in_height,
                       op.in_width, plan.channels});
  builder.Add(std::move(call));
}

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
  GpuCall call;
  call.spec.kernel = "transpose_conv";
  SetGrid(count, builder, &call);
  call.operands = {
      {builder.Input(node, 2), false},
      {builder.Input(node, 1), false},
      {builder.Constant(PaddedBias(node, 3, w.out_channels, builder)), false},
      {}};
  call.params =
      Words({count, w.out_height, w.out_width, w.out_channels, w.in_height,
             w.in_width, w.in_channels, w.filter_height, w.filter_width,
             w.stride_height, w.stride_width, w.pad_top, w.pad_left});
  call.post_operand = 3;
  call.channels = w.out_channels;
  AddWithClamp(std::move(call), 3, plan.clamp, node, builder);
}

}  // namespace tflite
