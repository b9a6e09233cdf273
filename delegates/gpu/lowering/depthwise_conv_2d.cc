#include <algorithm>

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite::gpu {
namespace {

constexpr int kFoursPixels = 4;  // PIXELS of depthwise_f4

constexpr int kRowPixels = 8;  // PIXELS of depthwise_row_f4

using Constants = std::vector<std::pair<std::string, int32_t>>;

Constants RowConstants(const ConvWindow& w) {
  return {{"WIDTH", w.filter_width},
          {"STRIDE", w.stride_width},
          {"PIXELS", kRowPixels},
          {"SPAN", (kRowPixels - 1) * w.stride_width + w.filter_width}};
}

WeightedFamily ChooseFamily(const DepthwisePlan& plan, const GpuCaps& caps) {
  if (plan.multiplier != 1 || plan.window.out_channels % 4 != 0) {
    return WeightedFamily::kScalar;
  }
  return caps.backend == GpuBackend::kOpenCl && caps.software &&
                 plan.window.out_channels % 16 == 0
             ? WeightedFamily::kWide
             : WeightedFamily::kFours;
}

}  // namespace

bool LoadsRows(const ConvWindow& w) {
  return w.dilation_width == 1 && w.filter_width > 1 && w.filter_width <= 5 &&
         w.stride_width <= 2;
}

StatusOr<DepthwisePlan> PlanDepthwiseConv2d(const DepthwiseConv2d& op,
                                            const NodeView& node,
                                            const GpuPlanCaps& caps) {
  DepthwisePlan plan{};
  if (op.sum.kind == WeightedSum::Kind::kInteger) {
    ByteSum bytes{op.sum, op.window};
    bytes.depthwise = true;
    TFLL_ASSIGN_OR_RETURN(plan.bytes,
                          PlanByteSum(std::move(bytes), node, caps));
    return plan;
  }
  SumOperands operands;
  operands.channels_last = true;
  TFLL_ASSIGN_OR_RETURN(plan.operands,
                        PlanSumOperands(std::move(operands), op.sum,
                                        op.window.batch, node, caps));
  plan.window = op.window;
  plan.multiplier = op.multiplier;
  plan.clamp = ClampFunction(op.sum.float_range.min, op.sum.float_range.max);
  plan.family = ChooseFamily(plan, caps.device);
  const ConvWindow& w = op.window;
  TFLL_RETURN_IF_ERROR(CheckLoops(
      int64_t{w.filter_height} * (1 + w.filter_width) + 64, caps.device));
  // Rows stand in a dimension of grids, but where elements are counted.
  const int64_t rows = int64_t{w.batch} * w.out_height;
  if (plan.family != WeightedFamily::kScalar &&
      rows >= std::min(caps.device.max_groups[1], caps.device.max_groups[2])) {
    plan.family = WeightedFamily::kScalar;
  }
  return plan;
}

void EmitDepthwise(const DepthwisePlan& plan, const NodeView& node,
                   GpuBuilder& builder) {
  if (plan.bytes) return EmitDepthwiseBytes(*plan.bytes, node, builder);
  const ConvWindow& w = plan.window;
  const int64_t rows = int64_t{w.batch} * w.out_height;
  const int64_t channels = w.out_channels;
  GpuCall call;
  if (plan.family == WeightedFamily::kScalar) {
    const int64_t count = node.output(0).num_elements();
    const uint32_t workgroup = std::min(64u, builder.caps().max_invocations);
    call.spec = {"depthwise_float", {}, {workgroup, 1, 1}};
    call.params = WindowParams(w, count, channels, plan.multiplier);
    call.groups = FlatGroups(count, workgroup, builder.caps());
  } else if (plan.family == WeightedFamily::kWide) {
    call.spec = {"depthwise_v16", {}, {1, 1, 1}};
    call.params = WindowParams(w, w.out_width, channels / 16, rows);
    call.groups = {static_cast<uint32_t>(channels / 16),
                   static_cast<uint32_t>(rows), 1};
  } else {
    const uint32_t lanes = channels >= 32 ? 8 : 4;
    const bool by_row = LoadsRows(w);
    const int pixels = by_row ? kRowPixels : kFoursPixels;
    call.spec = {by_row ? "depthwise_row_f4" : "depthwise_f4",
                 by_row ? RowConstants(w) : Constants(),
                 {lanes, 32 / lanes, 1}};
    call.params = WindowParams(w, w.out_width, channels / 4, rows);
    call.groups = {GroupsOf(channels / 4, lanes),
                   GroupsOf(w.out_width, pixels * 32 / lanes),
                   static_cast<uint32_t>(rows)};
    call.post_unit = 4;
  }
  call.operands = {
      {SumInput(plan.operands, node, builder), false},
      {SumWeightsValue(plan.operands, node, builder), false},
      {builder.Constant(PaddedBias(node, 2, channels, builder)), false},
      {}};
  call.post_operand = 3;
  call.channels = channels;
  AddWithClamp(std::move(call), 3, plan.clamp, node, builder);
}

}  // namespace tflite::gpu
