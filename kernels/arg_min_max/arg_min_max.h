#ifndef KERNELS_ARG_MIN_MAX_ARG_MIN_MAX_H_
#define KERNELS_ARG_MIN_MAX_ARG_MIN_MAX_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// ARG_MAX, ARG_MIN: the index of the largest or smallest element along one
// axis; the first of equal ones. NaN is ignored; 0 where there is nothing else.
//
// Input 0  data of rank 1 or more
// Input 1  the axis, counted from the back when negative; one element
// Output   the data's shape without the axis
//
// Constraints:
//   C1 two inputs and one output
//   C2 the data is FLOAT32, INT8, UINT8, INT16, INT32, INT64 or BOOL
//   C3 the axis is one INT32 or INT64 within the rank
//   C4 the output is INT32 or INT64
//   C5 the axis has an element, unless the output has none
struct ArgMinMax : BoundOp {
  bool max = true;
  TfLiteType type = kTfLiteNoType;  // BOOL counts as UINT8
  TfLiteType output_type = kTfLiteNoType;
  // The data seen as [outer, extent, inner], the axis in the middle.
  int64_t outer = 1, extent = 1, inner = 1;
};

StatusOr<ArgMinMax> BindArgMax(const NodeView& node);
StatusOr<ArgMinMax> BindArgMin(const NodeView& node);

Status EvalArgMinMaxReference(const ArgMinMax& op, EvalContext& context);
// Vector instructions along or across the axis, threads across the outer
// extent.
Status EvalArgMinMaxCpu(const ArgMinMax& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_ARG_MIN_MAX_ARG_MIN_MAX_H_
