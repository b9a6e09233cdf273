#include "kernels/binary/binary_compute_rows.h"
#include "kernels/math/vector/fixed_point_vector.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Adds the zero point and clamps to the range of the result.
struct Finish {
  TFLL_ALWAYS_INLINE explicit Finish(const BinaryQuantization& q)
      : zero_point(q.out.zero_point), min(q.range.min), max(q.range.max) {}
  TFLL_ALWAYS_INLINE int32_t operator()(int32_t v) const {
    v += zero_point;
    v = v < min ? min : v;
    return v > max ? max : v;
  }
  int32_t zero_point, min, max;
};

// BinaryForm::kSum; y counts negative where SUB.
struct Sum {
  TFLL_ALWAYS_INLINE explicit Sum(const Binary& op)
      : x_zero_point(op.q.x.zero_point),
        y_zero_point(op.q.y.zero_point),
        unit(1 << op.q.shift),
        sign(op.kind == BinaryKind::kSub ? -1 : 1),
        x_factor(op.q.x_factor),
        y_factor(op.q.y_factor),
        factor(op.q.factor),
        finish(op.q) {}
  TFLL_ALWAYS_INLINE int32_t operator()(int32_t x, int32_t y) const {
    const int32_t a = x_factor.Multiply((x - x_zero_point) * unit);
    const int32_t b = y_factor.Multiply((y - y_zero_point) * unit);
    return finish(factor.Multiply(a + sign * b));
  }
  int32_t x_zero_point, y_zero_point, unit, sign;
  DownMultiplier x_factor, y_factor, factor;
  Finish finish;
};

// BinaryForm::kSquare.
struct Square {
  TFLL_ALWAYS_INLINE explicit Square(const Binary& op)
      : x_zero_point(op.q.x.zero_point),
        y_zero_point(op.q.y.zero_point),
        unit(1 << op.q.shift),
        x_factor(op.q.x_factor),
        y_factor(op.q.y_factor),
        factor(op.q.factor),
        finish(op.q) {}
  TFLL_ALWAYS_INLINE int32_t operator()(int32_t x, int32_t y) const {
    const int32_t a = x_factor.Multiply((x - x_zero_point) * unit);
    const int32_t b = y_factor.Multiply((y - y_zero_point) * unit);
    return finish(factor.Multiply((a - b) * (a - b)));
  }
  int32_t x_zero_point, y_zero_point, unit;
  DownMultiplier x_factor, y_factor, factor;
  Finish finish;
};

// BinaryForm::kProduct.
struct Product {
  TFLL_ALWAYS_INLINE explicit Product(const Binary& op)
      : x_zero_point(op.q.x.zero_point),
        y_zero_point(op.q.y.zero_point),
        factor(op.q.factor),
        finish(op.q) {}
  TFLL_ALWAYS_INLINE int32_t operator()(int32_t x, int32_t y) const {
    return finish(factor.Multiply((x - x_zero_point) * (y - y_zero_point)));
  }
  int32_t x_zero_point, y_zero_point;
  DownMultiplier factor;
  Finish finish;
};

// BinaryForm::kShifted.
struct Shifted {
  TFLL_ALWAYS_INLINE explicit Shifted(const Binary& op)
      : x_shift(op.q.x_right_shift),
        y_shift(op.q.y_right_shift),
        sign(op.kind == BinaryKind::kSub ? -1 : 1),
        finish(op.q) {}
  TFLL_ALWAYS_INLINE int32_t operator()(int32_t x, int32_t y) const {
    return finish(RoundingShiftDown(x, x_shift) +
                  sign * RoundingShiftDown(y, y_shift));
  }
  int32_t x_shift, y_shift, sign;
  Finish finish;
};

TFLL_BINARY_ROWS(SumInt16, int16_t, Sum)
TFLL_BINARY_ROWS(SquareInt8, int8_t, Square)
TFLL_BINARY_ROWS(SquareUInt8, uint8_t, Square)
TFLL_BINARY_ROWS(ProductInt8, int8_t, Product)
TFLL_BINARY_ROWS(ProductUInt8, uint8_t, Product)
TFLL_BINARY_ROWS(ProductInt16, int16_t, Product)
TFLL_BINARY_ROWS(ShiftedInt16, int16_t, Shifted)

}  // namespace

BinaryRowFunction FindQuantizedRow(const Binary& op) {
  const bool is_int8 = op.type == kTfLiteInt8,
             is_int16 = op.type == kTfLiteInt16;
  // A factor above one can overflow 32 bits.
  const bool down = op.q.factor.shift <= 0;
  switch (op.q.form) {
    case BinaryForm::kRaw:
      return FindIntegerRow(op);
    case BinaryForm::kSum:
      if (!down) return nullptr;
      return is_int16 ? TFLL_BINARY_ROW_OF(op, SumInt16) : FindByteSumRow(op);
    case BinaryForm::kSquare:
      if (!down) return nullptr;
      return is_int8 ? TFLL_BINARY_ROW_OF(op, SquareInt8)
                     : TFLL_BINARY_ROW_OF(op, SquareUInt8);
    case BinaryForm::kProduct:
      if (!down) return nullptr;
      return is_int16  ? TFLL_BINARY_ROW_OF(op, ProductInt16)
             : is_int8 ? TFLL_BINARY_ROW_OF(op, ProductInt8)
                       : TFLL_BINARY_ROW_OF(op, ProductUInt8);
    case BinaryForm::kShifted:
      return TFLL_BINARY_ROW_OF(op, ShiftedInt16);
    default:
      return nullptr;
  }
}

}  // namespace tflite::kernels
