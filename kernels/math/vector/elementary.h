#ifndef KERNELS_MATH_VECTOR_ELEMENTARY_H_
#define KERNELS_MATH_VECTOR_ELEMENTARY_H_

#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/math/vector/vector.h"

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

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_VECTOR_ELEMENTARY_H_
