#include "delegates/gpu/lowering/byte_sums.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/weighted.h"

namespace tflite::gpu {
namespace {

constexpr int64_t kMostTaps = 256;  // whose products a float sums exactly

std::vector<float> WeightsOf(const ByteSum& plan, const NodeView& node) {
  const std::vector<int16_t> weights =
      DecodeWeights(plan.sum, node.input(plan.weights));
  return {weights.begin(), weights.end()};
}

// What the two kernels' params have in common, after those of the window.
void AppendNumbers(const WeightedSum& sum, GpuCall* call) {
  call->params.push_back(static_cast<uint32_t>(sum.input_zero_point));
  for (const uint32_t param : RangeParams(sum)) call->params.push_back(param);
}

}  // namespace

bool TakesWideBytes(const ByteSum& plan, const GpuCaps& caps) {
  const ConvWindow& w = plan.window;
  if (caps.backend != GpuBackend::kOpenCl || !caps.software) return false;
  if (!plan.depthwise) return plan.groups == 1 && !plan.transposed;
  return w.out_channels == w.in_channels && w.out_channels % kWideLane == 0 &&
         int64_t{w.filter_height} * w.filter_width <= kMostTaps;
}

GpuCall WideConvBytes(const ByteSum& plan, const NodeView& node,
                      GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const WideBlocks blocks(w);
  const std::vector<float> packed = PackBlocks(
      WeightsOf(plan, node), w.out_channels, FilterDepth(w), blocks.channels);
  GpuCall call;
  call.spec = {"conv_2d_int8_v16", blocks.constants, {1, 1, 1}};
  call.spec.constants.emplace_back("UNSIGNED",
                                   plan.sum.input_type == kTfLiteUInt8);
  call.operands = {{builder.Input(node, plan.input), false},
                   {builder.Constant(packed), false},
                   {builder.Constant(FinishOf(plan.sum, BiasesOf(plan, node),
                                              blocks.padded, kWideLane)),
                    false}};
  call.params = WindowParams(w, Pixels(w), w.out_channels, w.in_channels);
  call.params.push_back(
      static_cast<uint32_t>(node.input(plan.input).num_elements()));
  AppendNumbers(plan.sum, &call);
  call.groups = blocks.groups;
  return call;
}

GpuCall WideDepthwiseBytes(const ByteSum& plan, const NodeView& node,
                           GpuBuilder& builder) {
  const ConvWindow& w = plan.window;
  const int64_t rows = int64_t{w.batch} * w.out_height;
  const int64_t channels = w.out_channels;
  GpuCall call;
  call.spec = {"depthwise_int8_v16",
               {{"UNSIGNED", plan.sum.input_type == kTfLiteUInt8}},
               {1, 1, 1}};
  call.operands = {{builder.Input(node, plan.input), false},
                   {builder.Constant(WeightsOf(plan, node)), false},
                   {builder.Constant(FinishOf(plan.sum, BiasesOf(plan, node),
                                              channels, kWideLane)),
                    false}};
  call.params = WindowParams(w, rows, channels / kWideLane, w.in_channels);
  AppendNumbers(plan.sum, &call);
  call.groups = {static_cast<uint32_t>(channels / kWideLane),
                 static_cast<uint32_t>(rows), 1};
  return call;
}

}  // namespace tflite::gpu
