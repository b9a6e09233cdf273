#include "kernels/math/integers.h"

#include <limits>

namespace tflite::kernels {
namespace {

// Elements; shapes of real tensors have far fewer.
constexpr int64_t kSmall = 64;

template <typename T>
absl::InlinedVector<int64_t, 8> Widen(const TensorView& tensor) {
  const auto values = tensor.span<T>();
  return absl::InlinedVector<int64_t, 8>(values.begin(), values.end());
}

}  // namespace

StatusOr<int64_t> ReadInteger(const TensorView& tensor) {
  TFLL_ASSIGN_OR_RETURN(const auto values, ReadIntegers(tensor));
  if (values.size() != 1) {
    return Invalid(tensor.ToString(), " must have one element");
  }
  return values[0];
}

StatusOr<absl::InlinedVector<int64_t, 8>> ReadAnyIntegers(
    const TensorView& tensor) {
  if (tensor.num_elements() != 0 && tensor.raw()->data.data == nullptr) {
    return Invalid(tensor.ToString(), " has no data yet");
  }
  switch (tensor.type()) {
    case kTfLiteBool:
    case kTfLiteInt8:
      return Widen<int8_t>(tensor);
    case kTfLiteInt16:
      return Widen<int16_t>(tensor);
    default:
      return ReadIntegers(tensor);
  }
}

StatusOr<Shape> ReadShape(const TensorView& tensor) {
  TFLL_ASSIGN_OR_RETURN(const auto values, ReadIntegers(tensor));
  return MakeShape(values);
}

StatusOr<Shape> MakeShape(absl::Span<const int64_t> extents) {
  Shape shape;
  for (const int64_t extent : extents) {
    if (extent < 0 || extent > std::numeric_limits<int32_t>::max()) {
      return Invalid("extent ", extent, " of dimension ", shape.rank(),
                     " is out of range");
    }
    shape.push_back(static_cast<int32_t>(extent));
  }
  TFLL_RETURN_IF_ERROR(shape.CheckedNumElements().status());
  return shape;
}

bool IsSmallConstant(const NodeView& node, const Shape& output_shape) {
  const TensorView output = node.output(0);
  if (!output || ElementBits(output.type()) == 0) return false;
  for (int i = 0; i < node.num_inputs(); ++i) {
    const TensorView input = node.input(i);
    if (input && !input.is_constant()) return false;
  }
  const auto count = output_shape.CheckedNumElements();
  return count.ok() && *count <= kSmall;
}

}  // namespace tflite::kernels
