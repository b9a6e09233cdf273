#include "kernels/conv_2d/conv_2d.h"
#include "kernels/math/weighted_sum_reference.h"

namespace tflite::kernels {
namespace {

// Adds the products for output (y, x, o) of one image to `sum`.
template <typename T, typename Sum>
Sum WindowSum(const Conv2d& op, const T* image, const T* filter, Sum sum,
              int32_t y, int32_t x, int32_t o) {
  const ConvWindow& w = op.window;
  const int32_t group = o / (w.out_channels / op.groups);
  const T* weights = filter + int64_t{o} * w.filter_height * w.filter_width *
                                  op.filter_channels;
  for (int32_t fy = 0; fy < w.filter_height; ++fy) {
    const int64_t in_y = int64_t{y} * w.stride_height - w.pad_top +
                         int64_t{fy} * w.dilation_height;
    for (int32_t fx = 0; fx < w.filter_width;
         ++fx, weights += op.filter_channels) {
      const int64_t in_x = int64_t{x} * w.stride_width - w.pad_left +
                           int64_t{fx} * w.dilation_width;
      if (in_y < 0 || in_y >= w.in_height || in_x < 0 || in_x >= w.in_width)
        continue;
      const T* in = image + (in_y * w.in_width + in_x) * w.in_channels +
                    int64_t{group} * op.filter_channels;
      for (int32_t c = 0; c < op.filter_channels; ++c) {
        sum += static_cast<Sum>(in[c]) * static_cast<Sum>(weights[c]);
      }
    }
  }
  return sum;
}

template <typename T, typename Sum, typename Store>
void ForEachOutput(const Conv2d& op, const T* in, const T* filter, Sum zero,
                   const Store& store) {
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

Status EvalConv2dReference(const Conv2d& op, EvalContext& context) {
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
