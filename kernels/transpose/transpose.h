#ifndef KERNELS_TRANSPOSE_TRANSPOSE_H_
#define KERNELS_TRANSPOSE_TRANSPOSE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// TRANSPOSE: dimension i of the output is dimension permutation[i] of the
// value; negative entries count from the back.
//
// Inputs 0 value, any type; 1 permutation [rank], INT32 or INT64
// Output of the value's type
//
// Constraints:
//   C1 two inputs and one output
//   C2 the output has the value's type
//   C3 the permutation has one entry per dimension and INT32 or INT64
//   C4 its entries are all the value's dimensions
struct Transpose : BoundOp {
  TfLiteType type;
  Shape input;
  absl::InlinedVector<int, 6> permutation;
};

StatusOr<Transpose> BindTranspose(const NodeView& node);

Status EvalTransposeReference(const Transpose& op, EvalContext& context);
// Tiles of 2-D transpositions, in registers where the type allows; threads.
Status EvalTransposeCpu(const Transpose& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_TRANSPOSE_TRANSPOSE_H_
