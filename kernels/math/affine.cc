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

// Entry i of the tensor's scales and zero points.
StatusOr<Affine> ReadEntry(const TensorView& tensor, size_t i) {
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

}  // namespace

StatusOr<Affine> ReadAffine(const TensorView& tensor) {
  if (tensor.scales().size() != 1) {
    return Invalid(tensor.ToString(), " has ", tensor.scales().size(),
                   " scales, not 1");
  }
  return ReadEntry(tensor, 0);
}

StatusOr<ChannelAffine> ReadChannelAffine(const TensorView& tensor,
                                          const Shape& shape) {
  const size_t count = tensor.scales().size();
  if (count == 0) return Invalid(tensor.ToString(), " has no scale");
  ChannelAffine affine;
  affine.inner = shape.num_elements();
  if (count > 1) {
    const int axis = tensor.quantized_dimension();
    if (axis < 0 || axis >= shape.rank() ||
        static_cast<size_t>(shape[axis]) != count) {
      return Invalid(tensor.ToString(), " has ", count,
                     " scales along dimension ", axis);
    }
    affine.outer = shape.Product(0, axis);
    affine.inner = shape.Product(axis + 1, shape.rank());
  }
  for (size_t i = 0; i < count; ++i) {
    TFLL_ASSIGN_OR_RETURN(const Affine entry, ReadEntry(tensor, i));
    affine.channels.push_back(entry);
  }
  return affine;
}

}  // namespace tflite::kernels
