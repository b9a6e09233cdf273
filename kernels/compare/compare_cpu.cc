#include "kernels/compare/compare.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 65536;

// The three comparisons that give all six: x > y is y < x, x != y is not x ==
// y.
enum class Test { kEqual, kLess, kLessEqual };

template <Test kTest, typename T>
TFLL_ALWAYS_INLINE uint8_t Holds(T x, T y) {
  if constexpr (kTest == Test::kEqual) return x == y ? 1 : 0;
  if constexpr (kTest == Test::kLess) return x < y ? 1 : 0;
  return x <= y ? 1 : 0;
}

// One row of `count` results; an operand that does not move has one element.
// `negate` is 1 to negate the results, else 0.
template <Test kTest, typename T>
void Row(const T* x, bool x_moves, const T* y, bool y_moves, int64_t count,
         uint8_t negate, uint8_t* out) {
  if (x_moves == y_moves) {
    for (int64_t i = 0; i < count; ++i)
      out[i] = Holds<kTest>(x[i], y[i]) ^ negate;
  } else if (x_moves) {
    const T b = *y;
    for (int64_t i = 0; i < count; ++i) out[i] = Holds<kTest>(x[i], b) ^ negate;
  } else {
    const T a = *x;
    for (int64_t i = 0; i < count; ++i) out[i] = Holds<kTest>(a, y[i]) ^ negate;
  }
}

template <Test kTest, typename T>
Status Run(const Compare& op, EvalContext& context, bool swap, bool negate) {
  const int first = swap ? 1 : 0, second = swap ? 0 : 1;
  const T* x = context.in<T>(first);
  const T* y = context.in<T>(second);
  uint8_t* out = context.out<uint8_t>(0);
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    Row<kTest, T>(x + row.in[first], op.loop.moves(first), y + row.in[second],
                  op.loop.moves(second), row.count, negate ? 1 : 0,
                  out + row.out);
  });
  return OkStatus();
}

template <typename T>
Status RunKind(const Compare& op, EvalContext& context) {
  switch (op.kind) {
    case CompareKind::kEqual:
      return Run<Test::kEqual, T>(op, context, false, false);
    case CompareKind::kNotEqual:
      return Run<Test::kEqual, T>(op, context, false, true);
    case CompareKind::kLess:
      return Run<Test::kLess, T>(op, context, false, false);
    case CompareKind::kLessEqual:
      return Run<Test::kLessEqual, T>(op, context, false, false);
    case CompareKind::kGreater:
      return Run<Test::kLess, T>(op, context, true, false);
    case CompareKind::kGreaterEqual:
      return Run<Test::kLessEqual, T>(op, context, true, false);
  }
  return Internal("compare bound to an unknown kind");
}

}  // namespace

Status EvalCompareCpu(const Compare& op, EvalContext& context) {
  if (op.scaled) return EvalCompareReference(op, context);
  switch (op.type) {
    case kTfLiteFloat32:
      return RunKind<float>(op, context);
    case kTfLiteInt32:
      return RunKind<int32_t>(op, context);
    case kTfLiteInt64:
      return RunKind<int64_t>(op, context);
    case kTfLiteInt8:
      return RunKind<int8_t>(op, context);
    case kTfLiteUInt8:
      return RunKind<uint8_t>(op, context);
    case kTfLiteInt16:
      return RunKind<int16_t>(op, context);
    default:
      return EvalCompareReference(op, context);
  }
}

}  // namespace tflite::kernels
