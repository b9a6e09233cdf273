#ifndef KERNELS_PRELU_PRELU_H_
#define KERNELS_PRELU_PRELU_H_

#include "kernels/math/affine.h"
#include "kernels/math/broadcast.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// PRELU: x >= 0 ? x : alpha x, with a slope alpha that is broadcast to the
// shape of x (usually one per channel). INT8, UINT8 and INT16 tensors represent
// real numbers; the stored integers, or their products, are rescaled by 32-bit
// factors (prelu_function.h).
//
// Input 0  x
// Input 1  alpha, of x's type, or INT8 where x is INT16
// Output   as x
//
// Constraints:
//   C1 two inputs, one output
//   C2 inputs and output have one type, but for INT8 alpha of INT16 x
//   C3 the type is FLOAT32, FLOAT64, FLOAT16, BFLOAT16, INT8, UINT8 or INT16
//   C4 alpha broadcasts to the shape of x
//   C5 integer tensors carry one scale and zero point
struct Prelu : BoundOp {
  TfLiteType type;
  TfLiteType alpha_type;
  Broadcast loop;
  // Integer types: x, or x * alpha, in steps of the output.
  Affine in, alpha, out;
  QuantizedMultiplier positive, negative;
};

StatusOr<Prelu> BindPrelu(const NodeView& node);

Status EvalPreluReference(const Prelu& op, EvalContext& context);
// Vector instructions and threads; the same results.
Status EvalPreluCpu(const Prelu& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_PRELU_PRELU_H_
