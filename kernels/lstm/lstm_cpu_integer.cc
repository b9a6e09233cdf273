#include <algorithm>

#include "kernels/lstm/lstm_cpu_layers.h"
#include "kernels/lstm/lstm_integer.h"
#include "kernels/math/fixed_transcendental_inline.h"
#include "kernels/math/vector/fixed_point_vector.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Cells of a step's rows that are worth a thread.
constexpr int64_t kGrain = 2048;

TFLL_ALWAYS_INLINE int16_t Saturate16(int32_t x) {
  return static_cast<int16_t>(fixed_internal::Saturate(x));
}

// MultiplyByQuantizedMultiplier by any factor.
struct Factor {
  TFLL_ALWAYS_INLINE explicit Factor(QuantizedMultiplier m)
      : left(std::max(0, m.shift)),
        down({m.multiplier, std::min(0, m.shift)}) {}
  TFLL_ALWAYS_INLINE int32_t Multiply(int32_t x) const {
    return down.Multiply(
        static_cast<int32_t>(static_cast<uint32_t>(x) << left));
  }
  TFLL_ALWAYS_INLINE int16_t AddTo(int16_t sum, int32_t products) const {
    const uint32_t added = static_cast<uint32_t>(Multiply(products)) +
                           static_cast<uint32_t>(int32_t{sum});
    return Saturate16(static_cast<int32_t>(added));
  }
  int32_t left;
  DownMultiplier down;
};

TFLL_VECTOR_CLONES void SumGate(const int32_t* input, const int32_t* last,
                                const LstmGate& gate, int64_t n,
                                int16_t* sums) {
  const Factor input_factor(gate.weights_factor),
      last_factor(gate.recurrent_factor);
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) {
    sums[i] = last_factor.AddTo(input_factor.AddTo(0, input[i]), last[i]);
  }
}
TFLL_VECTOR_CLONES void AddPeephole(const int16_t* peephole,
                                    const int16_t* cells, const LstmGate& gate,
                                    int64_t n, int16_t* sums) {
  const Factor factor(gate.peephole_factor);
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) {
    sums[i] = factor.AddTo(sums[i], int32_t{peephole[i]} * cells[i]);
  }
}
TFLL_VECTOR_CLONES void ApplyLogistic(int64_t n, int16_t* x) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) {
    x[i] = static_cast<int16_t>(fixed_internal::Logistic(x[i], 3));
  }
}
TFLL_VECTOR_CLONES void ApplyTanh(int64_t n, int16_t* x) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) {
    x[i] = static_cast<int16_t>(fixed_internal::Tanh(x[i], 3));
  }
}
// As NextLstmCell. `in` null: 1 - forget.
TFLL_VECTOR_CLONES void UpdateCells(const LstmLayer& layer, const int16_t* in,
                                    const int16_t* forget,
                                    const int16_t* update, int64_t n,
                                    int16_t* cells) {
  const int32_t shift = 15 + layer.cell_bits;
  const int32_t limit = layer.cell_clip > 0 ? layer.cell_clip : 32768;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) {
    const int32_t open = in == nullptr ? INT16_MAX - forget[i] : in[i];
    const int32_t kept =
        Saturate16(RoundingShiftDown(forget[i] * cells[i], 15));
    const int32_t added =
        Saturate16(RoundingShiftDown(open * update[i], shift));
    int32_t cell = Saturate16(kept + added);
    cell = cell < -limit ? -limit : cell;
    cells[i] = static_cast<int16_t>(cell > limit ? limit : cell);
  }
}
// As HiddenLstmState.
TFLL_VECTOR_CLONES void Hide(const LstmLayer& layer, const int16_t* gate,
                             const int16_t* cells, int64_t n, int8_t* hidden) {
  const Factor factor(layer.hidden_factor);
  const int bits = layer.cell_bits;
  const int32_t zero_point = layer.hidden_zero_point;
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) {
    const uint32_t scaled = static_cast<uint32_t>(
        factor.Multiply(gate[i] * fixed_internal::Tanh(cells[i], bits)));
    int32_t y =
        static_cast<int32_t>(scaled + static_cast<uint32_t>(zero_point));
    y = y < -128 ? -128 : y;
    hidden[i] = static_cast<int8_t>(y > 127 ? 127 : y);
  }
}

