#ifndef KERNELS_LSTM_LSTM_NORMALIZE_H_
#define KERNELS_LSTM_LSTM_NORMALIZE_H_

#include <stdint.h>

#include "kernels/math/fixed_transcendental.h"

// Needs no C++ library, as programs for DSPs include it.

namespace tflite::kernels {

// Layer normalization of a gate of the integer evaluation: replaces the sums of
// `n` cells by coefficient * (sum - mean) / deviation + bias in units of 2^-12.
// Coefficients and biases are as in the model, one per cell. `variance_guard`
// takes the place of a variance below 1; `factor` converts the products to the
// result's units.
inline void NormalizeFixedPointSums(const int16_t* coefficients,
                                    const int32_t* bias, int32_t n,
                                    int32_t variance_guard,
                                    QuantizedMultiplier factor, int16_t* sums) {
  if (n == 0) return;
  // The mean has 10 more bits than the sums, hence the variance 20.
  constexpr int64_t kMeanUnit = 1 << 10;
  constexpr int64_t kVarianceUnit = 1 << 20;
  int64_t sum = 0, squares = 0;
  for (int32_t i = 0; i < n; ++i) {
    sum += sums[i];
    squares += int64_t{sums[i]} * sums[i];
  }
  const auto mean = static_cast<int32_t>(sum * kMeanUnit / n);
  const int64_t fine = squares * (kVarianceUnit / n) - int64_t{mean} * mean;
  auto variance = static_cast<int32_t>(fine / kVarianceUnit);
  if (variance < 1) variance = variance_guard;
  const QuantizedMultiplier inverse = FixedInverseSqrt(variance);
  for (int32_t i = 0; i < n; ++i) {
    const auto centred = static_cast<int32_t>(kMeanUnit * sums[i] - mean);
    const int64_t scaled =
        int64_t{MultiplyByQuantizedMultiplier(centred, inverse)} *
            coefficients[i] +
        bias[i];
    const auto rounded = static_cast<int32_t>(
        (scaled + (scaled > 0 ? kMeanUnit / 2 : -kMeanUnit / 2)) / kMeanUnit);
    sums[i] = SaturateToInt16(MultiplyByQuantizedMultiplier(rounded, factor));
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_LSTM_LSTM_NORMALIZE_H_
