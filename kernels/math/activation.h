#ifndef KERNELS_MATH_ACTIVATION_H_
#define KERNELS_MATH_ACTIVATION_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {

// An activation fused into an operator, as the interval it clamps to.
template <typename T>
struct ActivationRange {
  T min;
  T max;
  T Clamp(T x) const { return std::min(std::max(x, min), max); }
};

// For float outputs. TANH and SIGN_BIT are not intervals: Unsupported.
inline StatusOr<ActivationRange<float>> FloatActivationRange(
    TfLiteFusedActivation activation) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  switch (activation) {
    case kTfLiteActNone:
      return ActivationRange<float>{-kInf, kInf};
    case kTfLiteActRelu:
      return ActivationRange<float>{0.0f, kInf};
    case kTfLiteActReluN1To1:
      return ActivationRange<float>{-1.0f, 1.0f};
    case kTfLiteActRelu6:
      return ActivationRange<float>{0.0f, 6.0f};
    default:
      return Unsupported("fused activation ", static_cast<int>(activation),
                         " is not an interval");
  }
}

// For a quantized output: the interval in stored integers, inside the type's
// own range.
StatusOr<ActivationRange<int32_t>> QuantizedActivationRange(
    TfLiteFusedActivation activation, const TensorView& output);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_ACTIVATION_H_
