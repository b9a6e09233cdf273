#ifndef KERNELS_MATH_ELEMENTARY_H_
#define KERNELS_MATH_ELEMENTARY_H_

#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/math/vector.h"

// Elementary functions without branches or tables, for loops that the compiler
// vectorises (TFLL_VECTOR_CLONES). Relative errors are below 4e-7 where the
// result is a normal number; NaN gives NaN.
namespace tflite::kernels {

namespace elementary_internal {

TFLL_ALWAYS_INLINE int32_t Bits(float x) {
  int32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}
TFLL_ALWAYS_INLINE float FromBits(int32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}
// 2^n for n in [-126, 127].
TFLL_ALWAYS_INLINE float PowerOfTwo(int32_t n) {
  return FromBits(
      static_cast<int32_t>((static_cast<uint32_t>(n) + 127u) << 23));
}

// x = n ln 2 + r with |r| at most ln(2) / 2.
struct Reduced {
  int32_t n;
  float r;
};
TFLL_ALWAYS_INLINE Reduced ReduceByLn2(float x) {
  // Added to a number below 2^22, leaves its nearest integer in the last bits.
  constexpr float kRounder = 12582912.0f;  // 1.5 * 2^23
  const float shifted = x * 1.44269504f + kRounder;
  const float n = shifted - kRounder;
  // ln 2 in two parts; the first has so few bits that n times it is exact.
  const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
  return {Bits(shifted) - Bits(kRounder), r};
}

// e^r - 1 for |r| at most ln(2) / 2: a polynomial fitted at Chebyshev's points.
TFLL_ALWAYS_INLINE float Expm1Reduced(float r) {
  const float p =
      0.5f + r * (0.16666573f +
                  r * (0.04166655f + r * (0.00836377f + r * 0.00139269f)));
  return r + r * r * p;
}

}  // namespace elementary_internal

// e^x. Overflows to infinity and underflows through subnormals to 0.
TFLL_ALWAYS_INLINE float FastExp(float x) {
  using namespace elementary_internal;  // NOLINT
  x = x < -104.0f ? -104.0f : x;
  x = x > 89.0f ? 89.0f : x;
  const Reduced reduced = ReduceByLn2(x);
  // 2^n may not be a normal number; its two factors are.
  const int32_t half = reduced.n >> 1;
  return (1.0f + Expm1Reduced(reduced.r)) * PowerOfTwo(half) *
         PowerOfTwo(reduced.n - half);
}

// e^x - 1, precise near 0. For x up to 88.
TFLL_ALWAYS_INLINE float FastExpm1(float x) {
  using namespace elementary_internal;  // NOLINT
  x = x < -80.0f ? -80.0f : x;
  x = x > 88.0f ? 88.0f : x;
  const Reduced reduced = ReduceByLn2(x);
  const float scale = PowerOfTwo(reduced.n);
  return scale * Expm1Reduced(reduced.r) + (scale - 1.0f);
}

TFLL_ALWAYS_INLINE float FastTanh(float x) {
  const float y = 2.0f * std::fabs(x);
  const float e = FastExpm1(y > 40.0f ? 40.0f : y);
  return std::copysign(e / (e + 2.0f), x);
}

// 1 / (1 + e^-x).
TFLL_ALWAYS_INLINE float FastLogistic(float x) {
  return 1.0f / (1.0f + FastExp(-x));
}

// The normal distribution's integral up to x: (1 + erf(x / sqrt(2))) / 2. The
// relative error, 6e-7 above -2, grows below with x^2: 2e-5 at -12.
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

// The sine and cosine take numbers up to here; beyond, the reduction below
// would want more digits of pi.
constexpr float kSineLimit = 1e5f;

namespace elementary_internal {

// x = n pi/2 + r with |r| at most pi/4, and sin(r), cos(r).
struct Turned {
  int32_t n;
  float sine, cosine;
};
TFLL_ALWAYS_INLINE Turned TurnByHalfPi(float x) {
  // As in ReduceByLn2; pi/2 in two parts, the first of 33 bits.
  constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52
  const double wide = static_cast<double>(x);
  const double shifted = wide * 0.6366197723675814 + kRounder;
  const double n = shifted - kRounder;
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

}  // namespace elementary_internal

// For |x| up to kSineLimit.
TFLL_ALWAYS_INLINE float FastSin(float x) {
  const elementary_internal::Turned t = elementary_internal::TurnByHalfPi(x);
  const float v = (t.n & 1) != 0 ? t.cosine : t.sine;
  return (t.n & 2) != 0 ? -v : v;
}
TFLL_ALWAYS_INLINE float FastCos(float x) {
  const elementary_internal::Turned t = elementary_internal::TurnByHalfPi(x);
  const float v = (t.n & 1) != 0 ? t.sine : t.cosine;
  return ((t.n + 1) & 2) != 0 ? -v : v;
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ELEMENTARY_H_
