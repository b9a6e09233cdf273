#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/lstm/lstm_functions.h"
#include "kernels/lstm/lstm_reference_kinds.h"
#include "kernels/recurrent/product_row.h"

namespace tflite::kernels {
namespace {

class FloatLayer {
 public:
  FloatLayer(const Lstm& op, const LstmLayer& layer, EvalContext& context)
      : op_(op), layer_(layer), context_(context) {}

  // One step of one row: x, xa (null without), and the row's states and output.
  void Step(const float* x, const float* aux, float* cells, float* state,
            float* out) const {
    const ProductRow input = Row(x, layer_.inputs);
    const ProductRow auxiliary =
        aux == nullptr ? ProductRow() : Row(aux, layer_.aux_inputs);
    const ProductRow last = Row(state, layer_.outputs);
    std::vector<float> gates[4];
    const auto open = [&](int g) {
      gates[g] = Sums(layer_.gates[g], input, auxiliary, last, cells);
      for (float& s : gates[g]) {
        s = g == kLstmCell ? RecurrentActivation(op_.activation, s)
                           : Sigmoid(s);
      }
    };
    for (int g = layer_.first_gate(); g <= kLstmCell; ++g) open(g);
    for (int32_t c = 0; c < layer_.cells; ++c) {
      const float forget = gates[kLstmForget][c];
      const float in = layer_.cifg() ? 1.0f - forget : gates[kLstmInput][c];
      cells[c] =
          LstmClip(forget * cells[c] + in * gates[kLstmCell][c], op_.cell_clip);
    }
    open(kLstmOutput);
    std::vector<float>& hidden = gates[kLstmOutput];
    for (int32_t c = 0; c < layer_.cells; ++c) {
      hidden[c] *= RecurrentActivation(op_.activation, cells[c]);
    }
    Project(hidden, state);
    std::copy_n(state, layer_.outputs, out);
  }

 private:
  ProductRow Row(const float* values, int32_t n) const {
    return ProductRow(op_.kind == LstmKind::kHybrid, op_.asymmetric_inputs,
                      values, n);
  }
  float Dot(int weights, int32_t row, const ProductRow& x) const {
    return x.Dot(context_.input(weights), row);
  }

  // An element of a vector of weights.
  float Element(int weights, int32_t i) const {
    const TensorView tensor = context_.input(weights);
    if (tensor.type() == kTfLiteFloat32) return tensor.data<float>()[i];
    return static_cast<float>(tensor.data<int8_t>()[i]) * tensor.scale();
  }

  std::vector<float> Sums(const LstmGate& gate, const ProductRow& x,
                          const ProductRow& aux, const ProductRow& last,
                          const float* cells) const {
    std::vector<float> sums(layer_.cells);
    for (int32_t c = 0; c < layer_.cells; ++c) {
      float& s = sums[c];
      s = Dot(gate.weights, c, x);
      if (IsGiven(gate.aux_weights)) s += Dot(gate.aux_weights, c, aux);
      s += op_.diagonal ? Element(gate.recurrent, c) * last[c]
                        : Dot(gate.recurrent, c, last);
      if (IsGiven(gate.peephole)) s += Element(gate.peephole, c) * cells[c];
    }
    if (IsGiven(gate.norm)) {
      NormalizeLstmSums(context_.in<float>(gate.norm), layer_.cells,
                        sums.data());
    }
    const float* bias = context_.in<float>(gate.bias);
    for (int32_t c = 0; c < layer_.cells; ++c) sums[c] += bias[c];
    return sums;
  }

  void Project(const std::vector<float>& hidden, float* state) const {
    if (!IsGiven(layer_.projection)) {
      std::copy(hidden.begin(), hidden.end(), state);
      return;
    }
    const float* bias = IsGiven(layer_.projection_bias)
                            ? context_.in<float>(layer_.projection_bias)
                            : nullptr;
    const ProductRow operand = Row(hidden.data(), layer_.cells);
    for (int32_t i = 0; i < layer_.outputs; ++i) {
      const float sum = Dot(layer_.projection, i, operand);
      state[i] = LstmClip(sum + (bias == nullptr ? 0.0f : bias[i]),
                          op_.projection_clip);
    }
  }

  const Lstm& op_;
  const LstmLayer& layer_;
  EvalContext& context_;
};

}  // namespace

void RunFloatLstmReference(const Lstm& op, const LstmLayer& layer,
                           EvalContext& context) {
  const FloatLayer runner(op, layer, context);
  const float* x = context.in<float>(layer.input);
  const float* aux =
      IsGiven(layer.aux_input) ? context.in<float>(layer.aux_input) : nullptr;
  float* state = context.input(layer.output_state).mutable_data<float>();
  float* cells = context.input(layer.cell_state).mutable_data<float>();
  float* out = context.out<float>(layer.output);
  for (int32_t t = 0; t < op.steps; ++t) {
    const int32_t step = layer.backward ? op.steps - 1 - t : t;
    for (int32_t b = 0; b < op.batch; ++b) {
      const int64_t row = op.Row(step, b);
      runner.Step(x + row * layer.inputs,
                  aux == nullptr ? nullptr : aux + row * layer.aux_inputs,
                  cells + int64_t{b} * layer.cells,
                  state + int64_t{b} * layer.outputs,
                  out + row * layer.output_pitch + layer.output_column);
    }
  }
}

}  // namespace tflite::kernels
