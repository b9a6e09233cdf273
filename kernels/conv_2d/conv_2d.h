#ifndef KERNELS_CONV_2D_CONV_2D_H_
#define KERNELS_CONV_2D_CONV_2D_H_

#include "kernels/math/conv_window.h"
#include "kernels/math/weighted_sum.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// CONV_2D: every output is the sum of the products of a window of the input
// with one filter, plus a bias, activated. With groups, input and output
// channels are split evenly and group g of the outputs sees group g of the
// inputs:
//   out(b,y,x,o) = act(bias(o) + sum over fy, fx, c of
//       in(b, y*sh - pt + fy*dh, x*sw - pl + fx*dw, g*filter_channels + c)
//       * filter(o, fy, fx, c)),   g = o / (out_channels / groups)
// Hybrid: each image has a quantization of its own, with a zero point if the
// filter has one scale per channel, without one if it has a single scale.
//
// Input 0  [batch, in_height, in_width, in_channels]
// Input 1  filter [out_channels, filter_height, filter_width, filter_channels]
// Input 2  optional, bias [out_channels]
// Output   [batch, out_height, out_width, out_channels]
//
// Constraints:
//   C1 two or three inputs, one output
//   C2 input and filter have rank 4
//   C3 strides, dilations and filter extents are positive; the padding is
//      SAME or VALID
//   C4 in_channels is a multiple of filter_channels, and out_channels of the
//      number of groups, their quotient
//   and W1 to W7 of weighted_sum.h
struct Conv2d : BoundOp {
  ConvWindow window;
  int32_t groups = 1;
  int32_t filter_channels = 0;  // in_channels / groups
  WeightedSum sum;
};

StatusOr<Conv2d> BindConv2d(const NodeView& node);

Status EvalConv2dReference(const Conv2d& op, EvalContext& context);

// Constant filters are packed before the first evaluation.
Status PrepareConv2dCpu(const Conv2d& op, PrepareContext& context);
Status EvalConv2dCpu(const Conv2d& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_CONV_2D_CONV_2D_H_
