#include "kernels/math/weighted_sum_reference.h"
#include "kernels/transpose_conv/transpose_conv.h"

namespace tflite::kernels {
namespace {

// Adds one input pixel's products to the window of the output it reaches.
template <typename Sum, typename T>
void Scatter(const TransposeConv& op, const T* in, const T* filter, int32_t y,
             int32_t x, Sum* sums) {
  const ConvWindow& w = op.window;
  for (int32_t fy = 0; fy < w.filter_height; ++fy) {
    const int64_t out_y = int64_t{y} * w.stride_height - w.pad_top + fy;
    if (out_y < 0 || out_y >= w.out_height) continue;
    for (int32_t fx = 0; fx < w.filter_width; ++fx) {
      const int64_t out_x = int64_t{x} * w.stride_width - w.pad_left + fx;
      if (out_x < 0 || out_x >= w.out_width) continue;
      Sum* out = sums + (out_y * w.out_width + out_x) * w.out_channels;
      for (int32_t o = 0; o < w.out_channels; ++o) {
        const T* weights =
            filter +
            ((int64_t{o} * w.filter_height + fy) * w.filter_width + fx) *
                w.in_channels;
        for (int32_t c = 0; c < w.in_channels; ++c) {
          out[o] += static_cast<Sum>(in[c]) * static_cast<Sum>(weights[c]);
        }
      }
    }
  }
}

template <typename T, typename Sum, typename Store>
void ForEachOutput(const TransposeConv& op, const T* in, const T* filter,
                   Sum zero, const Store& store) {
  const ConvWindow& w = op.window;
  const int64_t image = int64_t{w.out_height} * w.out_width * w.out_channels;
  std::vector<Sum> sums(image);
  for (int32_t b = 0; b < w.batch; ++b) {
    std::fill(sums.begin(), sums.end(), zero);
    for (int32_t y = 0; y < w.in_height; ++y) {
      for (int32_t x = 0; x < w.in_width; ++x, in += w.in_channels) {
        Scatter(op, in, filter, y, x, sums.data());
      }
    }
    for (int64_t i = 0; i < image; ++i) {
      store(b * image + i, b, static_cast<int32_t>(i % w.out_channels),
            sums[i]);
    }
  }
}

}  // namespace

Status EvalTransposeConvReference(const TransposeConv& op,
                                  EvalContext& context) {
  EvalWeightedSum(
      op.sum,
      {context.input(2), context.input(1), context.input(3), context.output(0),
       op.window.batch},
      [&](const auto* in, const auto* filter, auto zero, const auto& store) {
        ForEachOutput(op, in, filter, zero, store);
      });
  return OkStatus();
}

}  // namespace tflite::kernels
