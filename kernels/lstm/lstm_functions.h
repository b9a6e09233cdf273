#ifndef KERNELS_LSTM_LSTM_FUNCTIONS_H_
#define KERNELS_LSTM_LSTM_FUNCTIONS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/recurrent/recurrent_activation.h"

// Functions of one number or row that all evaluations share.

namespace tflite::kernels {

// Within [-limit, limit]; 0 means no limit.
inline float LstmClip(float x, float limit) {
  return limit > 0.0f ? std::min(std::max(x, -limit), limit) : x;
}
inline int32_t LstmClip(int32_t x, int32_t limit) {
  return limit > 0 ? std::min(std::max(x, -limit), limit) : x;
}

// s = coefficient * (s - mean) / deviation over `n` sums.
inline void NormalizeLstmSums(const float* coefficients, int32_t n,
                              float* sums) {
  constexpr float kMinVariance = 1e-8f;
  float sum = 0.0f, squares = 0.0f;
  for (int32_t i = 0; i < n; ++i) {
    sum += sums[i];
    squares += sums[i] * sums[i];
  }
  const float mean = sum / static_cast<float>(n);
  const float variance = squares / static_cast<float>(n) - mean * mean;
  const float inverse =
      1.0f / std::sqrt(variance > 0.0f ? variance : kMinVariance);
  for (int32_t i = 0; i < n; ++i) {
    sums[i] = (sums[i] - mean) * inverse * coefficients[i];
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_LSTM_LSTM_FUNCTIONS_H_
