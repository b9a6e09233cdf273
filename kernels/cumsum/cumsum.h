#ifndef KERNELS_CUMSUM_CUMSUM_H_
#define KERNELS_CUMSUM_CUMSUM_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// CUMSUM: along one axis, the sum of all elements up to each. `exclusive`
// leaves the element itself out, `reverse` sums from the other end. A negative
// axis counts from the back. Sums are taken one after another; integers wrap.
//
// Inputs 0 value, FLOAT32, FLOAT64, INT32 or INT64; 1 axis, one element, INT32
//        or INT64
// Output of the value's shape and type
//
// Constraints:
//   C1 two inputs and one output
//   C2 the value has one of the types above, the output the same
//   C3 the axis is one element, INT32 or INT64
//   C4 it is a dimension of the value (found when it is read)
struct Cumsum : BoundOp {
  TfLiteType type;
  Shape shape;
  bool exclusive, reverse;
};

StatusOr<Cumsum> BindCumsum(const NodeView& node);

Status EvalCumsumReference(const Cumsum& op, EvalContext& context);
Status EvalCumsumCpu(const Cumsum& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_CUMSUM_CUMSUM_H_
