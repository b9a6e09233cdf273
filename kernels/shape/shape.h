#ifndef KERNELS_SHAPE_SHAPE_H_
#define KERNELS_SHAPE_SHAPE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SHAPE: the extents of the input, as INT32 or INT64 [rank].
// RANK: their number, as an INT32 scalar.
// Known as soon as the input's shape is; the input's elements are not read.
//
// Constraints:
//   C1 one input and one output
//   C2 the output is INT32, that of SHAPE INT32 or INT64
struct ShapeOf : BoundOp {
  TfLiteType out_type;
  absl::InlinedVector<int64_t, 8> values;  // what the output holds
};

StatusOr<ShapeOf> BindShape(const NodeView& node);
StatusOr<ShapeOf> BindRank(const NodeView& node);

Status EvalShapeReference(const ShapeOf& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SHAPE_SHAPE_H_
