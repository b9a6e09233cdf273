#include <algorithm>
#include <vector>

#include "kernels/lstm/lstm_integer.h"
#include "kernels/lstm/lstm_reference_kinds.h"

namespace tflite::kernels {
namespace {

class IntegerLayer {
 public:
  IntegerLayer(const Lstm& op, const LstmLayer& layer, EvalContext& context)
      : op_(op), layer_(layer), context_(context) {}

  // One step of row `b`. `state` is read and written.
  void Step(int64_t b, const int8_t* x, int16_t* cells, int8_t* state,
            int8_t* out) const {
    std::vector<int16_t> gates[4];
    const auto open = [&](int g) {
      gates[g] = Sums(layer_.gates[g], b, x, state, cells);
      for (int16_t& s : gates[g]) {
        s = g == kLstmCell ? FixedTanh(s, 3) : FixedLogistic(s, 3);
      }
    };
    for (int g = layer_.first_gate(); g <= kLstmCell; ++g) open(g);
    for (int32_t c = 0; c < layer_.cells; ++c) {
      const int16_t forget = gates[kLstmForget][c];
      const int16_t in = layer_.cifg()
                             ? static_cast<int16_t>(INT16_MAX - forget)
                             : gates[kLstmInput][c];
      cells[c] =
          NextLstmCell(layer_, forget, in, gates[kLstmCell][c], cells[c]);
    }
    open(kLstmOutput);
    std::vector<int8_t> hidden(layer_.cells);
    for (int32_t c = 0; c < layer_.cells; ++c) {
      hidden[c] = HiddenLstmState(layer_, gates[kLstmOutput][c], cells[c]);
    }
    Project(hidden, state);
    std::copy_n(state, layer_.outputs, out);
  }

 private:
  // The product of one row of weights with `values` minus their zero point.
  int32_t Dot(int weights, int32_t row, const int8_t* values, int32_t n,
              int32_t zero_point) const {
    const int8_t* w = context_.in<int8_t>(weights) + int64_t{row} * n;
    int64_t sum = 0;
    for (int32_t i = 0; i < n; ++i) sum += w[i] * (values[i] - zero_point);
    return static_cast<int32_t>(sum);
  }

  std::vector<int16_t> Sums(const LstmGate& gate, int64_t b, const int8_t* x,
                            const int8_t* state, const int16_t* cells) const {
    const int32_t* bias = context_.in<int32_t>(gate.bias);
    std::vector<int16_t> sums(layer_.cells);
    for (int32_t c = 0; c < layer_.cells; ++c) {
      const int32_t input =
          Dot(gate.weights, c, x, layer_.inputs, layer_.input_zero_point);
      const int32_t last = Dot(gate.recurrent, c, state, layer_.outputs,
                               layer_.state_zero_point);
      int16_t& s = sums[c];
      s = AddLstmProducts(0,
                          WrappingAdd(input, IsGiven(gate.norm) ? 0 : bias[c]),
                          gate.weights_factor);
      s = AddLstmProducts(s, last, gate.recurrent_factor);
      const int64_t peephole = LstmPeepholeWeight(op_, layer_, b, c);
      if (gate.peephole >= 0 && peephole >= 0) {
        const int32_t peep =
            context_.in<int16_t>(gate.peephole)[peephole] * cells[c];
        s = AddLstmProducts(s, peep, gate.peephole_factor);
      }
    }
    if (IsGiven(gate.norm)) {
      NormalizeLstmSums(gate, context_.in<int16_t>(gate.norm), bias,
                        layer_.cells, sums.data());
    }
    return sums;
  }

  void Project(const std::vector<int8_t>& hidden, int8_t* state) const {
    if (!IsGiven(layer_.projection)) {
      std::copy(hidden.begin(), hidden.end(), state);
      return;
    }
    const int32_t* bias = IsGiven(layer_.projection_bias)
                              ? context_.in<int32_t>(layer_.projection_bias)
                              : nullptr;
    for (int32_t i = 0; i < layer_.outputs; ++i) {
      const int32_t sum = Dot(layer_.projection, i, hidden.data(), layer_.cells,
                              layer_.hidden_zero_point);
      state[i] = ProjectedLstmState(
          layer_, WrappingAdd(sum, bias == nullptr ? 0 : bias[i]));
    }
  }

  const Lstm& op_;
  const LstmLayer& layer_;
  EvalContext& context_;
};

}  // namespace

void RunIntegerLstmReference(const Lstm& op, const LstmLayer& layer,
                             EvalContext& context) {
  const IntegerLayer runner(op, layer, context);
  const int8_t* x = context.in<int8_t>(layer.input);
  int8_t* state = context.input(layer.output_state).mutable_data<int8_t>();
  int16_t* cells = context.input(layer.cell_state).mutable_data<int16_t>();
  int8_t* out = context.out<int8_t>(0);
  for (int32_t step = 0; step < op.steps; ++step) {
    for (int32_t b = 0; b < op.batch; ++b) {
      const int64_t row = op.Row(step, b);
      runner.Step(b, x + row * layer.inputs, cells + int64_t{b} * layer.cells,
                  state + int64_t{b} * layer.outputs,
                  out + row * layer.outputs);
    }
  }
}

}  // namespace tflite::kernels
