#ifndef KERNELS_ACTIVATION_ACTIVATION_CPU_NORMAL_H_
#define KERNELS_ACTIVATION_ACTIVATION_CPU_NORMAL_H_

#include <cmath>

#include "kernels/math/vector/elementary.h"

namespace tflite::kernels {

// The integral of the normal distribution up to x, (1 + erf(x / sqrt(2))) / 2,
// for vector loops. Its relative error is 6e-7 for x above -2 and grows with
// x^2 below: 2e-5 at -12. NaN gives NaN.
TFLL_ALWAYS_INLINE float FastNormalIntegral(float x) {
  const float z = std::fabs(x) * 0.70710678f;
  // erfc(z) = e^(-z^2) t P(t), P fitted at Chebyshev's points for z up to 10.
  const float t = 1.0f / (1.0f + 0.3f * z);
  float p = -0.13092263f;
  p = p * t + 0.492639184f;
  p = p * t + -0.527524352f;
  p = p * t + 0.565965831f;
  p = p * t + -0.107884414f;
  p = p * t + 0.220869154f;
  p = p * t + 0.146728739f;
  p = p * t + 0.170955554f;
  p = p * t + 0.169172898f;
  const float tail = 0.5f * FastExp(-z * z) * t * p;
  return x > 0.0f ? 1.0f - tail : tail;
}

}  // namespace tflite::kernels

#endif  // KERNELS_ACTIVATION_ACTIVATION_CPU_NORMAL_H_
