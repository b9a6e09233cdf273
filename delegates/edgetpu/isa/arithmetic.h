#ifndef DELEGATES_EDGETPU_ISA_ARITHMETIC_H_
#define DELEGATES_EDGETPU_ISA_ARITHMETIC_H_

#include <cstdint>

// The machine's integer arithmetic.
namespace tflite::edgetpu {

// x / 2^bits to the nearest integer, halves away from zero; bits in [0, 62].
inline int64_t ShiftRightRounding(int64_t x, int bits) {
  if (bits == 0) return x;
  const int64_t half = int64_t{1} << (bits - 1);
  return x >= 0 ? (x + half) >> bits : -((-x + half) >> bits);
}

// M(x, factor, shift): x * factor * 2^(shift - 31) in two roundings. A positive
// shift is applied to x first and wraps; then the product is rounded to its
// upper half, halves upwards, and a negative shift rounds halves away from
// zero. INT32_MIN * INT32_MIN saturates. shift in [-31, 30].
inline int32_t ScaleBy(int32_t x, int32_t factor, int32_t shift) {
  const int32_t a =
      shift > 0 ? static_cast<int32_t>(static_cast<uint32_t>(x) << shift) : x;
  int64_t upper = (int64_t{a} * factor + (int64_t{1} << 30)) >> 31;
  if (upper > INT32_MAX) upper = INT32_MAX;
  return static_cast<int32_t>(
      ShiftRightRounding(upper, shift < 0 ? -shift : 0));
}

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_ARITHMETIC_H_
