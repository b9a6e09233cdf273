#ifndef KERNELS_MATH_INTEGERS_H_
#define KERNELS_MATH_INTEGERS_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::kernels {

// The one element of an INT32 or INT64 tensor of any rank.
StatusOr<int64_t> ReadInteger(const TensorView& tensor);

// The elements of a BOOL, INT8, INT16, INT32 or INT64 tensor.
StatusOr<absl::InlinedVector<int64_t, 8>> ReadAnyIntegers(
    const TensorView& tensor);

// The elements of an INT32 or INT64 tensor as a shape: none negative, the
// product within int64.
StatusOr<Shape> ReadShape(const TensorView& tensor);

// Extents computed in 64 bits as a shape: each within [0, INT32_MAX], the
// product within int64.
StatusOr<Shape> MakeShape(absl::Span<const int64_t> extents);

// True when every input is constant and the first output is so small (sizes,
// shapes, axes computed within a model) that computing it once, while
// preparing, costs nothing and makes the shapes that depend on it known.
bool IsSmallConstant(const NodeView& node, const Shape& output_shape);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_INTEGERS_H_
