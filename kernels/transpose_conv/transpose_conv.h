#ifndef KERNELS_TRANSPOSE_CONV_TRANSPOSE_CONV_H_
#define KERNELS_TRANSPOSE_CONV_TRANSPOSE_CONV_H_

#include "kernels/math/conv_window.h"
#include "kernels/math/weighted_sum.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// TRANSPOSE_CONV: every input element, times a filter, is added to a window of
// the output; what falls outside of the output is dropped:
//   out(b, iy*sh - pt + fy, ix*sw - pl + fx, o) gets
//       sum over c of in(b, iy, ix, c) * filter(o, fy, fx, c);
//   bias(o) is added and the sum is activated.
// The padding is that of the convolution from the output's extents, of which
// this is the transpose. Hybrid: each image has a quantization of its own, with
// a zero point.
//
// Input 0  output shape, INT32 [4]
// Input 1  filter [out_channels, filter_height, filter_width, in_channels]
// Input 2  [batch, in_height, in_width, in_channels]
// Input 3  optional, bias [out_channels]
// Output   [batch, out_height, out_width, out_channels]
//
// Constraints:
//   C1 three or four inputs, one output
//   C2 the output shape is an INT32 vector of 4, input and filter have rank 4
//   C3 strides and filter extents are positive; padding is SAME or VALID
//   C4 input and filter have the same in_channels
//   C5 the output shape has no negative extent, the input's batch and the
//      filter's out_channels
//   C6 the convolution from the output's extents gives the input's
//   and W1 to W7 of weighted_sum.h
struct TransposeConv : BoundOp {
  // in_* and out_* are this operator's input and output; dilations are 1. While
  // outputs[0] is not known, the output's extents and the padding are 0.
  ConvWindow window;
  WeightedSum sum;
};

StatusOr<TransposeConv> BindTransposeConv(const NodeView& node);

Status EvalTransposeConvReference(const TransposeConv& op,
                                  EvalContext& context);

// Constant filters are packed before the first evaluation. Prepare runs once,
// possibly before the output's extents are known; Eval then gets an operator
// that was bound again.
Status PrepareTransposeConvCpu(const TransposeConv& op,
                               PrepareContext& context);
Status EvalTransposeConvCpu(const TransposeConv& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_TRANSPOSE_CONV_TRANSPOSE_CONV_H_
