#ifndef KERNELS_ADD_N_ADD_N_H_
#define KERNELS_ADD_N_ADD_N_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// ADD_N: the sum of all inputs, element by element, from the first to the last.
// Integers wrap.
//
// Inputs and output of one shape and type.
//
// Constraints:
//   C1 one input or more, one output
//   C2 all tensors have one type: FLOAT32, FLOAT64, FLOAT16, BFLOAT16, INT32 or
//      INT64
//   C3 all inputs have one shape
struct AddN : BoundOp {
  TfLiteType type;
  int64_t count;  // elements of a tensor
};

StatusOr<AddN> BindAddN(const NodeView& node);

Status EvalAddNReference(const AddN& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_ADD_N_ADD_N_H_
