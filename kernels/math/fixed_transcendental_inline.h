#ifndef KERNELS_MATH_FIXED_TRANSCENDENTAL_INLINE_H_
#define KERNELS_MATH_FIXED_TRANSCENDENTAL_INLINE_H_

#include <cstdint>

// The functions of fixed_transcendental.h without branches, for loops that the
// compiler vectorises. A number named qN has N integer bits: it is
// raw / 2^(15 - N), held in 32 bits.

#define TFLL_FIXED_INLINE inline __attribute__((always_inline))

namespace tflite::kernels {
namespace fixed_internal {

constexpr int32_t kOneQ0 = 32767;
constexpr int32_t kOneQ2 = 1 << 13;

TFLL_FIXED_INLINE int32_t Saturate(int32_t x) {
  x = x < -32768 ? -32768 : x;
  return x > 32767 ? 32767 : x;
}

// round(a * b / 2^15), halves upwards. Not for the one product that overflows.
TFLL_FIXED_INLINE int32_t Multiply(int32_t a, int32_t b) {
  return (a * b + (1 << 14)) >> 15;
}

// round(x / 2^shift), halves away from zero.
TFLL_FIXED_INLINE int32_t Divide(int32_t x, int shift) {
  return (x + (1 << (shift - 1)) - (x < 0 ? 1 : 0)) >> shift;
}

// exp(x) for q0 x in [-1/4, 0): the Taylor polynomial of degree 4 around -1/8.
TFLL_FIXED_INLINE int32_t ExpNearZero(int32_t x) {
  constexpr int32_t kCentre = 28918;  // exp(-1/8)
  constexpr int32_t kThird = 10923;   // 1/3
  const int32_t d = x + (1 << 12);
  const int32_t d2 = Multiply(d, d);
  const int32_t d3 = Multiply(d2, d);
  const int32_t d4 = Multiply(d2, d2);
  const int32_t cubic = Multiply(Divide(d4, 2) + d3, kThird);
  return kCentre + Multiply(kCentre, d + Divide(cubic + d2, 1));
}

// `result` times exp(-2^(k - 2)) where x, a number of quarters, has bit k.
TFLL_FIXED_INLINE int32_t ExpOfBit(int32_t result, int32_t coarse, int32_t bit,
                                   int32_t factor) {
  return (coarse & bit) != 0 ? Multiply(result, factor) : result;
}

// exp(x) in q0 for x <= 0: the part of x below a quarter by polynomial, then
// one factor for each bit of the rest.
TFLL_FIXED_INLINE int32_t ExpOfNegative(int32_t x, int integer_bits) {
  const int32_t quarter = 1 << (13 - integer_bits);
  const int32_t fine = (x & (quarter - 1)) - quarter;  // in [-1/4, 0)
  const int32_t coarse = fine - x;                     // a multiple of 1/4
  int32_t result = ExpNearZero(fine * (1 << integer_bits));
  // exp(-2^(k - 2)) in q0.
  result = ExpOfBit(result, coarse, quarter, 25520);
  result = ExpOfBit(result, coarse, quarter * 2, 19875);
  result = ExpOfBit(result, coarse, quarter * 4, 12055);
  result = ExpOfBit(result, coarse, quarter * 8, 4435);
  result = ExpOfBit(result, coarse, quarter * 16, 600);
  result = ExpOfBit(result, coarse, quarter * 32, 11);
  result = ExpOfBit(result, coarse, quarter * 64, 0);
  // Below -32, there are bits beyond those above.
  result = x < -(1 << (20 - integer_bits)) ? 0 : result;
  return x == 0 ? kOneQ0 : result;
}

// 2 / (1 + x) in q2 for q0 x in [0, 1]: Newton's iteration for the inverse of
// (1 + x) / 2, from the best linear start, whose error is 1/17 of it.
TFLL_FIXED_INLINE int32_t TwoOverOnePlus(int32_t x) {
  const int32_t half = (x + kOneQ0 + 1) >> 1;
  int32_t y = 23130 + Multiply(half, -15420);  // 48/17 - 32/17 * half
  y += Multiply(y, kOneQ2 - Multiply(half, y)) * 4;
  y += Multiply(y, kOneQ2 - Multiply(half, y)) * 4;
  y += Multiply(y, kOneQ2 - Multiply(half, y)) * 4;
  return y;
}

TFLL_FIXED_INLINE int32_t Logistic(int32_t x, int integer_bits) {
  // Half of 2 / (1 + e): in q2 it reads as q1.
  const int32_t e = ExpOfNegative(x > 0 ? -x : x, integer_bits);
  const int32_t y = Saturate(TwoOverOnePlus(e) * 2);
  const int32_t result = x > 0 ? y : kOneQ0 - y;
  return x == 0 ? 1 << 14 : result;
}

TFLL_FIXED_INLINE int32_t Tanh(int32_t x, int integer_bits) {
  // exp(2x): the same integer with one more integer bit.
  const int32_t e = ExpOfNegative(x > 0 ? -x : x, integer_bits + 1);
  const int32_t magnitude = Saturate((TwoOverOnePlus(e) - kOneQ2) * 4);
  const int32_t result = x > 0 ? magnitude : -magnitude;
  return x == 0 ? 0 : result;
}

}  // namespace fixed_internal
}  // namespace tflite::kernels

#undef TFLL_FIXED_INLINE

#endif  // KERNELS_MATH_FIXED_TRANSCENDENTAL_INLINE_H_
