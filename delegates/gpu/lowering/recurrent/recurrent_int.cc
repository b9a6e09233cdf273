#include "delegates/gpu/lowering/recurrent/recurrent_int.h"

#include <algorithm>

#include "delegates/gpu/kernels/recurrent/recurrent_int_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise/convert.h"
#include "delegates/gpu/lowering/recurrent/recurrent_parts.h"
#include "kernels/lstm/lstm_integer.h"

namespace tflite::gpu {
namespace {

// Overflow wraps, as it does in sums.
int32_t Wrapped(int64_t value) {
  return static_cast<int32_t>(static_cast<uint64_t>(value));
}

// Inside the node all values are INT32, one per element.
class IntegerLstm {
 public:
  IntegerLstm(const Lstm& op, const NodeView& node, GpuBuilder& builder)
      : op_(op),
        layer_(op.layers[0]),
        node_(node),
        builder_(builder),
        gates_(KernelGates(layer_)),
        columns_(int64_t{layer_.cells} * static_cast<int64_t>(gates_.size())) {}

  void Emit() {
    const int64_t rows = int64_t{op_.steps} * op_.batch;
    products_ = InputProducts(rows);
    recurrent_ = GateWeights(&LstmGate::recurrent, layer_.outputs,
                             layer_.state_zero_point,
                             &LstmGate::recurrent_factor, /*biased=*/false);
    vectors_ = builder_.Constant(Vectors());
    peephole_ = builder_.Constant(Peephole());
    scales_ = builder_.Constant(Scales());
    if (IsGiven(layer_.projection)) projection_ = Projection();
    all_ = Ints(rows * layer_.outputs);
    const int64_t states = int64_t{op_.batch} * layer_.outputs;
    const int64_t cells = int64_t{op_.batch} * layer_.cells;
    GpuValueId state = Widened(layer_.output_state, states, kTfLiteInt8);
    GpuValueId cell = Widened(layer_.cell_state, cells, kTfLiteInt16);
    for (int32_t t = 0; t < op_.steps; ++t) {
      const GpuValueId next_state = Ints(states), next_cell = Ints(cells);
      Step(RowsOfStep(op_, layer_, t), state, cell, next_state, next_cell);
      state = next_state;
      cell = next_cell;
    }
    AddNarrow(kTfLiteInt8, all_, builder_.Output(node_, 0),
              rows * layer_.outputs, builder_);
    AddNarrow(kTfLiteInt8, state,
              builder_.NextState(node_, layer_.output_state), states, builder_);
    AddNarrow(kTfLiteInt16, cell, builder_.NextState(node_, layer_.cell_state),
              cells, builder_);
  }

 private:
  // Constants of a product: the kernels' operands `weights` and `finish`.
  struct Weights {
    GpuValueId weights = kNoGpuValue, finish = kNoGpuValue;
  };

  GpuValueId Ints(int64_t count) {
    return builder_.Inner(count * sizeof(int32_t));
  }

  GpuValueId Widened(int input, int64_t count, TfLiteType type) {
    const GpuValueId wide = Ints(count);
    AddWiden(type, builder_.Input(node_, input), wide, count, builder_);
    return wide;
  }

  Weights GateWeights(int LstmGate::*tensor, int64_t depth, int32_t zero_point,
                      QuantizedMultiplier LstmGate::*factor, bool biased) {
    std::vector<const int8_t*> matrices;
    for (const LstmGateName g : gates_) {
      matrices.push_back(node_.input(layer_.gates[g].*tensor).data<int8_t>());
    }
    std::vector<int64_t> sums;
    Weights packed;
    packed.weights = builder_.Constant(
        PackRecurrentBytes(matrices, layer_.cells, depth, &sums));
    std::vector<int32_t> finish(3 * columns_);
    for (int64_t column = 0; column < columns_; ++column) {
      const LstmGate& gate = layer_.gates[gates_[column / layer_.cells]];
      int64_t bias = -sums[column] * zero_point;
      if (biased) {
        bias += node_.input(gate.bias).data<int32_t>()[column % layer_.cells];
      }
      finish[column] = Wrapped(bias);
      finish[columns_ + column] = (gate.*factor).multiplier;
      finish[2 * columns_ + column] = (gate.*factor).shift;
    }
    packed.finish = builder_.Constant(finish);
    return packed;
  }

