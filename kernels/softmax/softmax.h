#ifndef KERNELS_SOFTMAX_SOFTMAX_H_
#define KERNELS_SOFTMAX_SOFTMAX_H_

#include "kernels/math/affine.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// SOFTMAX, LOG_SOFTMAX along the innermost dimension, the others being rows:
//   p_i = e^(beta x_i) / sum_k e^(beta x_k),   log p_i with beta 1
// computed from x - max(x), so that nothing overflows. INT8, UINT8 and INT16
// tensors represent real numbers; the result is rounded to the output's scale.
// SOFTMAX of INT16 to steps of 2^-15 is computed in fixed point
// (softmax_fixed.h).
//
// Input   [..., depth]; a scalar counts as depth 1
// Output  the same shape and type; INT16 too where the input is INT8 or UINT8
//
// Constraints:
//   C1 one input, one output
//   C2 the input is FLOAT32, FLOAT64, FLOAT16, BFLOAT16, INT8, UINT8 or INT16
//   C3 the output has the input's type, or is INT16 and the input has 8 bits
//   C4 integer tensors carry one scale and zero point
struct Softmax : BoundOp {
  bool logarithm;
  TfLiteType type, out_type;
  int64_t rows, depth;
  float beta;
  Affine in, out;  // integer types
  bool fixed = false;
};

StatusOr<Softmax> BindSoftmax(const NodeView& node);
StatusOr<Softmax> BindLogSoftmax(const NodeView& node);

Status EvalSoftmaxReference(const Softmax& op, EvalContext& context);

// Vector instructions along rows, threads across them; integers are computed in
// floats, within a step of the reference, or in the same fixed point.
Status PrepareSoftmaxCpu(const Softmax& op, PrepareContext& context);
Status EvalSoftmaxCpu(const Softmax& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_SOFTMAX_SOFTMAX_H_
