#include "delegates/gpu/lowering/recurrent/recurrent.h"

#include <algorithm>
#include <limits>

#include "delegates/gpu/kernels/recurrent/recurrent_kernels.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/recurrent/recurrent_int.h"
#include "delegates/gpu/lowering/recurrent/recurrent_parts.h"

namespace tflite::gpu {
namespace {

// The limit of the results' magnitude; 0 means none.
float LimitOf(float limit) {
  return limit > 0 ? limit : std::numeric_limits<float>::infinity();
}

std::vector<float> FloatsOr(const NodeView& node, int i, int64_t count,
                            const GpuBuilder& builder) {
  if (!IsGiven(i)) return std::vector<float>(count);
  return builder.Floats(node, i);
}

// Multiplies the rows of an input, for all steps, by several matrices [units,
// depth]. Returns [rows, units * matrices].
GpuValueId AddInputProducts(const NodeView& node, int input,
                            const std::vector<int>& matrices, int64_t rows,
                            int64_t depth, int64_t units, GpuBuilder& builder) {
  std::vector<std::vector<float>> weights;
  for (const int i : matrices) weights.push_back(builder.Floats(node, i));
  const int64_t columns = units * static_cast<int64_t>(matrices.size());
  const GpuValueId products = builder.Inner(rows * columns * sizeof(float));
  RecurrentInputsKernel kernel;
  kernel.src = builder.Input(node, input);
  kernel.weights =
      builder.RealConstant(PackRecurrentFloats(weights, units, depth));
  kernel.dst = products;
  kernel.rows = rows;
  kernel.columns = columns;
  kernel.depth = depth;
  builder.Add(FlatCall(kernel,
                       GroupsOf(rows, RecurrentInputsKernel::kRows) * columns,
                       builder.caps()));
  return products;
}

// Sets where the results of a step are stored in the output of the node.
template <typename Layer>
void SetStep(const Layer& layer, const StepRows& rows, float limit,
             RecurrentStepKernel* kernel) {
  kernel->first = rows.first;
  kernel->step = rows.step;
  kernel->pitch = layer.output_pitch;
  kernel->offset = layer.output_column;
  kernel->limit = LimitOf(limit);
}

// Layers with float arithmetic.
class FloatLstmLayer {
 public:
  FloatLstmLayer(const Lstm& op, const LstmLayer& layer, const NodeView& node,
                 GpuBuilder& builder)
      : op_(op),
        layer_(layer),
        node_(node),
        builder_(builder),
        gates_(KernelGates(layer)),
        columns_(int64_t{layer.cells} * static_cast<int64_t>(gates_.size())) {}

  void Emit() {
    std::vector<int> weights;
    std::vector<std::vector<float>> recurrent;
    for (const LstmGateName g : gates_) {
      weights.push_back(layer_.gates[g].weights);
      recurrent.push_back(builder_.Floats(node_, layer_.gates[g].recurrent));
    }
    products_ = AddInputProducts(node_, layer_.input, weights,
                                 int64_t{op_.steps} * op_.batch, layer_.inputs,
                                 layer_.cells, builder_);
    recurrent_ = builder_.RealConstant(
        PackRecurrentFloats(recurrent, layer_.cells, layer_.outputs));
    vectors_ = Vectors();
    if (IsGiven(layer_.projection)) {
      projection_ = builder_.RealConstant(
          PackRecurrentFloats({builder_.Floats(node_, layer_.projection)},
                              layer_.outputs, layer_.cells));
      projection_bias_ = builder_.Constant(
          FloatsOr(node_, layer_.projection_bias, layer_.outputs, builder_));
    }
    out_ = builder_.Output(node_, layer_.output);
    GpuValueId state = builder_.Input(node_, layer_.output_state);
    GpuValueId cells = builder_.Input(node_, layer_.cell_state);
    for (int32_t t = 0; t < op_.steps; ++t) {
      const bool last = t == op_.steps - 1;
      const auto next = [&](int variable, int64_t extent) {
        return last ? builder_.NextState(node_, variable)
                    : builder_.Inner(op_.batch * extent * sizeof(float));
      };
      const GpuValueId next_state = next(layer_.output_state, layer_.outputs);
      const GpuValueId next_cells = next(layer_.cell_state, layer_.cells);
      Step(RowsOfStep(op_, layer_, t), {state, cells},
           {next_state, next_cells});
      state = next_state;
      cells = next_cells;
    }
  }

