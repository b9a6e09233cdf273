#include "kernels/binary/binary_cpu_rows.h"

namespace tflite::kernels {
namespace {

// The least number of elements for a thread.
constexpr int64_t kGrain = 4096;

struct State : KernelState {
  BinaryRowFunction row = nullptr;
  // Short rows: `op` with operands that both move, and its function.
  std::unique_ptr<Binary> dense;
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
  if (op.loop.has_short_rows()) {
    state->dense = std::make_unique<Binary>(op);
    const Shape pair({2});
    state->dense->loop = Broadcast(pair, {pair, pair});
  }
  state->row = FindRow(state->dense != nullptr ? *state->dense : op);
  context.state = std::move(state);
  return OkStatus();
}

Status EvalBinaryCpu(const Binary& op, EvalContext& context) {
  const State& state = *context.state<State>();
  const BinaryRowFunction function = state.row;
  if (function == nullptr) return EvalBinaryReference(op, context);
  const void* x = context.in<void>(0);
  const void* y = context.in<void>(1);
  void* out = context.out<void>(0);
  if (state.dense != nullptr) {
    op.loop.ForEachBlock(
        context.threads(), kGrain, static_cast<int>(ElementBits(op.type) / 8),
        {x, y}, [&](const BroadcastBlock& block) {
          function(*state.dense, {block.out, {0, 0, 0}, block.count},
                   block.in[0], block.in[1], out);
        });
    return OkStatus();
  }
  op.loop.ForEachRow(context.threads(), kGrain, [&](const BroadcastRow& row) {
    function(op, row, x, y, out);
  });
  return OkStatus();
}

}  // namespace tflite::kernels
