#ifndef KERNELS_POOL_3D_POOL_3D_H_
#define KERNELS_POOL_3D_POOL_3D_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// AveragePool3D, MaxPool3D: a window slides over the three middle dimensions of
// a NDHWC tensor and reduces what it covers, channel by channel. Padding is
// ignored: the average divides by the number of elements covered; integers
// round halves away from zero.
//
// Input   [batch, depth, height, width, channels]
// Output  [batch, out_depth, out_height, out_width, channels], same type
//
// Options: ksize and strides, five numbers each, for the dimensions in order;
// padding, "SAME" or "VALID"; data_format, "NDHWC" or absent.
//
// Constraints:
//   C1 one input and one output
//   C2 the input has rank 5
//   C3 the options are a valid flexbuffer map; ksize and strides are five
//      numbers, 1 for batch and channels, from 1 to 2^31 - 1 for the others;
//      padding and data_format are as above
//   C4 the type is FLOAT32, INT8, UINT8 or INT16, and the output's is the same
//   C5 integer input and output have the same scale and zero point
struct Pool3d : BoundOp {
  bool max = false;
  TfLiteType type = kTfLiteNoType;
  int32_t batch = 0, channels = 0;
  // Depth, height, width.
  int32_t in[3] = {}, out[3] = {}, filter[3] = {}, stride[3] = {}, pad[3] = {};
};

StatusOr<Pool3d> BindAveragePool3d(const NodeView& node);
StatusOr<Pool3d> BindMaxPool3d(const NodeView& node);

Status EvalPool3dReference(const Pool3d& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_POOL_3D_POOL_3D_H_
