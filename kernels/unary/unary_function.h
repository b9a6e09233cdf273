#ifndef KERNELS_UNARY_UNARY_FUNCTION_H_
#define KERNELS_UNARY_UNARY_FUNCTION_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "kernels/math/fixed_transcendental.h"
#include "kernels/unary/unary.h"

namespace tflite::kernels {

// The functions of unary.h on one number; T is float or double. LOGICAL_NOT has
// none.
template <typename T>
T UnaryFunction(UnaryKind kind, T x) {
  switch (kind) {
    case UnaryKind::kAbs:
      return std::abs(x);
    case UnaryKind::kNeg:
      return -x;
    case UnaryKind::kSign:
      return x > 0 ? T{1} : x < 0 ? T{-1} : x == 0 ? T{0} : x;
    case UnaryKind::kCeil:
      return std::ceil(x);
    case UnaryKind::kFloor:
      return std::floor(x);
    case UnaryKind::kRound:
      return std::nearbyint(x);
    case UnaryKind::kSquare:
      return x * x;
    case UnaryKind::kSqrt:
      return std::sqrt(x);
    case UnaryKind::kRsqrt:
      return T{1} / std::sqrt(x);
    case UnaryKind::kExp:
      return std::exp(x);
    case UnaryKind::kLog:
      return std::log(x);
    case UnaryKind::kSin:
      return std::sin(x);
    case UnaryKind::kCos:
      return std::cos(x);
    case UnaryKind::kLogicalNot:
      break;
  }
  return x;
}

// SQRT and RSQRT have no value below 0.
inline bool IsRoot(UnaryKind kind) {
  return kind == UnaryKind::kSqrt || kind == UnaryKind::kRsqrt;
}

// What to store for the stored integer x, not below the zero point of a root. T
// is the type of both.
template <typename T>
T UnaryStored(const Unary& op, T x) {
  const auto clamped = [&op](int64_t y) {
    return static_cast<T>(std::clamp<int64_t>(y + op.out.zero_point,
                                              std::numeric_limits<T>::min(),
                                              std::numeric_limits<T>::max()));
  };
  const int32_t centred = int32_t{x} - op.in.zero_point;
  if (op.kind == UnaryKind::kAbs) {
    const int32_t magnitude = std::abs(centred);
    return clamped(
        op.in.scale == op.out.scale
            ? magnitude
            : SaturatingMultiplyByQuantizedMultiplier(magnitude, op.factor));
  }
  if (op.kind == UnaryKind::kRsqrt && sizeof(T) == 1) {
    if (centred == 0) return std::numeric_limits<T>::max();
    constexpr int kBits = 20;  // of the root's fraction
    QuantizedMultiplier root = FixedInverseSqrt(centred), factor = op.factor;
    root.shift += kBits;
    factor.shift -= kBits;
    // Less than half a step, and more than integers can be shifted.
    if (factor.shift < -31) factor = {};
    return clamped(SaturatingMultiplyByQuantizedMultiplier(
        MultiplyByQuantizedMultiplier(1, root), factor));
  }
  if constexpr (std::is_same_v<T, int16_t>) {
    if (op.kind == UnaryKind::kExp) return (*op.table)(x);
  }
  return QuantizeTo<T>(UnaryFunction<float>(op.kind, op.in.Real(x)), op.out);
}

}  // namespace tflite::kernels

#endif  // KERNELS_UNARY_UNARY_FUNCTION_H_
