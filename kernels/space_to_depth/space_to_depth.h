#ifndef KERNELS_SPACE_TO_DEPTH_SPACE_TO_DEPTH_H_
#define KERNELS_SPACE_TO_DEPTH_SPACE_TO_DEPTH_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SPACE_TO_DEPTH: moves each block of `block` x `block` pixels of a NHWC tensor
// into the channels of one pixel:
//   output[b, y, x, (i * block + j) * channels + c] =
//       input[b, y * block + i, x * block + j, c]
// DEPTH_TO_SPACE: the inverse.
//
// Input 0 value [batch, height, width, channels], any type; output of that type
//
// Constraints:
//   C1 one input and one output
//   C2 the output has the value's type
//   C3 the value has rank 4
//   C4 the block is positive
//   C5 SPACE_TO_DEPTH: it divides height and width; DEPTH_TO_SPACE: its square
//      divides the channels
struct SpaceToDepth : BoundOp {
  TfLiteType type;
  bool to_depth;
  int64_t block;
  Shape space;  // the tensor with fewer channels
  Shape depth;  // the one with more
};

StatusOr<SpaceToDepth> BindSpaceToDepth(const NodeView& node);
StatusOr<SpaceToDepth> BindDepthToSpace(const NodeView& node);

Status EvalSpaceToDepthReference(const SpaceToDepth& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SPACE_TO_DEPTH_SPACE_TO_DEPTH_H_
