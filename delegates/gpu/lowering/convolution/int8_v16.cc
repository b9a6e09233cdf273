#include "delegates/gpu/lowering/convolution/int8_v16.h"

#include "delegates/gpu/kernels/convolution/int8_v16_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/convolution.h"

namespace tflite::gpu {
namespace {

std::vector<float> WeightsOf(const ByteSum& plan, const NodeView& node) {
  const std::vector<int16_t> weights =
      DecodeWeights(plan.sum, node.input(plan.weights));
  return {weights.begin(), weights.end()};
}

// Completes the kernel, whose own constants and params are set. `channels` is
// the number of channels that it computes.
template <typename Kernel>
GpuCall CallOf(Kernel kernel, const std::vector<float>& weights,
               int64_t channels, const ByteSum& plan, const NodeView& node,
               GpuBuilder& builder) {
  kernel.constants.unsigned_ = plan.sum.input_type == kTfLiteUInt8;
  kernel.src = builder.Input(node, plan.input);
  kernel.weights = builder.Constant(weights);
  kernel.finish = builder.Constant(
      FinishOf(plan.sum, BiasesOf(plan, node), channels, Kernel::kVector));
  kernel.dst = builder.Output(node, 0);
  kernel.in_channels = plan.window.in_channels;
  kernel.in_zero = plan.sum.input_zero_point;
  SetWindow(plan.window, &kernel);
  SetRange(plan.sum, &kernel);
  return kernel.Call();
}

}  // namespace

void EmitConvBytesV16(const ByteSum& plan, const NodeView& node,
                      GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const V16Blocks blocks(w);
  Conv2dInt8V16Kernel kernel;
  SetBlocks(blocks, &kernel);
  kernel.constants.halves_up = plan.sum.halves == kernels::Halves::kUp;
  kernel.pixels = Pixels(w);
  kernel.out_channels = w.out_channels;
  kernel.elements = node.input(plan.input).num_elements();
  GpuCall call = CallOf(kernel,
                        PackBlocks(WeightsOf(plan, node), w.out_channels,
                                   FilterDepth(w), blocks.channels),
                        blocks.padded, plan, node, builder);
  call.groups = blocks.groups;
  builder.Add(std::move(call));
}

void EmitDepthwiseBytesV16(const ByteSum& plan, const NodeView& node,
                           GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const auto rows = static_cast<uint32_t>(int64_t{w.batch} * w.out_height);
  const auto channels =
      static_cast<uint32_t>(w.out_channels / DepthwiseInt8V16Kernel::kVector);
  DepthwiseInt8V16Kernel kernel;
  kernel.rows = rows;
  kernel.channels16 = channels;
  GpuCall call = CallOf(kernel, WeightsOf(plan, node), w.out_channels, plan,
                        node, builder);
  call.groups = {channels, rows, 1};
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
