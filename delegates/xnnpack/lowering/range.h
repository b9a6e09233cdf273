#ifndef DELEGATES_XNNPACK_LOWERING_RANGE_H_
#define DELEGATES_XNNPACK_LOWERING_RANGE_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/math/activation.h"
#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::xnnpack {

using namespace delegates;

// The bounds of a result as the library expects them: dequantized.
struct RealRange {
  float min, max;
};

// Converts quantized bounds. A bound that equals the limit of the type becomes
// infinite.
inline RealRange ToRealRange(const ActivationRange<int32_t>& stored,
                             const TensorView& output) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const int32_t low = output.type() == kTfLiteInt8 ? -128 : 0;
  const auto real = [&](int32_t x) {
    return output.scale() * static_cast<float>(x - output.zero_point());
  };
  return {stored.min <= low ? -kInf : real(stored.min),
          stored.max >= low + 255 ? kInf : real(stored.max)};
}

// XNNPACK requires bounds that, quantized as the output, differ.
inline Status CheckRange(float min, float max, const TensorView& output) {
  if (output.type() != kTfLiteFloat32) {
    const float low = output.type() == kTfLiteInt8 ? -128.0f : 0.0f;
    const float zero_point = static_cast<float>(output.zero_point());
    const auto stored = [&](float real) {
      return zero_point +
             std::nearbyint(std::clamp(real / output.scale(), low - zero_point,
                                       low + 255 - zero_point));
    };
    min = stored(min);
    max = stored(max);
  }
  if (min < max) return OkStatus();
  return Unsupported("the activation leaves one value, ", min);
}

// Unsupported unless low <= ratio < high.
inline Status CheckRatio(const char* what, float ratio, float low, float high) {
  if (ratio >= low && ratio < high) return OkStatus();
  return Unsupported(what, " is ", ratio,
                     " times the output's, beyond XNNPACK's arithmetic");
}

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_LOWERING_RANGE_H_
