#include <type_traits>

#include "kernels/binary/binary_compute_rows.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// function(x, y) of T; sums and products use unsigned types, so that they wrap.
#define TFLL_INTEGER_FUNCTION(name, T, result)         \
  struct name {                                        \
    TFLL_ALWAYS_INLINE explicit name(const Binary&) {} \
    TFLL_ALWAYS_INLINE T operator()(T x, T y) const {  \
      return static_cast<T>(result);                   \
    }                                                  \
  };                                                   \
  TFLL_BINARY_ROWS(name##Row, T, name)

TFLL_INTEGER_FUNCTION(Add32, uint32_t, x + y)
TFLL_INTEGER_FUNCTION(Sub32, uint32_t, x - y)
TFLL_INTEGER_FUNCTION(Mul32, uint32_t, x* y)
TFLL_INTEGER_FUNCTION(Add64, uint64_t, x + y)
TFLL_INTEGER_FUNCTION(Sub64, uint64_t, x - y)
TFLL_INTEGER_FUNCTION(Mul64, uint64_t, x* y)
TFLL_INTEGER_FUNCTION(MaxInt8, int8_t, x > y ? x : y)
TFLL_INTEGER_FUNCTION(MinInt8, int8_t, x < y ? x : y)
TFLL_INTEGER_FUNCTION(MaxUInt8, uint8_t, x > y ? x : y)
TFLL_INTEGER_FUNCTION(MinUInt8, uint8_t, x < y ? x : y)
TFLL_INTEGER_FUNCTION(MaxInt16, int16_t, x > y ? x : y)
TFLL_INTEGER_FUNCTION(MinInt16, int16_t, x < y ? x : y)
TFLL_INTEGER_FUNCTION(MaxInt32, int32_t, x > y ? x : y)
TFLL_INTEGER_FUNCTION(MinInt32, int32_t, x < y ? x : y)
TFLL_INTEGER_FUNCTION(MaxInt64, int64_t, x > y ? x : y)
TFLL_INTEGER_FUNCTION(MinInt64, int64_t, x < y ? x : y)
TFLL_INTEGER_FUNCTION(And8, uint8_t, x& y)
TFLL_INTEGER_FUNCTION(Or8, uint8_t, x | y)

#undef TFLL_INTEGER_FUNCTION

BinaryRowFunction FindWideRow(const Binary& op, bool is_64) {
  if (op.has_activation) return nullptr;
  switch (op.kind) {
    case BinaryKind::kAdd:
      return is_64 ? TFLL_BINARY_ROW_OF(op, Add64Row)
                   : TFLL_BINARY_ROW_OF(op, Add32Row);
    case BinaryKind::kSub:
      return is_64 ? TFLL_BINARY_ROW_OF(op, Sub64Row)
                   : TFLL_BINARY_ROW_OF(op, Sub32Row);
    case BinaryKind::kMul:
      return is_64 ? TFLL_BINARY_ROW_OF(op, Mul64Row)
                   : TFLL_BINARY_ROW_OF(op, Mul32Row);
    default:
      return nullptr;
  }
}

}  // namespace

BinaryRowFunction FindIntegerRow(const Binary& op) {
  const bool max = op.kind == BinaryKind::kMaximum;
  const bool order = max || op.kind == BinaryKind::kMinimum;
  switch (op.type) {
    case kTfLiteBool:
      // Both operands are 0 or 1.
      if (op.kind == BinaryKind::kAnd) return TFLL_BINARY_ROW_OF(op, And8Row);
      if (op.kind == BinaryKind::kOr) return TFLL_BINARY_ROW_OF(op, Or8Row);
      return nullptr;
    case kTfLiteInt8:
      if (!order) return nullptr;
      return max ? TFLL_BINARY_ROW_OF(op, MaxInt8Row)
                 : TFLL_BINARY_ROW_OF(op, MinInt8Row);
    case kTfLiteUInt8:
      if (!order) return nullptr;
      return max ? TFLL_BINARY_ROW_OF(op, MaxUInt8Row)
                 : TFLL_BINARY_ROW_OF(op, MinUInt8Row);
    case kTfLiteInt16:
      if (!order) return nullptr;
      return max ? TFLL_BINARY_ROW_OF(op, MaxInt16Row)
                 : TFLL_BINARY_ROW_OF(op, MinInt16Row);
    case kTfLiteInt32:
      if (!order) return FindWideRow(op, false);
      return max ? TFLL_BINARY_ROW_OF(op, MaxInt32Row)
                 : TFLL_BINARY_ROW_OF(op, MinInt32Row);
    case kTfLiteInt64:
      if (!order) return FindWideRow(op, true);
      return max ? TFLL_BINARY_ROW_OF(op, MaxInt64Row)
                 : TFLL_BINARY_ROW_OF(op, MinInt64Row);
    case kTfLiteUInt32:
      return order ? nullptr : FindWideRow(op, false);
    case kTfLiteUInt64:
      return order ? nullptr : FindWideRow(op, true);
    default:
      return nullptr;
  }
}

}  // namespace tflite::kernels
