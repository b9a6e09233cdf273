#include "kernels/activation/activation_compute.h"
#include "kernels/activation/activation_function.h"
#include "kernels/math/vector/byte_table.h"
#include "kernels/math/vector/fixed_point_vector.h"
#include "kernels/math/vector/float_map.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

struct State : KernelState {
  FloatMap map;
  ByteTable table;  // 8-bit types
};

// INT16 of ActivationForm::kRescale by factors that do not shift left.
TFLL_VECTOR_CLONES
void RescaleDown(const Activation& op, const int16_t* in, int64_t count,
                 int16_t* out) {
  const DownMultiplier positive(op.positive), negative(op.negative);
  const int32_t in_zero = op.in.zero_point, out_zero = op.out.zero_point;
  const int32_t low = op.low, high = op.high;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) {
    const int32_t x = in[i] - in_zero;
    const int32_t above = positive.Multiply(x), below = negative.Multiply(x);
    int32_t y = (x < 0 ? below : above) + out_zero;
    y = y < low ? low : y;
    out[i] = static_cast<int16_t>(y > high ? high : y);
  }
}

// INT16 of any form but the real one.
void ActivateWords(const Activation& op, const int16_t* in, int64_t count,
                   int16_t* out) {
  const auto goes_down = [](QuantizedMultiplier m) { return m.shift <= 0; };
  if (op.form == ActivationForm::kRescale && goes_down(op.positive) &&
      goes_down(op.negative)) {
    return RescaleDown(op, in, count, out);
  }
  for (int64_t i = 0; i < count; ++i) out[i] = ActivateStored(op, in[i]);
}

}  // namespace

Status PrepareActivationCpu(const Activation& op, PrepareContext& context) {
  auto state = std::make_unique<State>();
  const ActivationLoop loop = ActivationLoopOf(op.kind);
  state->map = {loop.run, op.alpha, loop.grain, op.in, op.out};
  if (op.type == kTfLiteInt8 || op.type == kTfLiteUInt8) {
    state->table = ActivationTableOf(op);
  }
  context.state = std::move(state);
  return OkStatus();
}

Status EvalActivationCpu(const Activation& op, EvalContext& context) {
  const State& state = *context.state<State>();
  const auto* in = context.in<uint8_t>(0);
  auto* out = context.out<uint8_t>(0);
  switch (op.type) {
    case kTfLiteFloat64:
      return EvalActivationReference(op, context);
    case kTfLiteInt8:
    case kTfLiteUInt8:
      ParallelRange(context.threads(), op.count, 65536,
                    [&](int64_t begin, int64_t end) {
                      state.table.Apply(in + begin, end - begin, out + begin);
                    });
      return OkStatus();
    case kTfLiteInt16:
      if (op.form == ActivationForm::kReal) break;
      ParallelRange(
          context.threads(), op.count, 32768, [&](int64_t begin, int64_t end) {
            ActivateWords(op, context.in<int16_t>(0) + begin, end - begin,
                          context.out<int16_t>(0) + begin);
          });
      return OkStatus();
    default:
      break;
  }
  return state.map.Run(op.type, in, op.count, out, context.threads(),
                       [&op](int16_t x) { return ActivateStored(op, x); });
}

}  // namespace tflite::kernels
