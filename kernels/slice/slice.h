#ifndef KERNELS_SLICE_SLICE_H_
#define KERNELS_SLICE_SLICE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SLICE: the box of `size` elements from `begin` on; a size of -1 takes the
// rest of its dimension. STRIDED_SLICE: value[begin:end:stride] in each
// dimension, as Python has it: negative begins and ends count from the back and
// both are clamped to the dimension; a negative stride walks backwards. Bit i
// of a mask belongs to the i-th element of begin, end and strides, taken in
// this order:
//   ellipsis_mask     stands for as many whole dimensions as are not listed;
//                     without one, it follows the last element
//   new_axis_mask     adds an extent of 1, takes no dimension of the value
//   shrink_axis_mask  takes one element, at begin, and drops the dimension
//   begin_mask        begins at the first element in the direction of the
//   stride end_mask          ends behind the last; no effect where `offset` is
//   set offset            end counts from the (clamped) begin
//
// SLICE          inputs 0 value, 1 begin [rank], 2 size [rank]
// STRIDED_SLICE  inputs 0 value, 1 begin [n], 2 end [n], 3 strides [n]
// All but the value INT32 or INT64. The value is of any type, the output's too.
//
// Constraints:
//   C1 inputs as listed and one output
//   C2 the output has the value's type
//   C3 index tensors have rank 1 and the lengths above
//   C4 SLICE: 0 <= begin, -1 <= size, begin + size <= extent
//   C5 STRIDED_SLICE: strides are neither 0 nor -2^31; positive where the axis
//      is shrunk
//   C6 STRIDED_SLICE: one ellipsis at most, no more elements than dimensions
//   C7 STRIDED_SLICE: the element of a shrunk axis exists
struct Slice : BoundOp {
  TfLiteType type;
  Shape input;
  // One entry per dimension of the input: element i is that at begin + i *
  // stride. The output has these extents, some of 1 dropped or added.
  absl::InlinedVector<int64_t, 6> begin, stride;
  Shape size;
};

StatusOr<Slice> BindSlice(const NodeView& node);
StatusOr<Slice> BindStridedSlice(const NodeView& node);

Status EvalSliceReference(const Slice& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SLICE_SLICE_H_
