#ifndef KERNELS_ONE_HOT_ONE_HOT_H_
#define KERNELS_ONE_HOT_ONE_HOT_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// ONE_HOT: for each index, `depth` elements along a new dimension, `on` at the
// index and `off` elsewhere; all `off` where the index is not in [0, depth).
//
// Inputs 0 indices, INT32 or INT64; 1 depth, one element, INT32 or INT64; 2 on,
//        3 off: one element each
// Output the indices' shape with `depth` inserted at the axis of the options
//        (-1: at the end), the type of on and off, any
//
// Constraints:
//   C1 four inputs and one output
//   C2 on, off and output have one type, on and off are one element
//   C3 indices and depth are INT32 or INT64, the depth one element
//   C4 the axis is -1 or in [0, rank of the indices]
//   C5 the depth is not negative
struct OneHot : BoundOp {
  TfLiteType type;
  int axis;
  int64_t outer;  // product of the indices' extents before the axis
  int64_t inner;  // and from the axis on
  int64_t depth = 0;
};

StatusOr<OneHot> BindOneHot(const NodeView& node);

Status EvalOneHotReference(const OneHot& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_ONE_HOT_ONE_HOT_H_
