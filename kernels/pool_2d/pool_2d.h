#ifndef KERNELS_POOL_2D_POOL_2D_H_
#define KERNELS_POOL_2D_POOL_2D_H_

#include "kernels/math/activation.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// AVERAGE_POOL_2D, MAX_POOL_2D, L2_POOL_2D: a window slides over the two middle
// dimensions of a NHWC tensor and reduces what it covers, channel by channel.
// Padding is ignored: the average divides by the number of elements covered.
//   average  sum / count; integers round halves away from zero
//   l2       sqrt(sum of squares / count), float only
//
// Input  [batch, in_height, in_width, channels]
// Output [batch, out_height, out_width, channels], same type
//
// Constraints:
//   C1 one input and one output
//   C2 the input has rank 4
//   C3 strides and filter extents are positive
//   C4 the type is FLOAT32, INT8, UINT8 or INT16 (L2: FLOAT32), and the
//      output's is the same
//   C5 integer input and output have the same scale and zero point
//   C6 the fused activation is an interval; of integers without a scale, NONE
enum class PoolKind { kAverage, kMax, kL2 };

struct Pool2d : BoundOp {
  PoolKind kind;
  TfLiteType type;
  int32_t batch, in_height, in_width, channels;
  int32_t out_height, out_width;
  int32_t filter_height, filter_width;
  int32_t stride_height, stride_width;
  int32_t pad_top, pad_left;
  ActivationRange<float> float_range;      // FLOAT32
  ActivationRange<int32_t> integer_range;  // the others
};

StatusOr<Pool2d> BindAveragePool2d(const NodeView& node);
StatusOr<Pool2d> BindMaxPool2d(const NodeView& node);
StatusOr<Pool2d> BindL2Pool2d(const NodeView& node);

Status EvalPool2dReference(const Pool2d& op, EvalContext& context);
// Vector instructions across channels, threads across output rows.
Status EvalPool2dCpu(const Pool2d& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_POOL_2D_POOL_2D_H_
