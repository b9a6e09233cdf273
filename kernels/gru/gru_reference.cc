#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/gru/gru.h"
#include "kernels/recurrent/recurrent_activation.h"

namespace tflite::kernels {
namespace {

// One row of weights times `joined`, plus the bias.
float Unit(const float* weights, const float* bias, int64_t row,
           const std::vector<float>& joined) {
  const int64_t n = static_cast<int64_t>(joined.size());
  float sum = bias[row];
  for (int64_t i = 0; i < n; ++i) sum += weights[row * n + i] * joined[i];
  return sum;
}

}  // namespace

Status EvalUnidirectionalSequenceGruReference(const Gru& op,
                                              EvalContext& context) {
  const float* x = context.in<float>(0);
  const float* gate_weights = context.in<float>(2);
  const float* gate_bias = context.in<float>(3);
  const float* weights = context.in<float>(4);
  const float* bias = context.in<float>(5);
  float* out = context.out<float>(0);
  float* state = context.out<float>(1);
  const int64_t units = op.units;
  std::copy_n(context.in<float>(1), op.batch * units, state);
  std::vector<float> joined(op.inputs + units), gates(2 * units);
  // The least number of products for a thread.
  constexpr int64_t kGrain = 32768;
  const auto for_units = [&](int64_t count, const auto& body) {
    context.threads().ParallelFor(
        count, LeastItems(kGrain, {op.inputs + units + 1}), body);
  };
  for (int64_t row = 0; row < int64_t{op.steps} * op.batch; ++row) {
    float* h = state + row % op.batch * units;
    std::copy_n(x + row * op.inputs, op.inputs, joined.begin());
    std::copy_n(h, units, joined.begin() + op.inputs);
    for_units(2 * units, [&](int64_t i, int64_t end) {
      for (; i < end; ++i) {
        gates[i] = Sigmoid(Unit(gate_weights, gate_bias, i, joined));
      }
    });
    for (int64_t i = 0; i < units; ++i) joined[op.inputs + i] = gates[i] * h[i];
    for_units(units, [&](int64_t i, int64_t end) {
      for (; i < end; ++i) {
        const float update = gates[units + i];
        const float candidate = std::tanh(Unit(weights, bias, i, joined));
        h[i] = update * h[i] + (1.0f - update) * candidate;
      }
    });
    std::copy_n(h, units, out + row * units);
  }
  return OkStatus();
}

}  // namespace tflite::kernels
