#ifndef KERNELS_WHERE_WHERE_H_
#define KERNELS_WHERE_WHERE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// WHERE: the indices of all elements that are not 0 (a NaN is not), in
// row-major order.
//
// Input  0 condition: BOOL, integers of 8 to 64 bits, FLOAT16, BFLOAT16,
// FLOAT32,
//          FLOAT64
// Output [elements that are not 0, rank of the condition], INT64
//
// Constraints:
//   C1 one input and one output
//   C2 the condition has one of the types above
//   C3 the output is INT64
//   C4 the condition is no scalar (reported when the node runs)
struct Where : BoundOp {
  TfLiteType type;
  Shape input;
};

StatusOr<Where> BindWhere(const NodeView& node);

Status EvalWhereReference(const Where& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_WHERE_WHERE_H_
