#ifndef TENSORFLOW_LITE_LITE_BASE_CHECKED_H_
#define TENSORFLOW_LITE_LITE_BASE_CHECKED_H_

#include <cstddef>
#include <cstdint>

#include "tensorflow_lite_lite/base/namespaces.h"

namespace tflite::base {

// Overflow-checked arithmetic for sizes computed from a model. Each function
// returns false, and leaves `*out` unspecified, if the exact result does not
// fit.
template <typename T>
[[nodiscard]] bool CheckedAdd(T a, T b, T* out) {
  return !__builtin_add_overflow(a, b, out);
}
template <typename T>
[[nodiscard]] bool CheckedSub(T a, T b, T* out) {
  return !__builtin_sub_overflow(a, b, out);
}
template <typename T>
[[nodiscard]] bool CheckedMul(T a, T b, T* out) {
  return !__builtin_mul_overflow(a, b, out);
}

// Value-preserving conversion between integer types.
template <typename To, typename From>
[[nodiscard]] bool CheckedCast(From value, To* out) {
  return !__builtin_add_overflow(value, From{0}, out);
}

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_CHECKED_H_