  GpuValueId InputProducts(int64_t rows) {
    const GpuValueId wide =
        Widened(layer_.input, rows * layer_.inputs, kTfLiteInt8);
    const Weights w =
        GateWeights(&LstmGate::weights, layer_.inputs, layer_.input_zero_point,
                    &LstmGate::weights_factor, /*biased=*/!layer_.normalized());
    const GpuValueId products = Ints(rows * columns_);
    RecurrentSumsInt8Kernel kernel;
    kernel.src = wide;
    kernel.weights = w.weights;
    kernel.finish = kernel.base = w.finish;
    kernel.dst = products;
    kernel.columns = columns_;
    kernel.depth = layer_.inputs;
    kernel.first = kernel.step = 0;
    builder_.Add(FlatCall(kernel, rows * columns_, builder_.caps()));
    return products;
  }

  // Biases and coefficients of normalized gates.
  std::vector<int32_t> Vectors() const {
    const int64_t cells = layer_.cells;
    std::vector<int32_t> vectors(8 * cells);
    if (!layer_.normalized()) return vectors;
    for (size_t k = 0; k < gates_.size(); ++k) {
      const LstmGate& gate = layer_.gates[gates_[k]];
      std::copy_n(node_.input(gate.bias).data<int32_t>(), cells,
                  vectors.begin() + k * cells);
      std::copy_n(node_.input(gate.norm).data<int16_t>(), cells,
                  vectors.begin() + (4 + k) * cells);
    }
    return vectors;
  }

  // [gates, batch, cells]; a missing weight is 0.
  std::vector<int32_t> Peephole() const {
    std::vector<int32_t> weights(4 * int64_t{op_.batch} * layer_.cells);
    for (size_t k = 0; k < gates_.size(); ++k) {
      const int input = layer_.gates[gates_[k]].peephole;
      if (!IsGiven(input)) continue;
      const int16_t* from = node_.input(input).data<int16_t>();
      int32_t* to = weights.data() + k * op_.batch * layer_.cells;
      for (int32_t b = 0; b < op_.batch; ++b) {
        for (int32_t c = 0; c < layer_.cells; ++c, ++to) {
          const int64_t at = LstmPeepholeWeight(op_, layer_, b, c);
          if (at >= 0) *to = from[at];
        }
      }
    }
    return weights;
  }

  std::vector<int32_t> Scales() const {
    std::vector<int32_t> scales(4 * 5);
    for (size_t k = 0; k < gates_.size(); ++k) {
      const LstmGate& gate = layer_.gates[gates_[k]];
      int32_t* to = scales.data() + 5 * k;
      to[0] = gate.peephole_factor.multiplier;
      to[1] = gate.peephole_factor.shift;
      to[2] = gate.norm_factor.multiplier;
      to[3] = gate.norm_factor.shift;
      to[4] = gate.variance_guard;
    }
    return scales;
  }

  Weights Projection() {
    std::vector<int64_t> sums;
    Weights packed;
    packed.weights = builder_.Constant(
        PackRecurrentBytes({node_.input(layer_.projection).data<int8_t>()},
                           layer_.outputs, layer_.cells, &sums));
    const int64_t outputs = layer_.outputs;
    std::vector<int32_t> finish(3 * outputs);
    for (int64_t i = 0; i < outputs; ++i) {
      int64_t bias = -sums[i] * layer_.hidden_zero_point;
      if (IsGiven(layer_.projection_bias)) {
        bias += node_.input(layer_.projection_bias).data<int32_t>()[i];
      }
      finish[i] = Wrapped(bias);
      finish[outputs + i] = layer_.projection_factor.multiplier;
      finish[2 * outputs + i] = layer_.projection_factor.shift;
    }
    packed.finish = builder_.Constant(finish);
    return packed;
  }

