#include "kernels/math/fixed_transcendental.h"

#include <limits>

namespace tflite {
namespace {

// A number named qN has N integer bits: it is raw / 2^(15 - N).
constexpr int32_t kOneQ0 = 32767;
constexpr int32_t kOneQ2 = 1 << 13;

int32_t Multiply(int32_t a, int32_t b) {
  return FixedMultiply(static_cast<int16_t>(a), static_cast<int16_t>(b));
}

// x * 2^shift, saturating.
int32_t ShiftLeft(int32_t x, int shift) { return SaturateToInt16(x * (1 << shift)); }

// exp(x) for q0 x in [-1/4, 0): the Taylor polynomial of degree 4 around -1/8.
int32_t ExpNearZero(int32_t x) {
  constexpr int32_t kCentre = 28918;  // exp(-1/8)
  constexpr int32_t kThird = 10923;   // 1/3
  const int32_t d = x + (1 << 12);
  const int32_t d2 = Multiply(d, d);
  const int32_t d3 = Multiply(d2, d);
  const int32_t d4 = Multiply(d2, d2);
  const int32_t cubic = Multiply(RoundingDivideByPOT(d4, 2) + d3, kThird);
  const int32_t tail = RoundingDivideByPOT(cubic + d2, 1);
  return SaturateToInt16(kCentre + Multiply(kCentre, d + tail));
}

// exp(x) in q0 for x <= 0: the part of x below a quarter by polynomial, then one
// factor for each bit of the rest.
int32_t ExpOfNegative(int32_t x, int integer_bits) {
  // exp(-2^(k - 2)) in q0.
  constexpr int32_t kFactors[] = {25520, 19875, 12055, 4435, 600, 11, 0};
  if (x == 0) return kOneQ0;
  const int fraction_bits = 15 - integer_bits;
  if (integer_bits > 5 && x < -(1 << (fraction_bits + 5))) return 0;
  const int32_t quarter = 1 << (fraction_bits - 2);
  const int32_t fine = (x & (quarter - 1)) - quarter;  // in [-1/4, 0)
  const int32_t coarse = fine - x;                     // a multiple of 1/4
  int32_t result = ExpNearZero(ShiftLeft(fine, integer_bits));
  for (int k = 0; k - 2 < integer_bits && k < 7; ++k) {
    if (coarse & (quarter << k)) result = Multiply(result, kFactors[k]);
  }
  return result;
}

// 2 / (1 + x) in q2 for q0 x in [0, 1]: Newton's iteration for the inverse of
// (1 + x) / 2, from the best linear start.
int32_t TwoOverOnePlus(int32_t x) {
  const int32_t half = (x + kOneQ0 + 1) / 2;
  int32_t y = 23130 + Multiply(half, -15420);  // 48/17 - 32/17 * half
  for (int i = 0; i < 3; ++i) {
    const int32_t error = kOneQ2 - Multiply(half, y);
    y += ShiftLeft(Multiply(y, error), 2);
  }
  return y;
}

// The same in 32 bits, where qN is raw / 2^(31 - N).
int32_t WideMultiply(int32_t a, int32_t b) {
  return SaturatingRoundingDoublingHighMul(a, b);
}
int32_t WideShiftLeft(int32_t x, int shift) {
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int32_t>::min();
  const int64_t y = int64_t{x} * (int64_t{1} << shift);
  return static_cast<int32_t>(y > kMax ? kMax : y < kMin ? kMin : y);
}

}  // namespace

int16_t FixedLogistic(int16_t x, int integer_bits) {
  if (x == 0) return 1 << 14;
  const int32_t negative = x > 0 ? -x : x;
  // Half of 2 / (1 + e): in q2 it reads as q1.
  const int32_t y =
      ShiftLeft(TwoOverOnePlus(ExpOfNegative(negative, integer_bits)), 1);
  return static_cast<int16_t>(x > 0 ? y : kOneQ0 - y);
}

int16_t FixedTanh(int16_t x, int integer_bits) {
  if (x == 0) return 0;
  const int32_t negative = x > 0 ? -x : x;
  // exp(2x): the same integer with one more integer bit.
  const int32_t y = TwoOverOnePlus(ExpOfNegative(negative, integer_bits + 1));
  const int32_t magnitude = ShiftLeft(y - kOneQ2, 2);
  return static_cast<int16_t>(x > 0 ? magnitude : -magnitude);
}

QuantizedMultiplier FixedInverseSqrt(int32_t x) {
  constexpr int32_t kThreeHalves = (1 << 28) + (1 << 27);  // q3
  constexpr int32_t kRootHalf = 1518500250;                // q0
  if (x <= 1) return {std::numeric_limits<int32_t>::max(), 0};
  int shift = 11;  // of the result, to the right
  for (; x >= 1 << 29; x /= 4) ++shift;
  // In pairs of bits up to [2^27, 2^29): halved, q3 in [1/4, 1).
  for (; x < 1 << 27; x *= 4) --shift;
  // Newton's iteration for the inverse root of a, from 1.
  const int32_t half = RoundingDivideByPOT(x / 2, 1);
  int32_t y = 1 << 28;
  for (int i = 0; i < 5; ++i) {
    const int32_t cube = WideShiftLeft(WideMultiply(WideMultiply(y, y), y), 6);
    y = WideShiftLeft(WideMultiply(kThreeHalves, y) - WideMultiply(half, cube), 3);
  }
  y = WideMultiply(y, kRootHalf);
  if (shift < 0) {
    y = static_cast<int32_t>(static_cast<uint32_t>(y) << -shift);
    shift = 0;
  }
  return {y, -shift};
}

}  // namespace tflite
