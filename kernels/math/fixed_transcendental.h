#ifndef KERNELS_MATH_FIXED_TRANSCENDENTAL_H_
#define KERNELS_MATH_FIXED_TRANSCENDENTAL_H_

#include <cstdint>

#include "kernels/math/fixed_point.h"

namespace tflite::kernels {

// Functions of 16-bit fixed-point numbers in integer arithmetic, bit for bit
// those of TensorFlow Lite's recurrent operators. The argument is x / 2^(15 -
// integer_bits), integer_bits in [0, 6]; the result y / 2^15, where 32767 also
// represents 1.

// 1 / (1 + exp(-x)), within 2.1e-4.
int16_t FixedLogistic(int16_t x, int integer_bits);

// Within 3.7e-4.
int16_t FixedTanh(int16_t x, int integer_bits);

// 1 / sqrt(x) for a whole x; x below 2 counts as 1.
QuantizedMultiplier FixedInverseSqrt(int32_t x);

// round(a * b / 2^15), halves upwards; the one overflow saturates.
inline int16_t FixedMultiply(int16_t a, int16_t b) {
  const int32_t product = int32_t{a} * b;
  if (product == (1 << 30)) return INT16_MAX;
  return static_cast<int16_t>(
      (product + (product >= 0 ? 1 << 14 : 1 - (1 << 14))) / (1 << 15));
}

// Inside the type's range.
inline int16_t SaturateToInt16(int32_t x) {
  return static_cast<int16_t>(x < INT16_MIN   ? INT16_MIN
                              : x > INT16_MAX ? INT16_MAX
                                              : x);
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_FIXED_TRANSCENDENTAL_H_
