#include "kernels/math/affine.h"

namespace tflite::kernels {
namespace {

bool IsStored(TfLiteType type, int32_t value) {
  switch (type) {
    case kTfLiteUInt8:
      return value >= 0 && value <= 255;
    case kTfLiteInt8:
      return value >= -128 && value <= 127;
    case kTfLiteInt16:
      return value >= -32768 && value <= 32767;
    case kTfLiteInt4:
      return value >= -8 && value <= 7;
    case kTfLiteUInt4:
      return value >= 0 && value <= 15;
    case kTfLiteInt2:
      return value >= -2 && value <= 1;
    default:
      return true;
  }
}

}  // namespace

StatusOr<Affine> ReadAffine(const TensorView& tensor, size_t i) {
  const auto zero_points = tensor.zero_points();
  Affine affine{tensor.scales()[i], 0};
  // One zero point may serve all scales.
  if (!zero_points.empty()) {
    affine.zero_point = zero_points[i < zero_points.size() ? i : 0];
  }
  if (!(affine.scale > 0.0f) || !std::isfinite(affine.scale)) {
    return Invalid(tensor.ToString(), " has scale ", affine.scale);
  }
  if (!IsStored(tensor.type(), affine.zero_point)) {
    return Invalid(tensor.ToString(), " has zero point ", affine.zero_point);
  }
  return affine;
}

StatusOr<Affine> ReadAffine(const TensorView& tensor) {
  if (tensor.scales().size() != 1) {
    return Invalid(tensor.ToString(), " has ", tensor.scales().size(),
                   " scales, not 1");
  }
  return ReadAffine(tensor, 0);
}

}  // namespace tflite::kernels
