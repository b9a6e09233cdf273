#include "kernels/binary/binary_cpu_rows.h"

namespace tflite {
namespace {

// Output elements that are worth a thread.
constexpr int64_t kGrain = 32768;

struct State : KernelState {
  BinaryRowFunction row;
};

BinaryRowFunction FindRow(const Binary& op) {
  if (op.quantized) return FindQuantizedRow(op);
  switch (op.type) {
    case kTfLiteFloat32:
      return FindFloatRow(op);
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
      return FindHalfRow(op);
    default:
      return FindIntegerRow(op);
  }
}

}  // namespace

Status PrepareBinaryCpu(const Binary& op, PrepareContext& context) {
  auto state = std::make_unique<State>();
  state->row = FindRow(op);
  context.state = std::move(state);
  return OkStatus();
}

Status EvalBinaryCpu(const Binary& op, EvalContext& context) {
  const BinaryRowFunction function = context.state<State>()->row;
  if (function == nullptr) return EvalBinaryReference(op, context);
  const void* x = context.in<void>(0);
  const void* y = context.in<void>(1);
  void* out = context.out<void>(0);
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    function(op, row, x, y, out);
  });
  return OkStatus();
}

}  // namespace tflite
