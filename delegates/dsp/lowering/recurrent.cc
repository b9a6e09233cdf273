#include "delegates/dsp/lowering/recurrent.h"

#include "delegates/dsp/lowering/checks.h"
#include "kernels/lstm/lstm_integer.h"

namespace tflite::dsp {
namespace {

Status CheckConstants(const NodeView& node, absl::Span<const int> varying) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    const TensorView input = node.input(i);
    const bool varies =
        std::find(varying.begin(), varying.end(), i) != varying.end();
    if (input && !varies && !input.is_constant()) {
      return Unsupported("weights that are not constant are not supported");
    }
  }
  return OkStatus();
}

// Sums wrap.
int32_t Wrap(int64_t x) {
  return static_cast<int32_t>(static_cast<uint64_t>(x));
}

// The correction that is added to the products of each row of weights with
// stored integers.
std::vector<int32_t> FoldedBiases(const int8_t* weights, int64_t rows,
                                  int64_t columns, int32_t zero_point,
                                  const int32_t* bias) {
  std::vector<int32_t> folded(rows);
  for (int64_t r = 0; r < rows; ++r) {
    int64_t sum = 0;
    for (int64_t c = 0; c < columns; ++c) sum += *weights++;
    folded[r] = Wrap((bias == nullptr ? 0 : bias[r]) - sum * zero_point);
  }
  return folded;
}

class LstmEmitter {
 public:
  LstmEmitter(const Lstm& op, const NodeView& node, DspBuilder& builder)
      : op_(op), layer_(op.layers[0]), node_(node), builder_(builder) {}

  void Emit() {
    LstmParams p = {};
    p.input = builder_.Input(node_, layer_.input);
    p.output = builder_.Output(node_, 0);
    p.hidden_state = builder_.Input(node_, layer_.output_state);
    p.cell_state = builder_.Input(node_, layer_.cell_state);
    for (int g = layer_.first_gate(); g <= kLstmOutput; ++g) {
      p.gates[g] = Gate(layer_.gates[g]);
    }
    if (IsGiven(layer_.projection)) SetProjection(&p);
    p.steps = op_.steps;
    p.batch = op_.batch;
    p.inputs = layer_.inputs;
    p.cells = layer_.cells;
    p.outputs = layer_.outputs;
    p.time_major = op_.time_major ? 1 : 0;
    p.cell_bits = layer_.cell_bits;
    p.state_zero_point = layer_.state_zero_point;
    p.hidden_zero_point = layer_.hidden_zero_point;
    p.hidden_factor = ToFactor(layer_.hidden_factor);
    p.projection_factor = ToFactor(layer_.projection_factor);
    p.cell_clip = layer_.cell_clip;
    p.projection_clip = layer_.projection_clip;
    builder_.Add(node_, p);
  }

 private:
  template <typename T>
  const T* Data(int input) const {
    return IsGiven(input) ? node_.input(input).data<T>() : nullptr;
  }

  LstmGateParams Gate(const LstmGate& gate) {
    LstmGateParams p = {};
    p.weights = builder_.Input(node_, gate.weights);
    p.recurrent = builder_.Input(node_, gate.recurrent);
    if (IsGiven(gate.peephole)) p.peephole = Peephole(gate);
    const bool normalized = IsGiven(gate.norm);
    if (normalized) {
      p.norm = builder_.Input(node_, gate.norm);
      p.bias = builder_.Input(node_, gate.bias);
    }
    p.input_bias = builder_.Constant(
        FoldedBiases(Data<int8_t>(gate.weights), layer_.cells, layer_.inputs,
                     layer_.input_zero_point,
                     normalized ? nullptr : Data<int32_t>(gate.bias)));
    p.recurrent_bias = builder_.Constant(
        FoldedBiases(Data<int8_t>(gate.recurrent), layer_.cells, layer_.outputs,
                     layer_.state_zero_point, nullptr));
    p.weights_factor = ToFactor(gate.weights_factor);
    p.recurrent_factor = ToFactor(gate.recurrent_factor);
    p.peephole_factor = ToFactor(gate.peephole_factor);
    p.norm_factor = ToFactor(gate.norm_factor);
    p.variance_guard = gate.variance_guard;
    return p;
  }

  // [batch, cells]; a weight of 0 has no effect.
  Piece Peephole(const LstmGate& gate) {
    const int16_t* from = Data<int16_t>(gate.peephole);
    std::vector<int16_t> weights;
    for (int32_t b = 0; b < op_.batch; ++b) {
      for (int32_t c = 0; c < layer_.cells; ++c) {
        const int64_t at = LstmPeepholeWeight(op_, layer_, b, c);
        weights.push_back(at < 0 ? int16_t{0} : from[at]);
      }
    }
    return builder_.Constant(weights);
  }

  void SetProjection(LstmParams* p) {
    p->projection = builder_.Input(node_, layer_.projection);
    p->projection_bias = builder_.Constant(FoldedBiases(
        Data<int8_t>(layer_.projection), layer_.outputs, layer_.cells,
        layer_.hidden_zero_point, Data<int32_t>(layer_.projection_bias)));
  }

  const Lstm& op_;
  const LstmLayer& layer_;
  const NodeView& node_;
  DspBuilder& builder_;
};

}  // namespace

StatusOr<Svdf> PlanSvdf(const Svdf& op, const NodeView& node,
                        const DspCaps& caps) {
  if (op.kind != Svdf::Kind::kInteger) {
    return Unsupported("layers in floating point are not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckConstants(node, {0, 4}));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  return op;
}

void EmitSvdf(const Svdf& op, const NodeView& node, DspBuilder& builder) {
  SvdfParams p = {};
  p.input = builder.Input(node, 0);
  p.features = builder.Input(node, 1);
  p.time = builder.Input(node, 2);
  if (op.has_bias) p.bias = builder.Input(node, 3);
  p.state = builder.Input(node, 4);
  p.output = builder.Output(node, 0);
  p.batch = op.batch;
  p.inputs = op.inputs;
  p.filters = op.filters;
  p.memory = op.memory;
  p.units = op.units;
  p.rank = op.rank;
  p.input_zero_point = op.input_zero_point;
  p.zero_point = op.output_zero_point;
  p.feature_factor = ToFactor(op.feature_multiplier);
  p.time_factor = ToFactor(op.time_multiplier);
  builder.Add(node, p);
}

StatusOr<Lstm> PlanLstm(const Lstm& op, const NodeView& node,
                        const DspCaps& caps) {
  if (op.kind != LstmKind::kInteger) {
    return Unsupported(
        "layers other than of INT8 with INT16 cells are not "
        "supported");
  }
  const LstmLayer& layer = op.layers[0];
  TFLL_RETURN_IF_ERROR(CheckConstants(
      node, {layer.input, layer.output_state, layer.cell_state}));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  return op;
}

void EmitLstm(const Lstm& op, const NodeView& node, DspBuilder& builder) {
  LstmEmitter(op, node, builder).Emit();
}

}  // namespace tflite::dsp
