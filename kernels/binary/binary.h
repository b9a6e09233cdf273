#ifndef KERNELS_BINARY_BINARY_H_
#define KERNELS_BINARY_BINARY_H_

#include "kernels/math/activation.h"
#include "kernels/math/affine.h"
#include "kernels/math/broadcast.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// Operators of two operands x and y, element by element. The operands broadcast
// to a common shape (as in numpy, any rank); STABLEHLO_ operators require equal
// shapes.
//   ADD, SUB, MUL, DIV    then the fused activation. Integers wrap; their
//                         division truncates
//   MAXIMUM, MINIMUM
//   SQUARED_DIFFERENCE    (x - y)^2
//   POW                   x^y
//   FLOOR_DIV             floor(x / y)
//   FLOOR_MOD             x - floor(x / y) * y, with the sign of y
//   ATAN2                 angle of the point (y, x): the first operand is the
//                         ordinate
//   BITWISE_XOR, STABLEHLO_AND, LOGICAL_AND, LOGICAL_OR
//   RIGHT_SHIFT           keeps the sign; the distance is clamped to the type's
//                         width minus one
//   STABLEHLO_SHIFT_LEFT  0 where the distance is not in [0, width)
// On BOOL, ADD and MAXIMUM are or, MUL and MINIMUM are and.
//
// Input 0 and 1, output 0: one type. INT8, UINT8 and INT16 tensors with a scale
// represent real numbers (ADD, SUB, MUL, DIV, SQUARED_DIFFERENCE, MAXIMUM,
// MINIMUM); the result is rounded to the output's scale as struct
// BinaryQuantization says.
//
// Constraints:
//   C1 two inputs, one output
//   C2 inputs and output have one type, but for MUL of quantized INT16 to INT8
//      or UINT8
//   C3 the operator takes that type
//   C4 the shapes broadcast; STABLEHLO_: are equal
//   C5 all three tensors carry one scale and zero point, or none does
//   C6 quantized INT16 tensors of ADD, SUB and MUL have zero point 0
//   C7 the fused activation is an interval; a number that is none counts as
//      NONE: applications do not always set a node's options
// While evaluating:
//   C8 no integer is divided by 0, nor a quantized number by one
//   C9 no integer is raised to a negative power
enum class BinaryKind {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kMaximum,
  kMinimum,
  kSquaredDifference,
  kPow,
  kFloorDiv,
  kFloorMod,
  kAtan2,
  kXor,
  kAnd,
  kOr,
  kShiftRight,
  kShiftLeft,
};

// Integer arithmetic of quantized operands, with a = x - x.zero_point, b = y -
// y.zero_point and M(v, m) the rounding multiplication of fixed_point.h:
//   kSum      out = M(M(a << shift, x_factor) +- M(b << shift, y_factor),
//                     factor)
//   kSquare   out = M((M(a << shift, x_factor) - M(b << shift, y_factor))^2,
//                     factor)
//   kProduct  out = M(a * b, factor)
//   kQuotient out = round(a / b * quotient_factor); b = 0 is an error of the
//             CPU's kernels, and gives the bound of the sign of a in tables
//   kShifted  INT16 with scales that are powers of two: the operand of the
//             smaller scale is shifted right, rounding, and added, saturating
//   kRaw      all three scales and zero points are equal: stored integers are
//             compared
//   kReal     in float, rounded at the end
//   kHighByte MUL of INT16 to 8 bits, whatever the scales: the product that
//             FixedMultiply gives, and of that the upper byte, rounded
// Then out's zero point is added, and `range` clamps.
enum class BinaryForm {
  kSum,
  kSquare,
  kProduct,
  kQuotient,
  kShifted,
  kRaw,
  kReal,
  kHighByte
};

struct BinaryQuantization {
  BinaryForm form;
  Affine x, y, out;
  int shift = 0;
  QuantizedMultiplier x_factor, y_factor, factor;
  double quotient_factor = 0;
  int x_right_shift = 0, y_right_shift = 0;  // kShifted
  ActivationRange<int32_t> range;
};

struct Binary : BoundOp {
  BinaryKind kind;
  TfLiteType type;      // of the operands
  TfLiteType out_type;  // the same but for kHighByte
  Broadcast loop;
  ActivationRange<float> float_range;      // floating-point types
  ActivationRange<int64_t> integer_range;  // signed and unsigned integers
  bool has_activation = false;
  bool quantized = false;
  BinaryQuantization q;
};

StatusOr<Binary> BindAdd(const NodeView& node);
StatusOr<Binary> BindSub(const NodeView& node);
StatusOr<Binary> BindMul(const NodeView& node);
StatusOr<Binary> BindDiv(const NodeView& node);
StatusOr<Binary> BindMaximum(const NodeView& node);
StatusOr<Binary> BindMinimum(const NodeView& node);
StatusOr<Binary> BindSquaredDifference(const NodeView& node);
StatusOr<Binary> BindPow(const NodeView& node);
StatusOr<Binary> BindFloorDiv(const NodeView& node);
StatusOr<Binary> BindFloorMod(const NodeView& node);
StatusOr<Binary> BindAtan2(const NodeView& node);
StatusOr<Binary> BindBitwiseXor(const NodeView& node);
StatusOr<Binary> BindRightShift(const NodeView& node);
StatusOr<Binary> BindLogicalAnd(const NodeView& node);
StatusOr<Binary> BindLogicalOr(const NodeView& node);
StatusOr<Binary> BindStablehloAdd(const NodeView& node);
StatusOr<Binary> BindStablehloMultiply(const NodeView& node);
StatusOr<Binary> BindStablehloMaximum(const NodeView& node);
StatusOr<Binary> BindStablehloMinimum(const NodeView& node);
StatusOr<Binary> BindStablehloAnd(const NodeView& node);
StatusOr<Binary> BindStablehloShiftLeft(const NodeView& node);

Status EvalBinaryReference(const Binary& op, EvalContext& context);

// Vector instructions along rows, threads across them. Quantized results are
// those of the reference to the bit.
Status PrepareBinaryCpu(const Binary& op, PrepareContext& context);
Status EvalBinaryCpu(const Binary& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BINARY_H_
