#include "kernels/math/affine.h"

namespace tflite {
namespace {

bool IsStored(TfLiteType type, int32_t value) {
  switch (type) {
    case kTfLiteUInt8:
      return value >= 0 && value <= 255;
    case kTfLiteInt8:
      return value >= -128 && value <= 127;
    case kTfLiteInt16:
      return value >= -32768 && value <= 32767;
    default:
      return true;
  }
}

}  // namespace

StatusOr<Affine> ReadAffine(const TensorView& tensor) {
  const auto scales = tensor.scales();
  if (scales.size() != 1) {
    return Invalid(tensor.ToString(), " has ", scales.size(), " scales, not 1");
  }
  const auto zero_points = tensor.zero_points();
  Affine affine{scales[0], zero_points.empty() ? 0 : zero_points[0]};
  if (!(affine.scale > 0.0f) || !std::isfinite(affine.scale)) {
    return Invalid(tensor.ToString(), " has scale ", affine.scale);
  }
  if (!IsStored(tensor.type(), affine.zero_point)) {
    return Invalid(tensor.ToString(), " has zero point ", affine.zero_point);
  }
  return affine;
}

}  // namespace tflite
