#include "kernels/lstm/lstm_parts.h"
#include "kernels/recurrent/recurrent_activation.h"

namespace tflite::kernels {
namespace {

const char* const kGateNames[] = {"input", "forget", "cell", "output"};

// Input i, which must be there, of the shape given.
Status CheckShape(const NodeView& node, int i, const char* what,
                  const Shape& shape) {
  const TensorView tensor = node.input(i);
  TFLL_CONSTRAINT(C4, tensor.present(), what, " (input ", i, ") are missing");
  TFLL_CONSTRAINT(C2, tensor.shape() == shape, what, " (input ", i, ") are ",
                  tensor.ToString(), ", not ", shape.ToString());
  return OkStatus();
}

// The same for a tensor that may be absent.
Status CheckOptional(const NodeView& node, int i, const char* what,
                     const Shape& shape) {
  return IsGiven(i) ? CheckShape(node, i, what, shape) : OkStatus();
}

Status CheckState(const NodeView& node, int i, const char* what, int64_t batch,
                  int64_t width) {
  const TensorView state = node.input(i);
  TFLL_CONSTRAINT(C5, state.present() && state.is_variable(), what, " (input ",
                  i, ") is no variable");
  TFLL_CONSTRAINT(C2, state.num_elements() == batch * width, what, " (input ",
                  i, ") is ", state.ToString(), ", not [", batch, ",", width,
                  "]");
  return OkStatus();
}

// Which of a gate's tensors there must be, given those of the forget gate.
Status CheckGroups(const LstmLayer& layer) {
  const LstmGate& forget = layer.gates[kLstmForget];
  const LstmGate& input = layer.gates[kLstmInput];
  TFLL_CONSTRAINT(C4,
                  IsGiven(input.weights) == IsGiven(input.recurrent) &&
                      IsGiven(input.weights) == IsGiven(input.bias),
                  "the input gate lacks a tensor");
  for (int g = layer.first_gate(); g < 4; ++g) {
    const LstmGate& gate = layer.gates[g];
    TFLL_CONSTRAINT(
        C4,
        IsGiven(gate.weights) && IsGiven(gate.recurrent) && IsGiven(gate.bias),
        "the ", kGateNames[g], " gate lacks a tensor");
    TFLL_CONSTRAINT(C4, IsGiven(gate.norm) == IsGiven(forget.norm),
                    "some gates are normalized, others not");
    TFLL_CONSTRAINT(C4,
                    IsGiven(gate.aux_weights) == IsGiven(forget.aux_weights),
                    "some gates have auxiliary weights, others not");
    TFLL_CONSTRAINT(
        C4,
        g == kLstmCell || IsGiven(gate.peephole) == IsGiven(forget.peephole),
        "some gates have peephole weights, others not");
  }
  TFLL_CONSTRAINT(
      C4,
      !layer.cifg() || (!IsGiven(input.peephole) && !IsGiven(input.norm) &&
                        !IsGiven(input.aux_weights)),
      "there is no input gate for the tensors of one");
  TFLL_CONSTRAINT(C4,
                  IsGiven(layer.projection) || !IsGiven(layer.projection_bias),
                  "a projection bias without projection weights");
  TFLL_CONSTRAINT(C4, !IsGiven(forget.aux_weights) || IsGiven(layer.aux_input),
                  "auxiliary weights without an auxiliary input");
  return OkStatus();
}

Status CheckGate(const NodeView& node, const Lstm& op, const LstmLayer& layer,
                 const LstmGate& gate) {
  const int32_t cells = layer.cells;
  const Shape recurrent =
      op.diagonal ? Shape{cells} : Shape{cells, layer.outputs};
  TFLL_RETURN_IF_ERROR(
      CheckShape(node, gate.weights, "weights", {cells, layer.inputs}));
  TFLL_RETURN_IF_ERROR(
      CheckShape(node, gate.recurrent, "recurrent weights", recurrent));
  TFLL_RETURN_IF_ERROR(CheckShape(node, gate.bias, "biases", {cells}));
  TFLL_RETURN_IF_ERROR(
      CheckOptional(node, gate.peephole, "peephole weights", {cells}));
  TFLL_RETURN_IF_ERROR(
      CheckOptional(node, gate.norm, "normalization coefficients", {cells}));
  return CheckOptional(node, gate.aux_weights, "auxiliary weights",
                       {cells, layer.aux_inputs});
}

// Rows of x and xa: [batch, n], or [time, batch, n] in the operator's order.
Status CheckRows(const NodeView& node, int i, int32_t* width) {
  const TensorView x = node.input(0), tensor = node.input(i);
  TFLL_CONSTRAINT(C2,
                  tensor.rank() == x.rank() && tensor.dim(0) == x.dim(0) &&
                      (x.rank() == 2 || tensor.dim(1) == x.dim(1)),
                  "input ", i, " is ", tensor.ToString(), ", input 0 ",
                  x.ToString());
  *width = tensor.dim(-1);
  return OkStatus();
}

}  // namespace

Status BindLstmOptions(const NodeView& node, const LstmOptions& options,
                       Lstm* op) {
  TFLL_CONSTRAINT(C6, IsRecurrentActivation(options.activation), "activation ",
                  static_cast<int>(options.activation), " is not supported");
  TFLL_CONSTRAINT(C7, options.cell_clip >= 0 && options.projection_clip >= 0,
                  "clips are ", options.cell_clip, " and ",
                  options.projection_clip);
  op->activation = options.activation;
  op->cell_clip = options.cell_clip;
  op->projection_clip = options.projection_clip;
  op->asymmetric_inputs = options.asymmetric_inputs;
  op->diagonal = options.diagonal;
  op->time_major = options.time_major;
  TFLL_ASSIGN_OR_RETURN(const TensorView x, node.RequiredInput(0));
  op->steps = x.rank() == 2 ? 1 : x.dim(options.time_major ? 0 : 1);
  op->batch = x.rank() == 2 ? x.dim(0) : x.dim(options.time_major ? 1 : 0);
  return OkStatus();
}

Status BindLstmLayer(const NodeView& node, const Lstm& op, LstmLayer* layer) {
  TFLL_RETURN_IF_ERROR(CheckGroups(*layer));
  TFLL_RETURN_IF_ERROR(CheckRows(node, layer->input, &layer->inputs));
  if (IsGiven(layer->aux_input)) {
    TFLL_RETURN_IF_ERROR(CheckRows(node, layer->aux_input, &layer->aux_inputs));
  }
  const TensorView weights = node.input(layer->gates[kLstmOutput].weights);
  const TensorView recurrent = node.input(layer->gates[kLstmOutput].recurrent);
  TFLL_CONSTRAINT(C2, weights.rank() == 2, "weights are ", weights.ToString());
  TFLL_CONSTRAINT(C2, recurrent.rank() == (op.diagonal ? 1 : 2),
                  "recurrent weights are ", recurrent.ToString());
  layer->cells = weights.dim(0);
  layer->outputs = recurrent.dim(-1);
  layer->output_pitch = layer->outputs;
  for (int g = layer->first_gate(); g < 4; ++g) {
    TFLL_RETURN_IF_ERROR(CheckGate(node, op, *layer, layer->gates[g]));
  }
  TFLL_CONSTRAINT(C4,
                  IsGiven(layer->projection) || layer->outputs == layer->cells,
                  layer->cells, " cells give ", layer->outputs,
                  " outputs without projection weights");
  TFLL_RETURN_IF_ERROR(CheckOptional(node, layer->projection,
                                     "projection weights",
                                     {layer->outputs, layer->cells}));
  TFLL_RETURN_IF_ERROR(CheckOptional(node, layer->projection_bias,
                                     "projection biases", {layer->outputs}));
  TFLL_RETURN_IF_ERROR(CheckState(node, layer->output_state, "output state",
                                  op.batch, layer->outputs));
  return CheckState(node, layer->cell_state, "cell state", op.batch,
                    layer->cells);
}

}  // namespace tflite::kernels
