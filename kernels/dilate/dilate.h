#ifndef KERNELS_DILATE_DILATE_H_
#define KERNELS_DILATE_DILATE_H_

#include "absl/container/inlined_vector.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// DILATE: spreads the elements of a tensor, with padding between neighbours.
//   out(i_0 * dilation_0, i_1 * dilation_1, ..) = in(i_0, i_1, ..),
// all other elements are the padding value. An extent n becomes
// (n - 1) * dilation + 1, and 0 stays 0.
//
// Input 0  any shape and type
// Input 1  dilations, INT32 or INT64, one per dimension of input 0
// Input 2  the padding value, one element of input 0's type
// Output   of input 0's type
//
// Constraints:
//   C1 three inputs and one output
//   C2 input, padding value and output have one type
//   C3 dilations are an INT32 or INT64 vector, one per dimension
//   C4 dilations are positive and the output's extents fit
//   C5 the padding value is one element
struct Dilate : BoundOp {
  Shape shape;  // of the input
  absl::InlinedVector<int64_t, 6> dilations;
};

StatusOr<Dilate> BindDilate(const NodeView& node);

Status EvalDilateReference(const Dilate& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_DILATE_DILATE_H_
