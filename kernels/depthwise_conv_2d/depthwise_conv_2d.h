#ifndef KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_H_
#define KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_H_

#include "kernels/math/conv_window.h"
#include "kernels/math/weighted_sum.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// DEPTHWISE_CONV_2D: every input channel is convolved with `multiplier` filters
// of its own:
//   out(b, y, x, o) = act(bias(o) + sum over fy, fx of
//       in(b, y*sh - pt + fy*dh, x*sw - pl + fx*dw, o / multiplier)
//       * filter(0, fy, fx, o))
// Hybrid: each image has a quantization of its own, with a zero point.
//
// Input 0  [batch, in_height, in_width, in_channels]
// Input 1  filter [1, filter_height, filter_width, out_channels]
// Input 2  optional, bias [out_channels]
// Output   [batch, out_height, out_width, out_channels]
//
// Constraints:
//   C1 two or three inputs, one output
//   C2 input and filter have rank 4, the filter's first extent is 1
//   C3 strides, dilations and filter extents are positive; the padding is
//      SAME or VALID
//   C4 out_channels is a multiple of in_channels; the quotient, not the option
//      depth_multiplier, is the multiplier
//   and W1 to W7 of weighted_sum.h
struct DepthwiseConv2d : BoundOp {
  ConvWindow window;
  int32_t multiplier = 1;
  WeightedSum sum;
};

StatusOr<DepthwiseConv2d> BindDepthwiseConv2d(const NodeView& node);

Status EvalDepthwiseConv2dReference(const DepthwiseConv2d& op,
                                    EvalContext& context);

// Constant filters are packed before the first evaluation.
Status PrepareDepthwiseConv2dCpu(const DepthwiseConv2d& op,
                                 PrepareContext& context);
Status EvalDepthwiseConv2dCpu(const DepthwiseConv2d& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_DEPTHWISE_CONV_2D_DEPTHWISE_CONV_2D_H_
