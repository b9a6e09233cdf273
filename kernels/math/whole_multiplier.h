#ifndef KERNELS_MATH_WHOLE_MULTIPLIER_H_
#define KERNELS_MATH_WHOLE_MULTIPLIER_H_

#include <cstdint>

#include "kernels/math/fixed_point.h"

namespace tflite::kernels {

// round(x * factor) with all bits of the multiplier and one rounding, upwards
// at halves: what FULLY_CONNECTED does with 64-bit sums, where convolutions use
// the 64-bit MultiplyByQuantizedMultiplier. Exact for |x| < 2^47; beyond, and
// where the result leaves 32 bits, it wraps.
inline int32_t MultiplyByWholeMultiplier(int64_t x, QuantizedMultiplier m) {
  const int total = 31 - m.shift;
  const uint64_t half = uint64_t{1} << (total - 1);
  const auto factor = static_cast<uint64_t>(int64_t{m.multiplier});
  if (total <= 16) {
    const uint64_t product = static_cast<uint64_t>(x) * factor;
    return static_cast<int32_t>(static_cast<int64_t>(product + half) >> total);
  }
  // 48 bits times 31 in two parts, the lower 16 bits of x apart.
  const uint64_t low = (static_cast<uint64_t>(x) & 0xFFFF) * factor + half;
  const uint64_t high = static_cast<uint64_t>(x >> 16) * factor;
  const auto sum = static_cast<int64_t>(high + (low >> 16));
  return static_cast<int32_t>(sum >> (total - 16));
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_WHOLE_MULTIPLIER_H_