// What one row does between the products.
class Row {
 public:
  Row(const Lstm& op, const LstmLayer& layer, const EvalContext& context)
      : op_(op), layer_(layer), context_(context) {}

  // From the products of x and h of row `b` to new `cells` and h' before the
  // projection. `gates` is room for all of them.
  void Run(int64_t b, const int32_t* input, const int32_t* last, int16_t* gates,
           int16_t* cells, int8_t* hidden) const {
    const int64_t n = layer_.cells;
    const int first = layer_.first_gate();
    const auto at = [&](int g) { return (g - first) * n; };
    for (int g = first; g < 4; ++g) {
      SumGate(input + at(g), last + at(g), layer_.gates[g], n, gates + at(g));
    }
    for (int g = first; g <= kLstmCell; ++g) {
      Complete(layer_.gates[g], b, cells, gates + at(g));
    }
    ApplyLogistic((kLstmCell - first) * n, gates);
    ApplyTanh(n, gates + at(kLstmCell));
    UpdateCells(layer_, layer_.cifg() ? nullptr : gates,
                gates + at(kLstmForget), gates + at(kLstmCell), n, cells);
    Complete(layer_.gates[kLstmOutput], b, cells, gates + at(kLstmOutput));
    ApplyLogistic(n, gates + at(kLstmOutput));
    Hide(layer_, gates + at(kLstmOutput), cells, n, hidden);
  }

 private:
  void Complete(const LstmGate& gate, int64_t b, const int16_t* cells,
                int16_t* sums) const {
    if (IsGiven(gate.peephole)) AddPeepholes(gate, b, cells, sums);
    if (!IsGiven(gate.norm)) return;
    NormalizeLstmSums(gate, context_.in<int16_t>(gate.norm),
                      context_.in<int32_t>(gate.bias), layer_.cells, sums);
  }

  void AddPeepholes(const LstmGate& gate, int64_t b, const int16_t* cells,
                    int16_t* sums) const {
    const int16_t* weights = context_.in<int16_t>(gate.peephole);
    if (layer_.outputs >= layer_.cells) {
      AddPeephole(weights, cells, gate, layer_.cells, sums);
      return;
    }
    for (int64_t c = 0; c < layer_.cells; ++c) {
      const int64_t i = LstmPeepholeWeight(op_, layer_, b, c);
      if (!IsGiven(i)) continue;
      sums[c] = AddLstmProducts(sums[c], int32_t{weights[i]} * cells[c],
                                gate.peephole_factor);
    }
  }

  const Lstm& op_;
  const LstmLayer& layer_;
  const EvalContext& context_;
};

}  // namespace

Status IntegerLstmCpu::Prepare(const Lstm& op, PrepareContext& context) {
  const LstmLayer& layer = op.layers[0];
  const NodeView& node = context.node();
  const LstmWeights weights(layer, node);
  std::vector<int32_t> bias;
  for (int g = layer.first_gate(); g < 4; ++g) {
    const LstmGate& gate = layer.gates[g];
    if (IsGiven(gate.norm)) continue;  // added after the normalization
    const auto values = node.input(gate.bias).span<int32_t>();
    bias.insert(bias.end(), values.begin(), values.end());
  }
  const LstmChunks chunks(op);
  TFLL_RETURN_IF_ERROR(input_.Init(weights.input, layer.inputs,
                                   layer.input_zero_point, bias,
                                   chunks.product_rows(op), context));
  TFLL_RETURN_IF_ERROR(recurrent_.Init(weights.recurrent, layer.outputs,
                                       layer.state_zero_point, {}, op.batch,
                                       context));
  const int64_t columns = input_.columns();
  TFLL_ASSIGN_OR_RETURN(input_scratch_,
                        RequestSums(context, chunks.rows(op), columns, 4));
  TFLL_ASSIGN_OR_RETURN(recurrent_scratch_,
                        RequestSums(context, op.batch, columns, 4));
  TFLL_ASSIGN_OR_RETURN(gates_scratch_,
                        RequestSums(context, op.batch, columns, 2));
  TFLL_ASSIGN_OR_RETURN(hidden_scratch_,
                        RequestSums(context, op.batch, layer.cells, 1));
  if (!IsGiven(layer.projection)) return OkStatus();
  TFLL_ASSIGN_OR_RETURN(projection_scratch_,
                        RequestSums(context, op.batch, layer.outputs, 4));
  const TensorView projection_bias = node.input(layer.projection_bias);
  return projection_.Init(weights.projection, layer.cells,
                          layer.hidden_zero_point,
                          projection_bias ? projection_bias.span<int32_t>()
                                          : absl::Span<const int32_t>(),
                          op.batch, context);
}

