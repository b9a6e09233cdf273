#ifndef KERNELS_REDUCE_WINDOW_REDUCE_WINDOW_H_
#define KERNELS_REDUCE_WINDOW_REDUCE_WINDOW_H_

#include "kernels/math/graph_function.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// REDUCE_WINDOW, STABLEHLO_REDUCE_WINDOW: a window slides over every axis and
// what it covers is combined, starting from an initial value. Along an axis
//   the data have `base_dilation` - 1 holes between elements, and padding
//   around; holes and padding hold the initial value; the window takes every
//   `window_dilation`-th of them, and moves by `stride`.
// The STABLEHLO form has all of it in its options, and a graph for the
// function; the other has tensors, a function in its options, and neither
// padding nor holes.
//
// Inputs  data of any rank; initial value, one element; REDUCE_WINDOW also
//         window, strides, window dilations, INT64 vectors of an entry an axis
// Output  per axis (padded - ((window - 1) * window_dilation + 1)) / stride +
//         1, 0 when the window does not fit
//
// Constraints:
//   C1 two inputs (REDUCE_WINDOW: five) and one output
//   C2 data, initial value and output are of one type: FLOAT32, FLOAT64, an
//      integer of 8 to 64 bits, or BOOL
//   C3 the initial value has one element
//   C4 window, strides and dilations have a positive entry an axis
//   C5 the function is known, and one of the type
struct ReduceWindow : BoundOp {
  // One axis.
  struct Axis {
    int64_t input = 0, output = 0;
    int64_t window = 1, stride = 1;
    int64_t base_dilation = 1, window_dilation = 1;
    int64_t pad_before = 0, pad_after = 0;  // may cut, being negative
  };

  TfLiteType type;
  GraphFunction function = GraphFunction::kAdd;
  absl::InlinedVector<Axis, 6> axes;
};

StatusOr<ReduceWindow> BindReduceWindow(const NodeView& node);
StatusOr<ReduceWindow> BindStablehloReduceWindow(const NodeView& node);
Status EvalReduceWindowReference(const ReduceWindow& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_REDUCE_WINDOW_REDUCE_WINDOW_H_
