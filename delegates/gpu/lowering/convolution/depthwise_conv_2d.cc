#include "delegates/gpu/lowering/convolution/depthwise_conv_2d.h"

#include <algorithm>

#include "delegates/gpu/kernels/convolution/depthwise_conv_2d_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/convolution.h"
#include "delegates/gpu/lowering/convolution/depthwise_int8.h"
#include "delegates/gpu/lowering/elementwise/elementwise.h"

namespace tflite::gpu {
namespace {

DepthwiseFamily ChooseFamily(const DepthwisePlan& plan, const GpuCaps& caps) {
  if (plan.multiplier != 1 || plan.window.out_channels % 4 != 0) {
    return DepthwiseFamily::kFloat;
  }
  return caps.backend == GpuBackend::kOpenCl && caps.software &&
                 plan.window.out_channels % DepthwiseV16Kernel::kVector == 0
             ? DepthwiseFamily::kV16
             : DepthwiseFamily::kF4;
}

// Sets everything except the grid.
template <typename Kernel>
GpuCall CallOf(Kernel kernel, const DepthwisePlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  kernel.src = SumInput(plan.operands, node, builder);
  kernel.weights = SumWeightsValue(plan.operands, node, builder);
  kernel.bias =
      builder.Constant(PaddedBias(node, 2, plan.window.out_channels, builder));
  kernel.dst = BeforeClamp(plan.clamp, node, builder);
  SetWindow(plan.window, &kernel);
  GpuCall call = kernel.Call();
  call.channels = plan.window.out_channels;
  return call;
}

uint32_t Rows(const ConvWindow& w) {
  return static_cast<uint32_t>(int64_t{w.batch} * w.out_height);
}

GpuCall FloatCall(const DepthwisePlan& plan, const NodeView& node,
                  GpuBuilder& builder) {
  const int64_t count = node.output(0).num_elements();
  DepthwiseFloatKernel kernel;
  kernel.count = count;
  kernel.out_channels = plan.window.out_channels;
  kernel.multiplier = plan.multiplier;
  GpuCall call = CallOf(kernel, plan, node, builder);
  SetFlatGrid(count, builder.caps(), &call);
  return call;
}

GpuCall V16Call(const DepthwisePlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const auto channels =
      static_cast<uint32_t>(w.out_channels / DepthwiseV16Kernel::kVector);
  DepthwiseV16Kernel kernel;
  kernel.columns = w.out_width;
  kernel.channels16 = channels;
  kernel.rows = Rows(w);
  GpuCall call = CallOf(kernel, plan, node, builder);
  call.groups = {channels, Rows(w), 1};
  return call;
}

// A call of a kernel whose invocations compute `pixels` pixels of a row and
// four channels.
template <typename Kernel>
GpuCall F4Call(Kernel kernel, int pixels, const DepthwisePlan& plan,
               const NodeView& node, GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const uint32_t lanes = w.out_channels >= 32 ? 8 : 4;
  kernel.columns = w.out_width;
  kernel.channels4 = w.out_channels / 4;
  kernel.rows = Rows(w);
  GpuCall call = CallOf(kernel, plan, node, builder);
  call.spec.workgroup = {lanes, 32 / lanes, 1};
  call.groups = {GroupsOf(w.out_channels / 4, lanes),
                 GroupsOf(w.out_width, pixels * 32 / lanes), Rows(w)};
  return call;
}

GpuCall CallOf(const DepthwisePlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  switch (plan.family) {
    case DepthwiseFamily::kFloat:
      return FloatCall(plan, node, builder);
    case DepthwiseFamily::kV16:
      return V16Call(plan, node, builder);
    case DepthwiseFamily::kF4:
      break;
  }
  if (!LoadsRows(w)) {
    return F4Call(DepthwiseF4Kernel(), DepthwiseF4Kernel::kPixels, plan, node,
                  builder);
  }
  DepthwiseRowF4Kernel kernel;
  auto& constants = kernel.constants;
  constants.width = w.filter_width;
  constants.stride = w.stride_width;
  constants.span = (constants.pixels - 1) * w.stride_width + w.filter_width;
  return F4Call(kernel, constants.pixels, plan, node, builder);
}

}  // namespace

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
  // Rows are a dimension of the grid, except in kFloat, which counts elements.
  const int64_t rows = int64_t{w.batch} * w.out_height;
  if (plan.family != DepthwiseFamily::kFloat &&
      rows >= std::min(caps.device.max_groups[1], caps.device.max_groups[2])) {
    plan.family = DepthwiseFamily::kFloat;
  }
  return plan;
}

void EmitDepthwise(const DepthwisePlan& plan, const NodeView& node,
                   GpuBuilder& builder) {
  if (plan.bytes) return EmitDepthwiseBytes(*plan.bytes, node, builder);
  AddWithClamp(CallOf(plan, node, builder), plan.clamp, node, builder);
}

}  // namespace tflite::gpu