  void Step(const StepRows& rows, GpuValueId state, GpuValueId cell,
            GpuValueId next_state, GpuValueId next_cell) {
    const GpuCaps& caps = builder_.caps();
    const GpuValueId sums = Ints(op_.batch * columns_);
    RecurrentSumsInt8Kernel products;
    products.constants.base = 1;
    products.src = state;
    products.weights = recurrent_.weights;
    products.finish = recurrent_.finish;
    products.base = products_;
    products.dst = sums;
    products.columns = columns_;
    products.depth = layer_.outputs;
    products.first = rows.first;
    products.step = rows.step;
    builder_.Add(FlatCall(products, op_.batch * columns_, caps));
    const bool projects = IsGiven(layer_.projection);
    LstmCellsInt8Kernel kernel;
    kernel.constants.gates = static_cast<int32_t>(gates_.size());
    kernel.constants.peephole = IsGiven(layer_.gates[kLstmForget].peephole);
    kernel.constants.norm = layer_.normalized();
    kernel.constants.projected = projects;
    kernel.sums = sums;
    kernel.vectors = vectors_;
    kernel.peephole = peephole_;
    kernel.scales = scales_;
    kernel.cell = cell;
    kernel.hidden =
        projects ? Ints(int64_t{op_.batch} * layer_.cells) : next_state;
    kernel.next_cell = next_cell;
    kernel.dst = all_;
    kernel.rows = op_.batch;
    kernel.cells = layer_.cells;
    kernel.first = rows.first;
    kernel.step = rows.step;
    kernel.cell_bits = layer_.cell_bits;
    kernel.limit = layer_.cell_clip > 0 ? layer_.cell_clip : 32768;
    kernel.multiplier = layer_.hidden_factor.multiplier;
    kernel.shift = layer_.hidden_factor.shift;
    kernel.zero_point = layer_.hidden_zero_point;
    GpuCall call = kernel.Call();
    SetGroupGrid(op_.batch, caps, &call);
    builder_.Add(std::move(call));
    if (projects) Project(rows, kernel.hidden, next_state);
  }

  void Project(const StepRows& rows, GpuValueId hidden, GpuValueId state) {
    const int32_t clip = layer_.projection_clip;
    RecurrentStepInt8Kernel kernel;
    kernel.src = hidden;
    kernel.weights = projection_.weights;
    kernel.finish = projection_.finish;
    kernel.next = state;
    kernel.dst = all_;
    kernel.columns = layer_.outputs;
    kernel.depth = layer_.cells;
    kernel.first = rows.first;
    kernel.step = rows.step;
    kernel.zero_point = layer_.state_zero_point;
    kernel.low = clip > 0 ? -clip : -128;
    kernel.high = clip > 0 ? clip : 127;
    builder_.Add(
        FlatCall(kernel, int64_t{op_.batch} * layer_.outputs, builder_.caps()));
  }

  const Lstm& op_;
  const LstmLayer& layer_;
  const NodeView& node_;
  GpuBuilder& builder_;
  const std::vector<LstmGateName> gates_;
  const int64_t columns_;
  Weights recurrent_, projection_;
  GpuValueId products_ = kNoGpuValue, vectors_ = kNoGpuValue,
             peephole_ = kNoGpuValue, scales_ = kNoGpuValue, all_ = kNoGpuValue;
};

}  // namespace

void EmitIntegerLstm(const Lstm& op, const NodeView& node,
                     GpuBuilder& builder) {
  IntegerLstm(op, node, builder).Emit();
}

}  // namespace tflite::gpu
