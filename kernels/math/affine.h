#ifndef KERNELS_MATH_AFFINE_H_
#define KERNELS_MATH_AFFINE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::kernels {

// How a tensor's integers represent real numbers: real = scale * (stored -
// zero_point).
struct Affine {
  float scale = 1.0f;
  int32_t zero_point = 0;

  float Real(int32_t stored) const {
    return scale * static_cast<float>(int64_t{stored} - zero_point);
  }
  friend bool operator==(const Affine& a, const Affine& b) {
    return a.scale == b.scale && a.zero_point == b.zero_point;
  }
};

// The integer nearest to x, halves away from zero, inside T; NaN gives the
// lowest T. T is at most 32 bits wide.
template <typename T>
T RoundToInteger(float x) {
  using Limits = std::numeric_limits<T>;
  const float y = std::round(x);
  if (!(y > static_cast<float>(Limits::min()))) return Limits::min();
  // The float next to the largest int32 is one more.
  if (y >= static_cast<float>(Limits::max())) return Limits::max();
  return static_cast<T>(y);
}

// round(x / scale) + zero_point inside T.
template <typename T>
T QuantizeTo(float x, Affine affine) {
  const int64_t stored =
      int64_t{RoundToInteger<int32_t>(x / affine.scale)} + affine.zero_point;
  using Limits = std::numeric_limits<T>;
  return static_cast<T>(
      std::clamp<int64_t>(stored, Limits::min(), Limits::max()));
}

// 8- and 16-bit integers that have a scale represent real numbers; without one,
// and in any wider type, they are plain integers.
inline bool StandsForReals(const TensorView& tensor) {
  const TfLiteType type = tensor.type();
  return IsByteOrInt16(type) && tensor.is_quantized();
}

// The one scale and zero point of a tensor; an error when there is none or more
// than one, the scale is not positive and finite, or the zero point is not a
// value of the type.
StatusOr<Affine> ReadAffine(const TensorView& tensor);

// The same for entry `i` of a tensor's scales.
StatusOr<Affine> ReadAffine(const TensorView& tensor, size_t i);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_AFFINE_H_
