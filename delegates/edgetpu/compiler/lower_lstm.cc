#include "delegates/edgetpu/compiler/lower_lstm.h"

#include <cstring>
#include <utility>

#include "delegates/common/operand_checks.h"
#include "delegates/edgetpu/compiler/lower_weighted.h"
#include "delegates/edgetpu/compiler/recurrent.h"

namespace tflite::edgetpu {
namespace {

// Instructions of one node.
constexpr int64_t kMostSteps = 4096;

Status CheckConstant(const NodeView& node, int input) {
  if (!IsGiven(input) || node.input(input).is_constant()) return OkStatus();
  return Unsupported("weights that are not constant are not supported");
}

Status CheckLayer(const Lstm& op, const NodeView& node) {
  const LstmLayer& layer = op.layers[0];
  if (layer.normalized()) {
    return Unsupported("layer normalization is not supported");
  }
  for (int g = layer.first_gate(); g <= kLstmOutput; ++g) {
    const LstmGate& gate = layer.gates[g];
    if (IsGiven(gate.peephole)) {
      return Unsupported("peephole weights are not supported");
    }
    for (const int input : {gate.weights, gate.recurrent, gate.bias}) {
      TFLL_RETURN_IF_ERROR(CheckConstant(node, input));
    }
  }
  TFLL_RETURN_IF_ERROR(CheckConstant(node, layer.projection));
  TFLL_RETURN_IF_ERROR(CheckConstant(node, layer.projection_bias));
  // Their sum with a zero point wraps on the CPU.
  if (layer.projection_factor.shift > 8) {
    return Unsupported("projections that grow so much are not supported");
  }
  if (op.steps > kMostSteps) {
    return Unsupported(op.steps, " steps are not supported");
  }
  return CheckExtents(node);
}

// Without constants.
WeightedLayer Matrix(int32_t inputs, int32_t outputs, int32_t zero_point,
                     int weights_input, int bias_input) {
  WeightedLayer m;
  m.in = {1, 1, inputs};
  m.out = {1, 1, outputs};
  m.flags = kSigned | kSignedWeights;
  m.input_zero_point = zero_point;
  m.weights_input = weights_input;
  m.bias_input = bias_input;
  return m;
}

RecurrentLayer LayerOf(const Lstm& op) {
  const LstmLayer& from = op.layers[0];
  RecurrentLayer layer;
  layer.steps = op.steps;
  layer.batch = op.batch;
  layer.time_major = op.time_major;
  layer.inputs = from.inputs;
  layer.cells = from.cells;
  layer.outputs = from.outputs;
  layer.cell_bits = static_cast<uint32_t>(from.cell_bits);
  if (from.cell_clip > 0) layer.cell_limit = from.cell_clip;
  for (int g = from.first_gate(); g <= kLstmOutput; ++g) {
    const LstmGate& gate = from.gates[g];
    layer.gates.push_back(
        {Matrix(from.inputs, from.cells, from.input_zero_point, gate.weights,
                gate.bias),
         Matrix(from.outputs, from.cells, from.state_zero_point, gate.recurrent,
                -1)});
  }
  Finish& f = layer.finish;
  f.zero_point = from.hidden_zero_point;
  f.factor = from.hidden_factor.multiplier;
  f.factor_shift = from.hidden_factor.shift;
  f.min = -128;
  f.max = 127;
  if (!IsGiven(from.projection)) return layer;
  WeightedLayer p = Matrix(from.cells, from.outputs, from.hidden_zero_point,
                           from.projection, from.projection_bias);
  const int32_t clip = from.projection_clip;
  p.zero_point = from.state_zero_point;
  p.min = clip > 0 ? -clip : -128;
  p.max = clip > 0 ? clip : 127;
  layer.projection.push_back(std::move(p));
  return layer;
}

void SetConstants(const NodeView& node, const QuantizedMultiplier& factor,
                  WeightedLayer* m) {
  const TensorView weights = node.input(m->weights_input);
  const auto* bytes = reinterpret_cast<const uint8_t*>(weights.data<int8_t>());
  m->weights.assign(bytes, bytes + weights.num_elements());
  const auto channels = static_cast<size_t>(m->out.channels);
  m->bias.assign(channels, 0);
  if (IsGiven(m->bias_input)) {
    // Constants in a file may be unaligned.
    std::memcpy(m->bias.data(), node.input(m->bias_input).data<char>(),
                channels * sizeof(int32_t));
  }
  m->factors.assign(channels, factor.multiplier);
  m->shifts.assign(channels, factor.shift);
}

}  // namespace

StatusOr<LstmPlan> PlanLstm(const Lstm& op, const NodeView& node,
                            const EdgeTpuCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(node.input(0).type(), true));
  if (op.kind != LstmKind::kInteger) {
    return Unsupported("layers of this kind are not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckLayer(op, node));
  LstmPlan plan{op, LayerOf(op)};
  TFLL_RETURN_IF_ERROR(TileRecurrent(plan.layer, caps.target).status());
  return plan;
}

void EmitLstm(const LstmPlan& plan, const NodeView& node,
              LayerBuilder& builder) {
  const LstmLayer& from = plan.op.layers[0];
  RecurrentLayer layer = plan.layer;
  for (size_t i = 0; i < layer.gates.size(); ++i) {
    const LstmGate& gate = from.gates[i + 4 - layer.gates.size()];
    SetConstants(node, gate.weights_factor, &layer.gates[i].input);
    SetConstants(node, gate.recurrent_factor, &layer.gates[i].state);
  }
  for (WeightedLayer& projection : layer.projection) {
    SetConstants(node, from.projection_factor, &projection);
  }
  const std::vector<ValueId> reads = {builder.Input(node, from.input),
                                      builder.Input(node, from.output_state),
                                      builder.Input(node, from.cell_state)};
  const ValueId output = builder.Output(node, 0);
  const ValueId state = builder.StateAfter(node, from.output_state);
  const ValueId cells = builder.StateAfter(node, from.cell_state);
  builder.AddLayerOn(node, reads, {output, state, cells}, std::move(layer));
}

}  // namespace tflite::edgetpu
