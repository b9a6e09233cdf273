#ifndef KERNELS_SCATTER_ND_SCATTER_ND_H_
#define KERNELS_SCATTER_ND_SCATTER_ND_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SCATTER_ND: a tensor of zeros to which slices are added. The innermost
// dimension of the indices holds index vectors of `depth` elements, each naming
// a slice:
//   output[indices[i.., 0], ..., indices[i.., depth - 1], s..] +=
//       updates[i.., s..]
// Integers wrap, booleans are or-ed.
//
// Inputs 0 indices [i.., depth], INT32 or INT64; 1 updates [i.., s..]; 2 shape
//        [output rank], INT32 or INT64
// Output of the given shape and the updates' type: BOOL, integers of 8 to 64
//        bits, FLOAT16, BFLOAT16, FLOAT32, FLOAT64
//
// Constraints:
//   C1 three inputs and one output
//   C2 updates and output have one type, of those listed
//   C3 indices and shape are INT32 or INT64, the shape a vector, the indices no
//      scalar
//   C4 depth is at most the output's rank
//   C5 the updates have the shape [i.., output's extents from depth on]
//   C6 indices lie inside the output (found when they are read)
struct ScatterNd : BoundOp {
  TfLiteType type;
  TfLiteType index_type;
  int depth = 0;
  int64_t picks = 0;  // index vectors
  int64_t inner = 0;  // elements of a slice
};

StatusOr<ScatterNd> BindScatterNd(const NodeView& node);

Status EvalScatterNdReference(const ScatterNd& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SCATTER_ND_SCATTER_ND_H_
