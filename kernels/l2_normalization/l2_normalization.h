#ifndef KERNELS_L2_NORMALIZATION_L2_NORMALIZATION_H_
#define KERNELS_L2_NORMALIZATION_L2_NORMALIZATION_H_

#include "kernels/math/affine.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// L2_NORMALIZATION along the innermost dimension, the others being rows:
//   y_i = x_i / max(sqrt(sum_k x_k^2), 1e-6)
// INT8, UINT8 and INT16 tensors represent real numbers, but for the input's
// scale, which cancels out: a row of zero points gives zeros. The result is
// rounded to the output's scale; 8 bits in steps of 1/128 are computed in
// fixed point, within a step of that.
//
// Input   [..., depth]; a scalar counts as depth 1
// Output  the same shape and type
//
// Constraints:
//   C1 one input, one output
//   C2 input and output have one type: FLOAT32, FLOAT16, BFLOAT16, INT8, UINT8
//      or INT16
//   C3 there is no fused activation
//   C4 integer tensors carry one scale and zero point
struct L2Normalization : BoundOp {
  TfLiteType type;
  int64_t rows, depth;
  int32_t in_zero_point = 0;  // integer types
  Affine out;                 // integer types
};

StatusOr<L2Normalization> BindL2Normalization(const NodeView& node);

Status EvalL2NormalizationReference(const L2Normalization& op,
                                    EvalContext& context);
// FLOAT32 by vector instructions, threads across the rows. Other types: the
// reference.
Status EvalL2NormalizationCpu(const L2Normalization& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_L2_NORMALIZATION_L2_NORMALIZATION_H_
