#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_COMMON_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_COMMON_H_

#include <algorithm>
#include <cstdint>
#include <limits>

#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/kernel_util/internal/compatibility.h"
#include "tensorflow_lite_lite/kernel_util/internal/types.h"

namespace tflite {

// The interval that an activation clamps to.
inline void GetActivationMinMax(FusedActivationFunctionType activation,
                                float* output_activation_min,
                                float* output_activation_max) {
  *output_activation_min = std::numeric_limits<float>::lowest();
  *output_activation_max = std::numeric_limits<float>::max();
  switch (activation) {
    case FusedActivationFunctionType::kNone:
      break;
    case FusedActivationFunctionType::kRelu:
      *output_activation_min = 0.0f;
      break;
    case FusedActivationFunctionType::kRelu1:
      *output_activation_min = -1.0f;
      *output_activation_max = 1.0f;
      break;
    case FusedActivationFunctionType::kRelu6:
      *output_activation_min = 0.0f;
      *output_activation_max = 6.0f;
      break;
  }
}

template <typename T>
T ActivationFunctionWithMinMax(T x, T output_activation_min,
                               T output_activation_max) {
  return std::min(std::max(x, output_activation_min), output_activation_max);
}

// round(x * quantized_multiplier * 2^(shift - 31)) with the roundings of
// kernels/math/fixed_point.h.
inline int32_t MultiplyByQuantizedMultiplier(int32_t x,
                                             int32_t quantized_multiplier,
                                             int shift) {
  return kernels::MultiplyByQuantizedMultiplier(
      x, kernels::QuantizedMultiplier{quantized_multiplier, shift});
}
inline int32_t MultiplyByQuantizedMultiplier(int64_t x,
                                             int32_t quantized_multiplier,
                                             int shift) {
  return kernels::MultiplyByQuantizedMultiplier(
      x, kernels::QuantizedMultiplier{quantized_multiplier, shift});
}
// For factors below 1.
inline int32_t MultiplyByQuantizedMultiplierSmallerThanOneExp(
    int32_t x, int32_t quantized_multiplier, int left_shift) {
  return MultiplyByQuantizedMultiplier(x, quantized_multiplier, left_shift);
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_COMMON_H_
