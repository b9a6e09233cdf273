#ifndef KERNELS_NUMERIC_VERIFY_NUMERIC_VERIFY_H_
#define KERNELS_NUMERIC_VERIFY_NUMERIC_VERIFY_H_

#include "kernels/math/affine.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// NumericVerify, a custom operator of debug models: how far a quantized tensor
// is from the float tensor it represents.
//   out = scale * (x - zero_point) - reference
// Options: a flexbuffer map of tolerance, in steps of the scale, and
// log_if_failed. With log_if_failed and a tolerance of 0.1 or more, a larger
// difference fails the evaluation.
//
// Input 0 x: INT8, UINT8, INT16 or FLOAT16 (scale 1)
// Input 1 reference, FLOAT32, of as many elements
// Output  of x's shape, FLOAT32
//
// Constraints:
//   C1 two inputs, one output
//   C2 x has one of its types; the reference and the output are FLOAT32
//   C3 both inputs have as many elements
//   C4 an integer x carries one scale and zero point
//   C5 the options are a flexbuffer map
// While evaluating:
//   C6 with log_if_failed, no difference is above the tolerance
struct NumericVerify : BoundOp {
  TfLiteType type;
  int64_t count;  // elements
  Affine in;
  bool fails = false;
  float max_difference = 0;
};

StatusOr<NumericVerify> BindNumericVerify(const NodeView& node);

Status EvalNumericVerifyReference(const NumericVerify& op,
                                  EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_NUMERIC_VERIFY_NUMERIC_VERIFY_H_
