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

// The upper half of (x << shift) * factor, halves upwards. A positive shift
// wraps, a negative one counts as 0. INT32_MIN * INT32_MIN saturates.
inline int64_t UpperProduct(int32_t x, int32_t factor, int32_t shift) {
  const int32_t a =
      shift > 0 ? static_cast<int32_t>(static_cast<uint32_t>(x) << shift) : x;
  const int64_t upper = (int64_t{a} * factor + (int64_t{1} << 30)) >> 31;
  return upper > INT32_MAX ? INT32_MAX : upper;
}

// M(x, factor, shift): x * factor * 2^(shift - 31) in two roundings, of the
// upper product, and by a negative shift, which takes halves away from zero.
// shift in [-31, 30].
inline int32_t ScaleBy(int32_t x, int32_t factor, int32_t shift) {
  return static_cast<int32_t>(ShiftRightRounding(UpperProduct(x, factor, shift),
                                                 shift < 0 ? -shift : 0));
}

// The same, but the shift takes halves up.
inline int32_t ScaleUpBy(int32_t x, int32_t factor, int32_t shift) {
  const int right = shift < 0 ? -shift : 0;
  const int64_t half = (int64_t{1} << right) >> 1;
  return static_cast<int32_t>((UpperProduct(x, factor, shift) + half) >> right);
}

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_ARITHMETIC_H_
