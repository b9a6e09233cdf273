#ifndef KERNELS_UNARY_UNARY_CPU_SINE_H_
#define KERNELS_UNARY_UNARY_CPU_SINE_H_

#include <cstdint>

#include "kernels/math/vector/vector.h"

// Sine and cosine without branches or tables, for loops that the compiler
// vectorises. Relative errors are below 4e-7 where the result is a normal
// number; NaN gives NaN.
namespace tflite::kernels {

// The sine and cosine take numbers up to here; beyond, the reduction below
// would want more digits of pi.
constexpr float kSineLimit = 1e5f;

namespace sine_internal {

// x = n pi/2 + r with |r| at most pi/4, and sin(r), cos(r).
struct ReducedAngle {
  int32_t n;
  float sine, cosine;
};
TFLL_ALWAYS_INLINE ReducedAngle ReduceByHalfPi(float x) {
  // Added to a number below 2^51, leaves its nearest integer in the last bits.
  constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52
  const double wide = static_cast<double>(x);
  const double shifted = wide * 0.6366197723675814 + kRounder;
  const double n = shifted - kRounder;
  // pi/2 in two parts, the first of 33 bits.
  const float r = static_cast<float>((wide - n * 1.5707963267341256) -
                                     n * 6.077100506506192e-11);
  // Polynomials fitted at Chebyshev's points for r^2 up to (pi/4)^2.
  const float u = r * r;
  const float s =
      r + r * u * (-0.166666647f + u * (0.00833274747f - u * 0.000195876981f));
  const float c =
      (1.0f - 0.5f * u) +
      u * u * (0.0416666647f + u * (-0.00138883022f + u * 2.4547739e-5f));
  return {static_cast<int32_t>(n), s, c};
}

}  // namespace sine_internal

// For |x| up to kSineLimit.
TFLL_ALWAYS_INLINE float FastSin(float x) {
  const sine_internal::ReducedAngle t = sine_internal::ReduceByHalfPi(x);
  const float v = (t.n & 1) != 0 ? t.cosine : t.sine;
  return (t.n & 2) != 0 ? -v : v;
}
TFLL_ALWAYS_INLINE float FastCos(float x) {
  const sine_internal::ReducedAngle t = sine_internal::ReduceByHalfPi(x);
  const float v = (t.n & 1) != 0 ? t.sine : t.cosine;
  return ((t.n + 1) & 2) != 0 ? -v : v;
}

}  // namespace tflite::kernels

#endif  // KERNELS_UNARY_UNARY_CPU_SINE_H_
