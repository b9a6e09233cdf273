#ifndef KERNELS_UNARY_UNARY_H_
#define KERNELS_UNARY_UNARY_H_

#include <memory>

#include "kernels/math/affine.h"
#include "kernels/math/fixed_point.h"
#include "kernels/math/word_table.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Functions of one operand, element by element.
//   ABS    |x|          NEG    -x           SIGN   -1, 0, 1; of NaN, NaN
//   CEIL, FLOOR         ROUND  to the nearest integer, halves to even
//   SQUARE x^2          SQRT   x^(1/2)      RSQRT  x^(-1/2)
//   EXP    e^x          LOG    of base e    SIN, COS of radians
//   LOGICAL_NOT
// Integers wrap: the lowest one is its own absolute value and its own negative.
// INT8, UINT8 and INT16 tensors with a scale represent real numbers, rounded to
// the output's scale; NEG takes their stored integers. ABS rescales stored
// integers, RSQRT of 8 bits works in fixed point, EXP of INT16 by a table
// (unary_function.h).
//
// Input and output of one shape and type.
//
// Constraints:
//   C1 one input, one output
//   C2 input and output have one type
//   C3 the operator takes the type: floating-point ones; ABS, NEG, SIGN and
//      SQUARE signed integers; LOGICAL_NOT only BOOL
//   C4 both tensors carry one scale and zero point, or none does
// While evaluating:
//   C5 quantized operands of SQRT and RSQRT are not negative
enum class UnaryKind {
  kAbs,
  kNeg,
  kSign,
  kCeil,
  kFloor,
  kRound,
  kSquare,
  kSqrt,
  kRsqrt,
  kExp,
  kLog,
  kSin,
  kCos,
  kLogicalNot,
};

struct Unary : BoundOp {
  UnaryKind kind;
  TfLiteType type;
  int64_t count = 0;  // elements
  bool quantized = false;
  // Where quantized.
  Affine in, out;
  QuantizedMultiplier factor;  // ABS: between scales that differ; RSQRT
  std::shared_ptr<const WordTable> table;  // EXP of INT16
};

StatusOr<Unary> BindAbs(const NodeView& node);
StatusOr<Unary> BindNeg(const NodeView& node);
StatusOr<Unary> BindSign(const NodeView& node);
StatusOr<Unary> BindCeil(const NodeView& node);
StatusOr<Unary> BindFloor(const NodeView& node);
StatusOr<Unary> BindRound(const NodeView& node);
StatusOr<Unary> BindSquare(const NodeView& node);
StatusOr<Unary> BindSqrt(const NodeView& node);
StatusOr<Unary> BindRsqrt(const NodeView& node);
StatusOr<Unary> BindExp(const NodeView& node);
StatusOr<Unary> BindLog(const NodeView& node);
StatusOr<Unary> BindSin(const NodeView& node);
StatusOr<Unary> BindCos(const NodeView& node);
StatusOr<Unary> BindLogicalNot(const NodeView& node);

Status EvalUnaryReference(const Unary& op, EvalContext& context);

// Vector instructions and threads for floats, with the relative errors of
// kernels/math/elementary; 8-bit results come from a table of the
// reference's.
Status PrepareUnaryCpu(const Unary& op, PrepareContext& context);
Status EvalUnaryCpu(const Unary& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_UNARY_UNARY_H_
