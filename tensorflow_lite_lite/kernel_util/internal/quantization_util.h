#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_QUANTIZATION_UTIL_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_QUANTIZATION_UTIL_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/kernel_util/internal/types.h"

namespace tflite {

// Represents a positive factor as *quantized_multiplier * 2^(*shift - 31).
inline void QuantizeMultiplier(double double_multiplier,
                               int32_t* quantized_multiplier, int* shift) {
  const kernels::QuantizedMultiplier factor =
      kernels::QuantizeMultiplier(double_multiplier);
  *quantized_multiplier = factor.multiplier;
  *shift = factor.shift;
}

// The same for factors below 1, whose shift is at most 0, and above 1.
inline void QuantizeMultiplierSmallerThanOneExp(double double_multiplier,
                                                int32_t* quantized_multiplier,
                                                int* left_shift) {
  QuantizeMultiplier(double_multiplier, quantized_multiplier, left_shift);
}
inline void QuantizeMultiplierGreaterThanOne(double double_multiplier,
                                             int32_t* quantized_multiplier,
                                             int* left_shift) {
  QuantizeMultiplier(double_multiplier, quantized_multiplier, left_shift);
}

// Scale and zero point for values in [rmin, rmax], which must contain 0, stored
// in T: 0 is represented exactly. Scale 0 for an empty range.
template <typename T>
QuantizationParams ChooseQuantizationParams(double rmin, double rmax,
                                            bool narrow_range = false) {
  const double low = static_cast<double>(std::numeric_limits<T>::min()) +
                     (narrow_range ? 1 : 0);
  const double high = static_cast<double>(std::numeric_limits<T>::max());
  QuantizationParams params;
  if (rmin == rmax) return params;
  params.scale = (rmax - rmin) / (high - low);
  // Computed from the end of the range with the smaller error.
  const double from_low = low - rmin / params.scale;
  const double from_high = high - rmax / params.scale;
  const double low_error = std::abs(low) + std::abs(rmin / params.scale);
  const double high_error = std::abs(high) + std::abs(rmax / params.scale);
  const double zero_point = low_error < high_error ? from_low : from_high;
  params.zero_point = static_cast<int32_t>(
      std::round(std::min(std::max(zero_point, low), high)));
  return params;
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_QUANTIZATION_UTIL_H_
