#ifndef KERNELS_CONV_3D_CONV_3D_H_
#define KERNELS_CONV_3D_CONV_3D_H_

#include <array>
#include <cstdint>

#include "kernels/math/activation.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// CONV_3D: the convolution of conv_2d.h with one more dimension,
//   out(b, p, o) = act(bias(o) + sum over f, c of
//       in(b, p*stride - pad + f*dilation, c) * filter(f, c, o)),
// p and f being positions (depth, height, width); elements outside of the input
// count as zero.
// Input 0  [batch, in_depth, in_height, in_width, in_channels]
// Input 1  filter [depth, height, width, in_channels, out_channels]
// Input 2  optional, bias [out_channels]
// Output   [batch, out_depth, out_height, out_width, out_channels]
//
// CONV_3D_TRANSPOSE: the transpose of that, like transpose_conv.h,
//   out(b, i*stride - pad + f*dilation, o) gets
//       sum over c of in(b, i, c) * filter(f, o, c);
//   bias(o) is added and the sum is activated.
// Input 0  output shape, INT32 [5]
// Input 1  filter [depth, height, width, out_channels, in_channels]
// Input 2  [batch, in_depth, in_height, in_width, in_channels]
// Input 3  optional, bias [out_channels]
// Output   [batch, out_depth, out_height, out_width, out_channels]
//
// All data is FLOAT32.
//
// Constraints:
//   C1 two or three inputs, one more for the transpose; one output
//   C2 input and filter have rank 5, the output shape is an INT32 vector of 5
//   C3 data is FLOAT32
//   C4 strides, dilations and filter extents are positive; the padding is
//      SAME or VALID
//   C5 input and filter have the same in_channels
//   C6 a bias has one element per channel
//   C7 the output shape has no negative extent, the input's batch and the
//      filter's out_channels
//   C8 the fused activation is an interval
//   C9 the convolution from the transpose's output extents gives its input's
struct Conv3d : BoundOp {
  using Extents = std::array<int32_t, 3>;  // depth, height, width

  int32_t batch = 0, in_channels = 0, out_channels = 0;
  Extents in{}, filter{}, stride{}, dilation{};
  // While the transpose's outputs[0] is not known, 0.
  Extents out{}, pad{};
  bool has_bias = false;
  ActivationRange<float> range{};
};

StatusOr<Conv3d> BindConv3d(const NodeView& node);
StatusOr<Conv3d> BindConv3dTranspose(const NodeView& node);

Status EvalConv3dReference(const Conv3d& op, EvalContext& context);
Status EvalConv3dTransposeReference(const Conv3d& op, EvalContext& context);

// On the matrix engine. The preparations pack constant filters; that of the
// transpose runs once, possibly before the output's extents are known, and Eval
// then gets an operator bound again.
Status PrepareConv3dCpu(const Conv3d& op, PrepareContext& context);
Status EvalConv3dCpu(const Conv3d& op, EvalContext& context);
Status PrepareConv3dTransposeCpu(const Conv3d& op, PrepareContext& context);
Status EvalConv3dTransposeCpu(const Conv3d& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_CONV_3D_CONV_3D_H_
