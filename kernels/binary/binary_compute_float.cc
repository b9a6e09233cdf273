#include <algorithm>

#include "kernels/binary/binary_compute_rows.h"
#include "kernels/math/vector/convert.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// function(x, y), then the activation.
#define TFLL_FLOAT_FUNCTION(name, result)                         \
  struct name {                                                   \
    TFLL_ALWAYS_INLINE explicit name(const Binary& op)            \
        : low(op.float_range.min), high(op.float_range.max) {}    \
    TFLL_ALWAYS_INLINE float operator()(float x, float y) const { \
      const float v = result;                                     \
      const float w = v < low ? low : v;                          \
      return w > high ? high : w;                                 \
    }                                                             \
    float low, high;                                              \
  };                                                              \
  TFLL_BINARY_ROWS(name##Row, float, name)

// The same without an activation: infinite bounds change nothing.
#define TFLL_PLAIN_FUNCTION(name, result)                         \
  struct name {                                                   \
    TFLL_ALWAYS_INLINE explicit name(const Binary&) {}            \
    TFLL_ALWAYS_INLINE float operator()(float x, float y) const { \
      return result;                                              \
    }                                                             \
  };                                                              \
  TFLL_BINARY_ROWS(name##Row, float, name)

TFLL_FLOAT_FUNCTION(Add, x + y)
TFLL_FLOAT_FUNCTION(Sub, x - y)
TFLL_FLOAT_FUNCTION(Mul, x* y)
TFLL_FLOAT_FUNCTION(Div, x / y)
TFLL_FLOAT_FUNCTION(Maximum, x > y ? x : y)
TFLL_FLOAT_FUNCTION(Minimum, x < y ? x : y)
TFLL_FLOAT_FUNCTION(SquaredDifference, (x - y) * (x - y))
TFLL_PLAIN_FUNCTION(PlainAdd, x + y)
TFLL_PLAIN_FUNCTION(PlainSub, x - y)
TFLL_PLAIN_FUNCTION(PlainMul, x* y)
TFLL_PLAIN_FUNCTION(PlainSquaredDifference, (x - y) * (x - y))

#undef TFLL_PLAIN_FUNCTION
#undef TFLL_FLOAT_FUNCTION

// Elements converted at a time: they stay in the first-level cache.
constexpr int64_t kChunk = 512;

// A row of 16-bit floats, converted to floats and back.
template <typename T>
void HalfRow(const Binary& op, const BroadcastRow& row, const void* xs,
             const void* ys, void* outs) {
  const BinaryRowFunction floats = FindFloatRow(op);
  const T* x = static_cast<const T*>(xs) + row.in[0];
  const T* y = static_cast<const T*>(ys) + row.in[1];
  T* out = static_cast<T*>(outs) + row.out;
  float a[kChunk], b[kChunk], c[kChunk];
  const bool x_moves = op.loop.moves(0), y_moves = op.loop.moves(1);
  if (!x_moves) a[0] = x[0];
  if (!y_moves) b[0] = y[0];
  for (int64_t i = 0; i < row.count; i += kChunk) {
    const int64_t n = std::min(kChunk, row.count - i);
    if (x_moves) ToFloats(x + i, n, a);
    if (y_moves) ToFloats(y + i, n, b);
    floats(op, {0, {0, 0, 0}, n}, a, b, c);
    FromFloats(c, n, out + i);
  }
}

}  // namespace

BinaryRowFunction FindFloatRow(const Binary& op) {
  if (!op.has_activation) {
    switch (op.kind) {
      case BinaryKind::kAdd:
        return TFLL_BINARY_ROW_OF(op, PlainAddRow);
      case BinaryKind::kSub:
        return TFLL_BINARY_ROW_OF(op, PlainSubRow);
      case BinaryKind::kMul:
        return TFLL_BINARY_ROW_OF(op, PlainMulRow);
      case BinaryKind::kSquaredDifference:
        return TFLL_BINARY_ROW_OF(op, PlainSquaredDifferenceRow);
      default:
        break;
    }
  }
  switch (op.kind) {
    case BinaryKind::kAdd:
      return TFLL_BINARY_ROW_OF(op, AddRow);
    case BinaryKind::kSub:
      return TFLL_BINARY_ROW_OF(op, SubRow);
    case BinaryKind::kMul:
      return TFLL_BINARY_ROW_OF(op, MulRow);
    case BinaryKind::kDiv:
      return TFLL_BINARY_ROW_OF(op, DivRow);
    case BinaryKind::kMaximum:
      return TFLL_BINARY_ROW_OF(op, MaximumRow);
    case BinaryKind::kMinimum:
      return TFLL_BINARY_ROW_OF(op, MinimumRow);
    case BinaryKind::kSquaredDifference:
      return TFLL_BINARY_ROW_OF(op, SquaredDifferenceRow);
    default:
      return nullptr;
  }
}

BinaryRowFunction FindHalfRow(const Binary& op) {
  if (FindFloatRow(op) == nullptr) return nullptr;
  return op.type == kTfLiteFloat16 ? HalfRow<half> : HalfRow<bfloat16>;
}

}  // namespace tflite::kernels
