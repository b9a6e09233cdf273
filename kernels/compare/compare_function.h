#ifndef KERNELS_COMPARE_COMPARE_FUNCTION_H_
#define KERNELS_COMPARE_COMPARE_FUNCTION_H_

#include <cstdint>

#include "kernels/compare/compare.h"

namespace tflite::kernels {

// The comparisons of compare.h on two numbers.
template <typename T>
bool ComparisonHolds(CompareKind kind, const T& x, const T& y) {
  switch (kind) {
    case CompareKind::kEqual:
      return x == y;
    case CompareKind::kNotEqual:
      return x != y;
    case CompareKind::kLess:
      return x < y;
    case CompareKind::kLessEqual:
      return x <= y;
    case CompareKind::kGreater:
      return x > y;
    case CompareKind::kGreaterEqual:
      break;
  }
  return x >= y;
}

// Of stored integers, where op.scaled.
inline bool ScaledComparisonHolds(const Compare& op, int32_t x, int32_t y) {
  const auto scaled = [](int32_t centred, QuantizedMultiplier factor) {
    return SaturatingMultiplyByQuantizedMultiplier(int64_t{centred} * 256,
                                                   factor);
  };
  return ComparisonHolds(op.kind, scaled(x - op.x_zero_point, op.x_factor),
                         scaled(y - op.y_zero_point, op.y_factor));
}

}  // namespace tflite::kernels

#endif  // KERNELS_COMPARE_COMPARE_FUNCTION_H_
