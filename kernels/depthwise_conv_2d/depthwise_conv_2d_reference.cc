#include "kernels/depthwise_conv_2d/depthwise_conv_2d.h"
#include "kernels/math/weighted_sum_reference.h"

namespace tflite::kernels {
namespace {

// Adds the products for output (y, x, o) of one image to `sum`.
template <typename T, typename Sum>
Sum WindowSum(const DepthwiseConv2d& op, const T* image, const T* filter,
              Sum sum, int32_t y, int32_t x, int32_t o) {
  const ConvWindow& w = op.window;
  const int32_t c = o / op.multiplier;
  for (int32_t fy = 0; fy < w.filter_height; ++fy) {
    const int64_t in_y = int64_t{y} * w.stride_height - w.pad_top +
                         int64_t{fy} * w.dilation_height;
    if (in_y < 0 || in_y >= w.in_height) continue;
    for (int32_t fx = 0; fx < w.filter_width; ++fx) {
      const int64_t in_x = int64_t{x} * w.stride_width - w.pad_left +
                           int64_t{fx} * w.dilation_width;
      if (in_x < 0 || in_x >= w.in_width) continue;
      const T in = image[(in_y * w.in_width + in_x) * w.in_channels + c];
      const T weight =
          filter[(int64_t{fy} * w.filter_width + fx) * w.out_channels + o];
      sum += static_cast<Sum>(in) * static_cast<Sum>(weight);
    }
  }
  return sum;
}

template <typename T, typename Sum, typename Store>
void ForEachOutput(const DepthwiseConv2d& op, const T* in, const T* filter,
                   Sum zero, const Store& store) {
  const ConvWindow& w = op.window;
  const int64_t image = int64_t{w.in_height} * w.in_width * w.in_channels;
  int64_t i = 0;
  for (int32_t b = 0; b < w.batch; ++b) {
    for (int32_t y = 0; y < w.out_height; ++y) {
      for (int32_t x = 0; x < w.out_width; ++x) {
        for (int32_t o = 0; o < w.out_channels; ++o) {
          store(i++, b, o,
                WindowSum(op, in + b * image, filter, zero, y, x, o));
        }
      }
    }
  }
}

}  // namespace

Status EvalDepthwiseConv2dReference(const DepthwiseConv2d& op,
                                    EvalContext& context) {
  EvalWeightedSum(
      op.sum,
      {context.input(0), context.input(1), context.input(2), context.output(0),
       op.window.batch},
      [&](const auto* in, const auto* filter, auto zero, const auto& store) {
        ForEachOutput(op, in, filter, zero, store);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
