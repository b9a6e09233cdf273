#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_CPPMATH_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_CPPMATH_H_

#include <cmath>

namespace tflite {

// Rounds to nearest, halves away from zero.
template <typename T>
T TfLiteRound(T x) {
  return std::round(x);
}

template <typename T>
T TfLiteExpm1(T x) {
  return std::expm1(x);
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_CPPMATH_H_
