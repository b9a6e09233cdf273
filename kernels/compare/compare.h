#ifndef KERNELS_COMPARE_COMPARE_H_
#define KERNELS_COMPARE_COMPARE_H_

#include "kernels/math/affine.h"
#include "kernels/math/broadcast.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL: x ? y, element by
// element. The operands broadcast to a common shape (as in numpy, any rank).
// Comparisons with NaN are false, but for NOT_EQUAL. Strings compare by bytes,
// for (in)equality only, as do BOOL and COMPLEX64.
//
// INT8 and UINT8 operands with scales compare as real numbers rounded to 1/256,
//   M((x - zero_point) << 8, scale), M the multiplication of fixed_point.h;
// so do INT16 ones for (in)equality, while they are ordered by the stored
// integers. That is what TFLite computes and models are calibrated with.
//
// Input 0 x, input 1 y, of one type
// Output  BOOL
//
// Constraints:
//   C1 two inputs, one output
//   C2 the inputs have one type
//   C3 the operator takes that type
//   C4 the output is BOOL
//   C5 the shapes broadcast
//   C6 both 8-bit (or INT16) inputs carry one scale and zero point, or none
//      does
enum class CompareKind {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
};

struct Compare : BoundOp {
  CompareKind kind;
  TfLiteType type;
  Broadcast loop;
  bool scaled = false;
  // Where scaled.
  int32_t x_zero_point = 0, y_zero_point = 0;
  QuantizedMultiplier x_factor, y_factor;
};

StatusOr<Compare> BindEqual(const NodeView& node);
StatusOr<Compare> BindNotEqual(const NodeView& node);
StatusOr<Compare> BindLess(const NodeView& node);
StatusOr<Compare> BindLessEqual(const NodeView& node);
StatusOr<Compare> BindGreater(const NodeView& node);
StatusOr<Compare> BindGreaterEqual(const NodeView& node);

Status EvalCompareReference(const Compare& op, EvalContext& context);
// Vector instructions along rows, threads across them.
Status EvalCompareCpu(const Compare& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_COMPARE_COMPARE_H_
