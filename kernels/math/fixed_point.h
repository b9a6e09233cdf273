#ifndef KERNELS_MATH_FIXED_POINT_H_
#define KERNELS_MATH_FIXED_POINT_H_

#include <cstdint>
#include <limits>

namespace tflite::kernels {

// A positive real factor as multiplier * 2^(shift - 31), multiplier in
// [2^30, 2^31) or 0, shift in [-31, 30].
struct QuantizedMultiplier {
  int32_t multiplier = 0;
  int shift = 0;
};

// The nearest representable factor; 0 for factors below 2^-32.
QuantizedMultiplier QuantizeMultiplier(double real);

// round(a * b / 2^31), halves upwards; the one overflow, INT32_MIN squared,
// saturates.
inline int32_t SaturatingRoundingDoublingHighMul(int32_t a, int32_t b) {
  if (a == b && a == std::numeric_limits<int32_t>::min()) {
    return std::numeric_limits<int32_t>::max();
  }
  const int64_t ab = static_cast<int64_t>(a) * b;
  const int64_t nudge = ab >= 0 ? (int64_t{1} << 30) : (1 - (int64_t{1} << 30));
  return static_cast<int32_t>((ab + nudge) / (int64_t{1} << 31));
}

// Where a right shift that rounds to the nearest integer takes halves.
enum class Halves : uint8_t { kAwayFromZero, kUp };

// round(x / 2^exponent), halves away from zero; exponent in [0, 31].
inline int32_t RoundingDivideByPOT(int32_t x, int exponent) {
  const int32_t mask = static_cast<int32_t>((int64_t{1} << exponent) - 1);
  const int32_t remainder = x & mask;
  const int32_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);
  return (x >> exponent) + (remainder > threshold ? 1 : 0);
}

// The same, halves upwards.
inline int32_t RoundingUpDivideByPOT(int32_t x, int exponent) {
  const int64_t half = (int64_t{1} << exponent) >> 1;
  return static_cast<int32_t>((x + half) >> exponent);
}

// x * factor with the two roundings of the reference integer arithmetic: the
// doubling high multiplication, then the right shift. A left shift that
// overflows wraps.
inline int32_t MultiplyByQuantizedMultiplier(
    int32_t x, QuantizedMultiplier m, Halves halves = Halves::kAwayFromZero) {
  const int left = m.shift > 0 ? m.shift : 0;
  const int right = m.shift > 0 ? 0 : -m.shift;
  const int32_t shifted =
      static_cast<int32_t>(static_cast<uint32_t>(x) << left);
  const int32_t high = SaturatingRoundingDoublingHighMul(shifted, m.multiplier);
  return halves == Halves::kUp ? RoundingUpDivideByPOT(high, right)
                               : RoundingDivideByPOT(high, right);
}

// The same for any x and factor, held inside 32 bits instead of wrapping.
inline int32_t SaturatingMultiplyByQuantizedMultiplier(int64_t x,
                                                       QuantizedMultiplier m) {
  constexpr int64_t kMin = std::numeric_limits<int32_t>::min();
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  x = x < kMin ? kMin : x > kMax ? kMax : x;
  if (m.shift > 0) {
    x *= int64_t{1} << m.shift;
    x = x < kMin ? kMin : x > kMax ? kMax : x;
    m.shift = 0;
  }
  return MultiplyByQuantizedMultiplier(static_cast<int32_t>(x), m);
}

// The same for 48-bit accumulators (16x8 operators): the multiplier is rounded
// to 16 bits and there is one rounding, upwards at halves.
inline int32_t MultiplyByQuantizedMultiplier(int64_t x, QuantizedMultiplier m) {
  const int32_t reduced =
      m.multiplier < 0x7FFF0000 ? (m.multiplier + (1 << 15)) >> 16 : 0x7FFF;
  const int total = 15 - m.shift;
  // Unsigned: unreasonable scales of a model overflow, and then wrap.
  const uint64_t product = static_cast<uint64_t>(x) *
                           static_cast<uint64_t>(static_cast<int64_t>(reduced));
  if (total < 1) return static_cast<int32_t>(product << -total);
  const uint64_t rounded = product + (uint64_t{1} << (total - 1));
  return static_cast<int32_t>(static_cast<int64_t>(rounded) >> total);
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_FIXED_POINT_H_
