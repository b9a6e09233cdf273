#ifndef KERNELS_MIRROR_PAD_MIRROR_PAD_H_
#define KERNELS_MIRROR_PAD_MIRROR_PAD_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// MIRROR_PAD: surrounds a tensor with its own mirror image. REFLECT mirrors at
// the outermost element, which is not repeated, SYMMETRIC behind it:
//   1 2 3 padded by 2 and 2: REFLECT 3 2 1 2 3 2 1, SYMMETRIC 2 1 1 2 3 3 2
//
// Inputs 0 value, any type; 1 paddings [rank, 2], INT32 or INT64: elements
// before and after along each dimension Output of the value's type
//
// Constraints:
//   C1 two inputs and one output
//   C2 the output has the value's type
//   C3 the paddings have the shape [rank, 2], and INT32 or INT64
//   C4 paddings are not negative and at most the extent, with REFLECT minus one
//   C5 the mode is REFLECT or SYMMETRIC
struct MirrorPad : BoundOp {
  struct Dim {
    int64_t before, after;
  };

  TfLiteType type;
  Shape input;
  absl::InlinedVector<Dim, 6> dims;
  int skip = 0;  // elements between an edge and its mirror image: REFLECT 1
};

StatusOr<MirrorPad> BindMirrorPad(const NodeView& node);

Status EvalMirrorPadReference(const MirrorPad& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_MIRROR_PAD_MIRROR_PAD_H_
