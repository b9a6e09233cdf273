#include "kernels/select/select.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 32768;

// One row; an operand that does not move has one element. Both values are read
// whatever the condition, so that the choice needs no branch.
template <bool kXMoves, bool kYMoves, typename T>
void Row(const uint8_t* condition, const T* x, const T* y, int64_t count,
         T* out) {
  const T a = *x, b = *y;
  for (int64_t i = 0; i < count; ++i) {
    const T first = kXMoves ? x[i] : a;
    const T second = kYMoves ? y[i] : b;
    out[i] = condition[i] != 0 ? first : second;
  }
}

// A row with one condition: one of the values, moving or not.
template <typename T>
void CopyRow(const T* in, bool moves, int64_t count, T* out) {
  if (moves) {
    for (int64_t i = 0; i < count; ++i) out[i] = in[i];
  } else {
    const T value = *in;
    for (int64_t i = 0; i < count; ++i) out[i] = value;
  }
}

// T is any type of the elements' size.
template <typename T>
Status Run(const Select& op, EvalContext& context) {
  const uint8_t* condition = context.in<uint8_t>(0);
  const T* x = context.in<T>(1);
  const T* y = context.in<T>(2);
  T* out = context.out<T>(0);
  const bool choices = op.loop.moves(0);
  const bool x_moves = op.loop.moves(1), y_moves = op.loop.moves(2);
  const auto row_of =
      x_moves ? (y_moves ? Row<true, true, T> : Row<true, false, T>)
              : (y_moves ? Row<false, true, T> : Row<false, false, T>);
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    const uint8_t* c = condition + row.in[0];
    const T* a = x + row.in[1];
    const T* b = y + row.in[2];
    if (choices) {
      row_of(c, a, b, row.count, out + row.out);
    } else {
      CopyRow(*c != 0 ? a : b, *c != 0 ? x_moves : y_moves, row.count,
              out + row.out);
    }
  });
  return OkStatus();
}

}  // namespace

Status EvalSelectCpu(const Select& op, EvalContext& context) {
  switch (op.element_bytes) {
    case 1:
      return Run<uint8_t>(op, context);
    case 2:
      return Run<uint16_t>(op, context);
    case 4:
      return Run<uint32_t>(op, context);
    case 8:
      return Run<uint64_t>(op, context);
    default:
      return EvalSelectReference(op, context);
  }
}

}  // namespace tflite::kernels