 private:
  struct States {
    GpuValueId state, cells;
  };

  // Biases, normalization coefficients and peephole weights of four gates.
  GpuValueId Vectors() const {
    std::vector<float> vectors(12 * int64_t{layer_.cells});
    for (size_t k = 0; k < gates_.size(); ++k) {
      const LstmGate& gate = layer_.gates[gates_[k]];
      int64_t row = static_cast<int64_t>(k);
      for (const int i : {gate.bias, gate.norm, gate.peephole}) {
        const std::vector<float> values =
            FloatsOr(node_, i, layer_.cells, builder_);
        std::copy(values.begin(), values.end(),
                  vectors.begin() + row * layer_.cells);
        row += 4;
      }
    }
    return builder_.Constant(vectors);
  }

  void Step(const StepRows& rows, const States& from, const States& to) {
    const GpuCaps& caps = builder_.caps();
    const GpuValueId sums =
        builder_.Inner(op_.batch * columns_ * sizeof(float));
    RecurrentSumsKernel products;
    products.src = from.state;
    products.weights = recurrent_;
    products.base = products_;
    products.dst = sums;
    products.columns = columns_;
    products.depth = layer_.outputs;
    products.first = rows.first;
    products.step = rows.step;
    builder_.Add(FlatCall(products, op_.batch * columns_, caps));
    const bool projects = IsGiven(layer_.projection);
    LstmCellsKernel kernel;
    kernel.constants.gates = static_cast<int32_t>(gates_.size());
    kernel.constants.peephole = IsGiven(layer_.gates[kLstmForget].peephole);
    kernel.constants.norm = layer_.normalized();
    kernel.constants.act = op_.activation;
    kernel.constants.projected = projects;
    kernel.sums = sums;
    kernel.vectors = vectors_;
    kernel.cell = from.cells;
    kernel.hidden =
        projects
            ? builder_.Inner(int64_t{op_.batch} * layer_.cells * sizeof(float))
            : to.state;
    kernel.next_cell = to.cells;
    kernel.dst = out_;
    kernel.rows = op_.batch;
    kernel.cells = layer_.cells;
    kernel.first = rows.first;
    kernel.step = rows.step;
    kernel.pitch = layer_.output_pitch;
    kernel.offset = layer_.output_column;
    kernel.limit = LimitOf(op_.cell_clip);
    GpuCall call = kernel.Call();
    SetGroupGrid(op_.batch, caps, &call);
    builder_.Add(std::move(call));
    if (projects) Project(rows, kernel.hidden, to.state);
  }

  void Project(const StepRows& rows, GpuValueId hidden, GpuValueId state) {
    RecurrentStepKernel kernel;
    kernel.constants.base = 0;
    kernel.src = hidden;
    kernel.weights = projection_;
    kernel.base = hidden;
    kernel.bias = projection_bias_;
    kernel.next = state;
    kernel.dst = out_;
    kernel.columns = layer_.outputs;
    kernel.depth = layer_.cells;
    SetStep(layer_, rows, op_.projection_clip, &kernel);
    builder_.Add(
        FlatCall(kernel, int64_t{op_.batch} * layer_.outputs, builder_.caps()));
  }

