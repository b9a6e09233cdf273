#include "kernels/select/select.h"

namespace tflite::kernels {
namespace {

struct Bytes16 {
  uint64_t words[2];
};

// T is any type of the elements' size.
template <typename T>
Status Eval(const Select& op, EvalContext& context) {
  const bool* condition = context.in<bool>(0);
  const T* x = context.in<T>(1);
  const T* y = context.in<T>(2);
  T* out = context.out<T>(0);
  op.loop.ForEachRow([&](const BroadcastRow& row) {
    for (int64_t i = 0; i < row.count; ++i) {
      const bool first = condition[row.in[0] + (op.loop.moves(0) ? i : 0)];
      out[row.out + i] = first ? x[row.in[1] + (op.loop.moves(1) ? i : 0)]
                               : y[row.in[2] + (op.loop.moves(2) ? i : 0)];
    }
  });
  return OkStatus();
}

}  // namespace

Status EvalSelectReference(const Select& op, EvalContext& context) {
  switch (op.element_bytes) {
    case 1:
      return Eval<uint8_t>(op, context);
    case 2:
      return Eval<uint16_t>(op, context);
    case 4:
      return Eval<uint32_t>(op, context);
    case 8:
      return Eval<uint64_t>(op, context);
    case 16:
      return Eval<Bytes16>(op, context);
    default:
      return Internal("select bound to elements of ", op.element_bytes,
                      " bytes");
  }
}

}  // namespace tflite::kernels
