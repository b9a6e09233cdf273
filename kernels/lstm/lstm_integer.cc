#include "kernels/lstm/lstm_integer.h"

namespace tflite::kernels {

void NormalizeLstmSums(const LstmGate& gate, const int16_t* coefficients,
                       const int32_t* bias, int32_t n, int16_t* sums) {
  if (n == 0) return;
  // The mean has 10 more bits than the sums, hence the variance 20.
  constexpr int64_t kMeanUnit = 1 << 10;
  constexpr int64_t kVarianceUnit = 1 << 20;
  int64_t sum = 0, squares = 0;
  for (int32_t i = 0; i < n; ++i) {
    sum += sums[i];
    squares += int64_t{sums[i]} * sums[i];
  }
  const int32_t mean = static_cast<int32_t>(sum * kMeanUnit / n);
  const int64_t fine = squares * (kVarianceUnit / n) - int64_t{mean} * mean;
  int32_t variance = static_cast<int32_t>(fine / kVarianceUnit);
  if (variance < 1) variance = gate.variance_guard;
  const QuantizedMultiplier inverse = FixedInverseSqrt(variance);
  for (int32_t i = 0; i < n; ++i) {
    const int32_t centred = static_cast<int32_t>(kMeanUnit * sums[i] - mean);
    const int64_t scaled =
        int64_t{MultiplyByQuantizedMultiplier(centred, inverse)} *
            coefficients[i] +
        bias[i];
    const int32_t rounded = static_cast<int32_t>(
        (scaled + (scaled > 0 ? kMeanUnit / 2 : -kMeanUnit / 2)) / kMeanUnit);
    sums[i] = SaturateToInt16(
        MultiplyByQuantizedMultiplier(rounded, gate.norm_factor));
  }
}

}  // namespace tflite::kernels
