#ifndef KERNELS_ROLL_ROLL_H_
#define KERNELS_ROLL_ROLL_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Roll (custom): moves the elements along some axes by `shift` places towards
// higher indices; what leaves at the end wraps around to the start. Shifts of
// an axis that occurs twice add up; negative axes count from the back.
//
// Inputs 0 value, any type; 1 shift, 2 axis: INT32 or INT64, scalars or vectors
// with equal numbers of elements
// Output of the value's type and shape
//
// Constraints:
//   C1 three inputs and one output
//   C2 the output has the value's type
//   C3 shift and axis are scalars or vectors of INT32 or INT64, of one length
//   C4 the axes exist (found when they are read)
struct Roll : BoundOp {
  TfLiteType type;
  Shape shape;
};

StatusOr<Roll> BindRoll(const NodeView& node);

Status EvalRollReference(const Roll& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_ROLL_ROLL_H_