  const Lstm& op_;
  const LstmLayer& layer_;
  const NodeView& node_;
  GpuBuilder& builder_;
  const std::vector<LstmGateName> gates_;
  const int64_t columns_;
  GpuValueId products_ = kNoGpuValue, recurrent_ = kNoGpuValue,
             vectors_ = kNoGpuValue, projection_ = kNoGpuValue,
             projection_bias_ = kNoGpuValue, out_ = kNoGpuValue;
};

void EmitRnnLayer(const Rnn& op, const RnnLayer& layer, const NodeView& node,
                  GpuBuilder& builder) {
  const int64_t units = layer.units, count = op.batch * units;
  const GpuValueId products = AddInputProducts(
      node, layer.input, {layer.weights}, int64_t{op.steps} * op.batch,
      layer.inputs, units, builder);
  const GpuValueId recurrent = builder.RealConstant(PackRecurrentFloats(
      {builder.Floats(node, layer.recurrent)}, units, units));
  const GpuValueId bias = builder.Constant(builder.Floats(node, layer.bias));
  const GpuValueId out = builder.Output(node, layer.output);
  GpuValueId state = builder.Input(node, layer.state);
  for (int32_t t = 0; t < op.steps; ++t) {
    const GpuValueId next = t == op.steps - 1
                                ? builder.NextState(node, layer.state)
                                : builder.Inner(count * sizeof(float));
    const StepRows rows = RowsOfStep(op, layer, t);
    RecurrentStepKernel kernel;
    kernel.constants.act = op.activation;
    kernel.src = state;
    kernel.weights = recurrent;
    kernel.base = products;
    kernel.bias = bias;
    kernel.next = next;
    kernel.dst = out;
    kernel.columns = units;
    kernel.depth = units;
    SetStep(layer, rows, /*limit=*/0, &kernel);
    builder.Add(FlatCall(kernel, count, builder.caps()));
    state = next;
  }
}

Status UnsupportedAuxiliary() {
  return Unsupported("an auxiliary input is not supported");
}

Status HybridWeights() {
  return Unsupported("FLOAT32 input with integer weights is not supported");
}

Status CheckLayer(const Lstm& op, const LstmLayer& layer, const NodeView& node,
                  const GpuPlanCaps& caps) {
  if (IsGiven(layer.aux_input)) return UnsupportedAuxiliary();
  std::vector<int> weights = {layer.projection, layer.projection_bias};
  for (const LstmGate& gate : layer.gates) {
    for (const int i :
         {gate.weights, gate.recurrent, gate.peephole, gate.bias, gate.norm}) {
      weights.push_back(i);
    }
  }
  const int64_t widest = std::max({layer.inputs, layer.outputs, layer.cells});
  return CheckRecurrent({op.steps, op.batch, layer.cells, widest}, weights,
                        op.kind == LstmKind::kInteger, node, caps);
}

}  // namespace

StatusOr<Lstm> PlanLstm(const Lstm& op, const NodeView& node,
                        const GpuPlanCaps& caps) {
  switch (op.kind) {
    case LstmKind::kFloat:
      break;
    case LstmKind::kInteger:
      if (!caps.take_quantized) return UnsupportedType(kTfLiteInt8);
      break;
    case LstmKind::kHybrid:
      return HybridWeights();
    default:
      return Unsupported("the basic kind of LSTM is not supported");
  }
  if (op.diagonal) {
    return Unsupported("diagonal recurrent weights are not supported");
  }
  for (const LstmLayer& layer : op.layers) {
    TFLL_RETURN_IF_ERROR(CheckLayer(op, layer, node, caps));
  }
  return op;
}

void EmitLstm(const Lstm& op, const NodeView& node, GpuBuilder& builder) {
  if (op.kind == LstmKind::kInteger) return EmitIntegerLstm(op, node, builder);
  for (const LstmLayer& layer : op.layers) {
    FloatLstmLayer(op, layer, node, builder).Emit();
  }
}

StatusOr<Rnn> PlanRnn(const Rnn& op, const NodeView& node,
                      const GpuPlanCaps& caps) {
  if (op.hybrid) return HybridWeights();
  for (const RnnLayer& layer : op.layers) {
    if (IsGiven(layer.aux_input)) return UnsupportedAuxiliary();
    TFLL_RETURN_IF_ERROR(CheckRecurrent(
        {op.steps, op.batch, layer.units, std::max(layer.inputs, layer.units)},
        {layer.weights, layer.recurrent, layer.bias}, false, node, caps));
  }
  return op;
}

void EmitRnn(const Rnn& op, const NodeView& node, GpuBuilder& builder) {
  for (const RnnLayer& layer : op.layers) {
    EmitRnnLayer(op, layer, node, builder);
  }
}

}  // namespace tflite::gpu
