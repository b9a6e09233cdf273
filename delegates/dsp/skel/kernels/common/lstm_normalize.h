#ifndef DELEGATES_DSP_SKEL_KERNELS_COMMON_LSTM_NORMALIZE_H_
#define DELEGATES_DSP_SKEL_KERNELS_COMMON_LSTM_NORMALIZE_H_

#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "kernels/math/fixed_transcendental.h"

namespace tflite::dsp {

// Layer normalization of a gate: normalizes the sums over the cells and adds
// the bias. Results are in units of 2^-12.
inline void Normalize(const LstmGateParams& gate, const Memory& memory,
                      int32_t n, int16_t* sums) {
  const int16_t* coefficients = memory.At<const int16_t>(gate.norm);
  const int32_t* bias = memory.At<const int32_t>(gate.bias);
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
  if (variance < 1) variance = gate.variance_guard;
  const kernels::QuantizedMultiplier inverse =
      kernels::FixedInverseSqrt(variance);
  for (int32_t i = 0; i < n; ++i) {
    const auto centred = static_cast<int32_t>(kMeanUnit * sums[i] - mean);
    const int64_t scaled =
        int64_t{kernels::MultiplyByQuantizedMultiplier(centred, inverse)} *
            coefficients[i] +
        bias[i];
    const auto rounded = static_cast<int32_t>(
        (scaled + (scaled > 0 ? kMeanUnit / 2 : -kMeanUnit / 2)) / kMeanUnit);
    sums[i] = kernels::SaturateToInt16(MultiplyBy(rounded, gate.norm_factor));
  }
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_COMMON_LSTM_NORMALIZE_H_
