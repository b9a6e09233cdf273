#ifndef KERNELS_BINARY_BINARY_ARITHMETIC_H_
#define KERNELS_BINARY_BINARY_ARITHMETIC_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/binary/binary.h"
#include "kernels/math/affine.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

// The arithmetic of binary.h on single elements.
namespace tflite::kernels {

// What elements of type T are computed in.
template <typename T>
using Wide =
    std::conditional_t<std::is_same_v<T, half> || std::is_same_v<T, bfloat16>,
                       float, T>;

// Integers of T's width in which overflow wraps.
template <typename T>
using Wrapping =
    std::make_unsigned_t<std::conditional_t<(sizeof(T) < sizeof(int)), int, T>>;

// The result of one quantized element in the output's integers, before the
// zero point and the clamp of `range`. kRaw and kReal have their own. The
// operands' factors are at most one half, so that only `factor` can saturate.
inline int32_t QuantizedSum(const BinaryQuantization& q, int32_t a, int32_t b,
                            bool subtract) {
  const int32_t x =
      MultiplyByQuantizedMultiplier(a * (1 << q.shift), q.x_factor);
  const int32_t y =
      MultiplyByQuantizedMultiplier(b * (1 << q.shift), q.y_factor);
  return SaturatingMultiplyByQuantizedMultiplier(subtract ? x - y : x + y,
                                                 q.factor);
}
inline int32_t QuantizedSquare(const BinaryQuantization& q, int32_t a,
                               int32_t b) {
  const int32_t x =
      MultiplyByQuantizedMultiplier(a * (1 << q.shift), q.x_factor);
  const int32_t y =
      MultiplyByQuantizedMultiplier(b * (1 << q.shift), q.y_factor);
  return SaturatingMultiplyByQuantizedMultiplier((x - y) * (x - y), q.factor);
}
inline int32_t QuantizedQuotient(const BinaryQuantization& q, int32_t a,
                                 int32_t b) {
  if (a == 0) return 0;
  const double real =
      b == 0 ? std::copysign(1e9, a) : q.quotient_factor * a / b;
  return static_cast<int32_t>(std::round(std::clamp(real, -1e9, 1e9)));
}
inline int32_t QuantizedShifted(const BinaryQuantization& q, int32_t a,
                                int32_t b, bool subtract) {
  const int32_t x = RoundingDivideByPOT(a, q.x_right_shift);
  const int32_t y = RoundingDivideByPOT(b, q.y_right_shift);
  return subtract ? x - y : x + y;
}

inline float RealResult(BinaryKind kind, float x, float y) {
  switch (kind) {
    case BinaryKind::kMaximum:
      return x > y ? x : y;
    case BinaryKind::kMinimum:
      return x < y ? x : y;
    default:
      return (x - y) * (x - y);
  }
}

}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BINARY_ARITHMETIC_H_
