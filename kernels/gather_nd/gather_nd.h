#ifndef KERNELS_GATHER_ND_GATHER_ND_H_
#define KERNELS_GATHER_ND_GATHER_ND_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// GATHER_ND: the innermost dimension of the indices holds index vectors of
// `depth` elements, each naming a slice of the value:
//   output[i.., s..] =
//       value[indices[i.., 0], ..., indices[i.., depth - 1], s..]
//
// Inputs 0 value, any type; 1 indices [i.., depth] of INT16, INT32 or INT64
// Output [i.., value's extents from depth on], the value's type
//
// Constraints:
//   C1 two inputs and one output
//   C2 the output has the value's type
//   C3 the indices have one of the types above
//   C4 value and indices are no scalars, depth is at most the value's rank
//   C5 indices lie inside the value (found when they are read)
struct GatherNd : BoundOp {
  TfLiteType type;
  TfLiteType index_type;
  Shape input;
  int depth;
  int64_t picks;  // index vectors
  int64_t inner;  // elements of a slice
};

StatusOr<GatherNd> BindGatherNd(const NodeView& node);

Status EvalGatherNdReference(const GatherNd& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_GATHER_ND_GATHER_ND_H_