void IntegerLstmCpu::Pack(const LstmWeights& weights) {
  input_.Pack(weights.input);
  recurrent_.Pack(weights.recurrent);
  projection_.Pack(weights.projection);
}

// As FloatLstmCpu::MultiplyInputs.
void IntegerLstmCpu::MultiplyInputs(const Lstm& op, int64_t begin,
                                    int64_t steps, EvalContext& context) const {
  const int8_t* x = context.in<int8_t>(0);
  const int64_t inputs = op.layers[0].inputs;
  int32_t* sums = context.scratch<int32_t>(input_scratch_);
  if (op.time_major) {
    input_.Run(x + begin * op.batch * inputs, steps * op.batch, sums, context);
    return;
  }
  for (int64_t b = 0; b < op.batch; ++b) {
    input_.Run(x + (b * op.steps + begin) * inputs, steps,
               sums + b * steps * input_.columns(), context);
  }
}

void IntegerLstmCpu::Run(const Lstm& op, EvalContext& context) const {
  const LstmLayer& layer = op.layers[0];
  const Row row(op, layer, context);
  const int64_t columns = input_.columns(), cells = layer.cells,
                outputs = layer.outputs;
  const int32_t* sums = context.scratch<int32_t>(input_scratch_);
  int32_t* last = context.scratch<int32_t>(recurrent_scratch_);
  int16_t* gates = context.scratch<int16_t>(gates_scratch_);
  int8_t* hidden = context.scratch<int8_t>(hidden_scratch_);
  int8_t* state = context.input(layer.output_state).mutable_data<int8_t>();
  int16_t* cell_state = context.input(layer.cell_state).mutable_data<int16_t>();
  int8_t* out = context.out<int8_t>(0);
  const LstmChunks chunks(op);
  const int64_t grain = LeastItems(kGrain, {cells});
  for (int64_t begin = 0; begin < op.steps; begin += chunks.steps) {
    const int64_t steps = std::min(chunks.steps, op.steps - begin);
    MultiplyInputs(op, begin, steps, context);
    for (int64_t step = 0; step < steps; ++step) {
      recurrent_.Run(state, op.batch, last, context);
      ParallelRange(
          context.threads(), op.batch, grain, [&](int64_t from, int64_t to) {
            for (int64_t b = from; b < to; ++b) {
              const int64_t at =
                  op.time_major ? step * op.batch + b : b * steps + step;
              row.Run(b, sums + at * columns, last + b * columns,
                      gates + b * columns, cell_state + b * cells,
                      hidden + b * cells);
            }
          });
      Project(op, context);
      for (int32_t b = 0; b < op.batch; ++b) {
        std::copy_n(
            state + b * outputs, outputs,
            out + op.Row(static_cast<int32_t>(begin + step), b) * outputs);
      }
    }
  }
}

// From h' to the output state.
void IntegerLstmCpu::Project(const Lstm& op, EvalContext& context) const {
  const LstmLayer& layer = op.layers[0];
  const int8_t* hidden = context.scratch<int8_t>(hidden_scratch_);
  int8_t* state = context.input(layer.output_state).mutable_data<int8_t>();
  const int64_t count = int64_t{op.batch} * layer.outputs;
  if (!IsGiven(layer.projection)) {
    std::copy_n(hidden, count, state);
    return;
  }
  int32_t* products = context.scratch<int32_t>(projection_scratch_);
  projection_.Run(hidden, op.batch, products, context);
  for (int64_t i = 0; i < count; ++i) {
    state[i] = ProjectedLstmState(layer, products[i]);
  }
}

size_t IntegerLstmCpu::MemoryBytes() const {
  return input_.MemoryBytes() + recurrent_.MemoryBytes() +
         projection_.MemoryBytes();
}

}  // namespace tflite::kernels
