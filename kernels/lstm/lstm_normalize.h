#ifndef KERNELS_LSTM_LSTM_NORMALIZE_H_
#define KERNELS_LSTM_LSTM_NORMALIZE_H_

#include <stdint.h>

#include "kernels/math/fixed_transcendental.h"

// Needs no C++ library, as programs for DSPs include it.

namespace tflite::kernels {

// Means have 10 more bits than the sums, hence variances 20.
constexpr int kLstmMeanBits = 10;

// What all cells of a gate are normalized with.
struct FixedNormalization {
  int32_t mean;
  QuantizedMultiplier inverse_deviation;
  QuantizedMultiplier factor;  // from products to the result's units

  // Of `n` sums, at least one: their sum and that of their squares.
  // `variance_guard` takes the place of a variance below 1.
  static FixedNormalization Of(int64_t sum, int64_t squares, int32_t n,
                               int32_t variance_guard,
                               QuantizedMultiplier factor) {
    constexpr int64_t kMeanUnit = 1 << kLstmMeanBits;
    constexpr int64_t kVarianceUnit = kMeanUnit * kMeanUnit;
    const auto mean = static_cast<int32_t>(sum * kMeanUnit / n);
    const int64_t fine = squares * (kVarianceUnit / n) - int64_t{mean} * mean;
    auto variance = static_cast<int32_t>(fine / kVarianceUnit);
    if (variance < 1) variance = variance_guard;
    return {mean, FixedInverseSqrt(variance), factor};
  }

  // One sum, with the coefficient and the bias of its cell.
  int16_t operator()(int16_t sum, int16_t coefficient, int32_t bias) const {
    constexpr int64_t kMeanUnit = 1 << kLstmMeanBits;
    const auto centred = static_cast<int32_t>(kMeanUnit * sum - mean);
    const int64_t scaled =
        int64_t{MultiplyByQuantizedMultiplier(centred, inverse_deviation)} *
            coefficient +
        bias;
    const auto rounded = static_cast<int32_t>(
        (scaled + (scaled > 0 ? kMeanUnit / 2 : -kMeanUnit / 2)) / kMeanUnit);
    return SaturateToInt16(MultiplyByQuantizedMultiplier(rounded, factor));
  }
};

// Layer normalization of a gate of the integer evaluation: replaces the sums of
// `n` cells by coefficient * (sum - mean) / deviation + bias in units of 2^-12.
// Coefficients and biases are as in the model, one per cell.
inline void NormalizeFixedPointSums(const int16_t* coefficients,
                                    const int32_t* bias, int32_t n,
                                    int32_t variance_guard,
                                    QuantizedMultiplier factor, int16_t* sums) {
  if (n == 0) return;
  int64_t sum = 0, squares = 0;
  for (int32_t i = 0; i < n; ++i) {
    sum += sums[i];
    squares += int64_t{sums[i]} * sums[i];
  }
  const auto normalize =
      FixedNormalization::Of(sum, squares, n, variance_guard, factor);
  for (int32_t i = 0; i < n; ++i) {
    sums[i] = normalize(sums[i], coefficients[i], bias[i]);
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_LSTM_LSTM_NORMALIZE_H_
