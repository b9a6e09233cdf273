#ifndef KERNELS_DYNAMIC_UPDATE_SLICE_DYNAMIC_UPDATE_SLICE_H_
#define KERNELS_DYNAMIC_UPDATE_SLICE_DYNAMIC_UPDATE_SLICE_H_

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// DYNAMIC_UPDATE_SLICE: a tensor in which the box that starts at `start` is
// replaced by `update`. The start is first clamped so that the box lies inside.
//
// Inputs 0 value, 1 update, 2 start [rank], INT32 or INT64
// Output of the value's shape; value, update and output of one type, any
//
// Constraints:
//   C1 three inputs and one output
//   C2 value, update and output have one type
//   C3 the update has the value's rank and in no dimension more elements
//   C4 the start is a vector of one INT32 or INT64 per dimension
struct DynamicUpdateSlice : BoundOp {
  TfLiteType type;
  Shape input;
  Shape update;
};

StatusOr<DynamicUpdateSlice> BindDynamicUpdateSlice(const NodeView& node);

// Copies the value unless it shares its memory with the output.
Status EvalDynamicUpdateSliceReference(const DynamicUpdateSlice& op,
                                       EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_DYNAMIC_UPDATE_SLICE_DYNAMIC_UPDATE_SLICE_H_
