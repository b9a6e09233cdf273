#ifndef KERNELS_RANGE_RANGE_H_
#define KERNELS_RANGE_RANGE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// RANGE: start, start + delta, start + 2 delta, ... before limit. Element i is
// the sum of i additions, each rounded to the type.
// Number of elements: ceil(|limit - start| / |delta|).
//
// Inputs 0 start, 1 limit, 2 delta, one element each; output [elements], the
// same type: INT32, INT64, FLOAT32 or FLOAT64
//
// Constraints:
//   C1 three inputs of one element and one output
//   C2 one type for all, of those listed
//   C3 delta is not 0 and leads from start to limit
struct Range : BoundOp {
  TfLiteType type;
};

StatusOr<Range> BindRange(const NodeView& node);

Status EvalRangeReference(const Range& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_RANGE_RANGE_H_
