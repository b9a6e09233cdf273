#ifndef KERNELS_UNARY_UNARY_FUNCTION_H_
#define KERNELS_UNARY_UNARY_FUNCTION_H_

#include <cmath>

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

}  // namespace tflite::kernels

#endif  // KERNELS_UNARY_UNARY_FUNCTION_H_
