#ifndef KERNELS_MATH_VECTOR_FIXED_POINT_VECTOR_H_
#define KERNELS_MATH_VECTOR_FIXED_POINT_VECTOR_H_

#include <cstdint>
#include <limits>

#include "kernels/math/fixed_point.h"
#include "kernels/math/vector/vector.h"

// The multiplications of fixed_point.h for loops that the compiler vectorises.
namespace tflite::kernels {

// RoundingDivideByPOT: round(x / 2^shift), halves away from zero.
TFLL_ALWAYS_INLINE int32_t RoundingShiftDown(int32_t x, int32_t shift) {
  const int32_t mask = static_cast<int32_t>((uint32_t{1} << shift) - 1);
  const int32_t threshold = (mask >> 1) - (x >> 31);
  return (x >> shift) + ((x & mask) > threshold ? 1 : 0);
}

// MultiplyByQuantizedMultiplier by a factor whose shift is not positive.
struct DownMultiplier {
  TFLL_ALWAYS_INLINE explicit DownMultiplier(QuantizedMultiplier m)
      : multiplier(m.multiplier), shift(-m.shift) {}

  TFLL_ALWAYS_INLINE int32_t Multiply(int32_t x) const {
    // Doubling high product: halves go up, whatever the sign. The low half of
    // the shifted 64 bits is the same for an arithmetic and a logical shift.
    const int64_t product = static_cast<int64_t>(x) * multiplier;
    const uint64_t rounded =
        static_cast<uint64_t>(product) + (uint64_t{1} << 30);
    return RoundingShiftDown(static_cast<int32_t>(rounded >> 31), shift);
  }

  int32_t multiplier, shift;
};

// Integers less their zero point, by a factor whose shift is not positive, to
// another scale and zero point.
struct Requantizer {
  template <typename Out>
  TFLL_ALWAYS_INLINE Out Of(int32_t x) const {
    // The zero point could take a product past 32 bits.
    const int32_t least = std::numeric_limits<Out>::min() - out_zero_point;
    const int32_t most = std::numeric_limits<Out>::max() - out_zero_point;
    int32_t v = factor.Multiply(x - in_zero_point);
    v = v < least ? least : v;
    v = v > most ? most : v;
    return static_cast<Out>(v + out_zero_point);
  }

  DownMultiplier factor;
  int32_t in_zero_point, out_zero_point;
};

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_VECTOR_FIXED_POINT_VECTOR_H_
