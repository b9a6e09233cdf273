#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_SOFTMAX_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_SOFTMAX_H_

#include <algorithm>
#include <cmath>

#include "tensorflow_lite_lite/kernel_util/internal/types.h"

namespace tflite {
namespace reference_ops {

// exp(beta * x) divided by the sum of these, along the innermost dimension.
// Uses only beta from params.
inline void Softmax(const SoftmaxParams& params,
                    const RuntimeShape& input_shape, const float* input_data,
                    const RuntimeShape& output_shape, float* output_data) {
  const int last = input_shape.DimensionsCount() - 1;
  const int rows = MatchingFlatSizeSkipDim(input_shape, last, output_shape);
  const int depth = MatchingDim(input_shape, last, output_shape, last);
  for (int row = 0; row < rows; ++row) {
    const float* in = input_data + row * depth;
    float* out = output_data + row * depth;
    const float largest = depth > 0 ? *std::max_element(in, in + depth) : 0;
    float sum = 0;
    for (int i = 0; i < depth; ++i) {
      out[i] = std::exp((in[i] - largest) * static_cast<float>(params.beta));
      sum += out[i];
    }
    for (int i = 0; i < depth; ++i) out[i] /= sum;
  }
}

}  // namespace reference_ops
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_SOFTMAX_H_
