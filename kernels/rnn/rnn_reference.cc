#include <algorithm>
#include <vector>

#include "kernels/recurrent/product_row.h"
#include "kernels/recurrent/recurrent_activation.h"
#include "kernels/rnn/rnn.h"

namespace tflite::kernels {
namespace {

void RunLayer(const Rnn& op, const RnnLayer& layer, EvalContext& context) {
  const TensorView weights = context.input(layer.weights);
  const TensorView recurrent = context.input(layer.recurrent);
  const float* x = context.in<float>(layer.input);
  const float* bias = context.in<float>(layer.bias);
  float* states = context.input(layer.state).mutable_data<float>();
  float* out = context.out<float>(layer.output);
  const auto row_of = [&op](const float* rows, int64_t row, int32_t n) {
    return ProductRow(op.hybrid, op.asymmetric_inputs, rows + row * n, n);
  };
  std::vector<float> next(layer.units);
  for (int32_t t = 0; t < op.steps; ++t) {
    const int32_t step = layer.backward ? op.steps - 1 - t : t;
    for (int32_t b = 0; b < op.batch; ++b) {
      const int64_t row = op.Row(step, b);
      float* state = states + int64_t{b} * layer.units;
      const ProductRow input = row_of(x, row, layer.inputs);
      const ProductRow last = row_of(state, 0, layer.units);
      for (int32_t u = 0; u < layer.units; ++u) {
        next[u] = input.Dot(weights, u) + last.Dot(recurrent, u) + bias[u];
      }
      if (IsGiven(layer.aux_input)) {
        const ProductRow aux =
            row_of(context.in<float>(layer.aux_input), row, layer.aux_inputs);
        for (int32_t u = 0; u < layer.units; ++u) {
          next[u] += aux.Dot(context.input(layer.aux_weights), u);
        }
      }
      for (int32_t u = 0; u < layer.units; ++u) {
        state[u] = RecurrentActivation(op.activation, next[u]);
      }
      std::copy_n(state, layer.units,
                  out + row * layer.output_pitch + layer.output_column);
    }
  }
}

}  // namespace

Status EvalRnnReference(const Rnn& op, EvalContext& context) {
  for (const RnnLayer& layer : op.layers) RunLayer(op, layer, context);
  return OkStatus();
}

}  // namespace tflite::kernels
