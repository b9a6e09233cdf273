#ifndef KERNELS_BROADCAST_ARGS_BROADCAST_ARGS_H_
#define KERNELS_BROADCAST_ARGS_BROADCAST_ARGS_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// BROADCAST_ARGS: the shape that two shapes broadcast to, aligned at the
// innermost dimension: [2, 1, 4] and [3, 1] give [2, 3, 4].
//
// Inputs 0 and 1 shapes [rank], both INT32 or both INT64; output of that type
//
// Constraints:
//   C1 two inputs and one output
//   C2 one type for all
//   C3 the inputs are vectors
//   C4 aligned extents are equal or one of them is 1 (found when they are read)
struct BroadcastArgs : BoundOp {
  TfLiteType type;
};

StatusOr<BroadcastArgs> BindBroadcastArgs(const NodeView& node);

Status EvalBroadcastArgsReference(const BroadcastArgs& op,
                                  EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_BROADCAST_ARGS_BROADCAST_ARGS_H_
