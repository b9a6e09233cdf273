#include "delegates/gpu/lowering/convolution/depthwise_int8.h"

#include "delegates/gpu/kernels/convolution/depthwise_conv_2d_int8_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/convolution/convolution.h"
#include "delegates/gpu/lowering/convolution/int8_v16.h"

namespace tflite::gpu {
namespace {

// Subtracts `zero` times the weights from the biases. Overflow wraps, as it
// does in sums.
void SubtractZero(const std::vector<int16_t>& weights, int64_t zero,
                  std::vector<int32_t>* biases) {
  const size_t channels = biases->size();
  for (size_t i = 0; i < weights.size(); ++i) {
    int32_t& bias = (*biases)[i % channels];
    bias = static_cast<int32_t>(static_cast<uint32_t>(bias) -
                                static_cast<uint32_t>(zero * weights[i]));
  }
}

// Completes the kernel, whose own constants and params are set.
template <typename Kernel>
GpuCall CallOf(Kernel kernel, const std::vector<int32_t>& biases,
               const std::vector<int16_t>& weights, const ByteSum& plan,
               const NodeView& node, GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t channels = WordsOf(w.out_channels) * 4;
  std::vector<int32_t> padded(Taps(w) * channels);
  for (int64_t i = 0; i < Taps(w) * w.out_channels; ++i) {
    padded[i / w.out_channels * channels + i % w.out_channels] = weights[i];
  }
  kernel.constants.unsigned_ = plan.sum.input_type == kTfLiteUInt8;
  kernel.src = builder.Input(node, plan.input);
  kernel.weights = builder.Constant(padded);
  kernel.finish = builder.Constant(FinishOf(plan.sum, biases, channels, 4));
  kernel.dst = BeforeCrop(plan, node, builder);
  kernel.rows = int64_t{w.batch} * w.out_height;
  kernel.channels4 = channels / 4;
  kernel.in_channels = w.in_channels;
  SetWindow(w, &kernel);
  SetRange(plan.sum, &kernel);
  return kernel.Call();
}

GpuCall RowCall(const std::vector<int16_t>& weights, const ByteSum& plan,
                const NodeView& node, GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t out4 = WordsOf(w.out_channels);
  const int32_t zero = InputZero(plan.sum) + 128;
  std::vector<int32_t> biases = BiasesOf(plan, node);
  SubtractZero(weights, zero, &biases);
  // Divides rows into as few parts as possible, of about the same length.
  const auto pixels =
      static_cast<int32_t>(GroupsOf(w.out_width, GroupsOf(w.out_width, 8)));
  // Drivers on a processor vectorize over the first dimension.
  const uint32_t lanes = builder.caps().software ? 8 : 32;
  int32_t outs = 1;
  while (outs < 8 && outs < out4) outs *= 2;
  DepthwiseRowInt8Kernel kernel;
  kernel.constants.width = w.filter_width;
  kernel.constants.stride = w.stride_width;
  kernel.constants.pixels = pixels;
  kernel.constants.span = (pixels - 1) * w.stride_width + w.filter_width;
  kernel.constants.outs = outs;
  kernel.padding = InAllBytes(zero);
  GpuCall call = CallOf(kernel, biases, weights, plan, node, builder);
  call.spec.workgroup = {lanes, 1, 1};
  call.groups = {GroupsOf(out4, outs),
                 GroupsOf(w.out_width, int64_t{pixels} * lanes / outs),
                 static_cast<uint32_t>(int64_t{w.batch} * w.out_height)};
  return call;
}

GpuCall PlainCall(const std::vector<int16_t>& weights, const ByteSum& plan,
                  const NodeView& node, GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t out4 = WordsOf(w.out_channels);
  const int32_t multiplier = w.out_channels / w.in_channels;
  const uint32_t lanes = out4 >= 8 ? 8 : 4;
  DepthwiseInt8Kernel kernel;
  kernel.constants.single = multiplier == 1 && w.out_channels % 4 == 0;
  kernel.multiplier = multiplier;
  kernel.in_zero = InputZero(plan.sum);
  GpuCall call =
      CallOf(kernel, BiasesOf(plan, node), weights, plan, node, builder);
  call.spec.workgroup = {lanes, 32 / lanes, 1};
  call.groups = {
      GroupsOf(out4, lanes),
      GroupsOf(w.out_width, kernel.constants.pixels * int64_t{32} / lanes),
      static_cast<uint32_t>(int64_t{w.batch} * w.out_height)};
  return call;
}

}  // namespace

void EmitDepthwiseBytes(const ByteSum& plan, const NodeView& node,
                        GpuBuilder& builder) {
  if (TakesV16(plan, builder.caps())) {
    return EmitDepthwiseBytesV16(plan, node, builder);
  }
  const ConvWindow& w = plan.window;
  const std::vector<int16_t> weights =
      DecodeWeights(plan.sum, node.input(plan.weights));
  const bool by_row = w.out_channels == w.in_channels &&
                      w.out_channels % 4 == 0 && LoadsRows(w);
  AddCropped(by_row ? RowCall(weights, plan, node, builder)
                    : PlainCall(weights, plan, node, builder),
             plan, node, builder);
}

}  // namespace tflite::gpu
