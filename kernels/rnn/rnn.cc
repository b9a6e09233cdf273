#include "kernels/rnn/rnn.h"

#include "kernels/math/affine.h"
#include "kernels/recurrent/recurrent_activation.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/base/run_constraint.h"

namespace tflite::kernels {
namespace {

struct Options {
  TfLiteFusedActivation activation;
  bool time_major, asymmetric;
};

Status BindOptions(const NodeView& node, const Options& options, Rnn* op) {
  TFLL_RUN_CONSTRAINT(C5, node, IsRecurrentActivation(options.activation),
                      "activation ", static_cast<int>(options.activation),
                      " is not supported");
  op->activation = options.activation;
  op->time_major = options.time_major;
  op->asymmetric_inputs = options.asymmetric;
  TFLL_ASSIGN_OR_RETURN(const TensorView x, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView weights, node.RequiredInput(1));
  op->steps = x.rank() == 2 ? 1 : x.dim(options.time_major ? 0 : 1);
  op->batch = x.rank() == 2 ? x.dim(0) : x.dim(options.time_major ? 1 : 0);
  op->hybrid = weights.type() != kTfLiteFloat32;
  return OkStatus();
}

Status CheckShape(const NodeView& node, int i, const Shape& shape) {
  TFLL_ASSIGN_OR_RETURN(const TensorView tensor, node.RequiredInput(i));
  TFLL_CONSTRAINT(C2, tensor.shape() == shape, "input ", i, " is ",
                  tensor.ToString(), ", not ", shape.ToString());
  return OkStatus();
}

// The last extent of x or xa, whose others agree.
Status CheckRows(const NodeView& node, int i, int32_t* width) {
  const TensorView x = node.input(0);
  TFLL_ASSIGN_OR_RETURN(const TensorView tensor, node.RequiredInput(i));
  TFLL_CONSTRAINT(C2,
                  tensor.rank() == x.rank() && tensor.dim(0) == x.dim(0) &&
                      (x.rank() == 2 || tensor.dim(1) == x.dim(1)),
                  "input ", i, " is ", tensor.ToString(), ", input 0 ",
                  x.ToString());
  *width = tensor.dim(-1);
  return OkStatus();
}

Status CheckTypes(const NodeView& node, const RnnLayer& layer) {
  const TfLiteType weights = node.input(1).type();
  TFLL_RUN_CONSTRAINT(C3, node, weights == kTfLiteFloat32 || IsByte(weights),
                      "Type ", TfLiteTypeGetName(weights),
                      " not currently supported.: weights are ",
                      node.input(1).ToString());
  for (const int i : {layer.weights, layer.recurrent, layer.aux_weights}) {
    if (!IsGiven(i)) continue;
    const TensorView tensor = node.input(i);
    TFLL_CONSTRAINT(C3, tensor.type() == weights, "input ", i, " is ",
                    tensor.ToString(), ", not ", TfLiteTypeGetName(weights));
    // Weights that are computed have their scale when they are read.
    if (weights == kTfLiteFloat32 || !tensor.is_constant()) continue;
    const auto affine = ReadAffine(tensor);
    TFLL_RUN_CONSTRAINT(C6, node, affine.ok() && affine->zero_point == 0,
                        "input ", i, " is ", tensor.ToString(),
                        " with zero point ", tensor.zero_point());
  }
  for (const int i : {layer.input, layer.aux_input, layer.bias, layer.state}) {
    if (!IsGiven(i)) continue;
    TFLL_RUN_CONSTRAINT(C3, node, node.input(i).type() == kTfLiteFloat32,
                        "input ", i, " is ", node.input(i).ToString());
  }
  return OkStatus();
}

Status BindLayer(const NodeView& node, const Rnn& op, RnnLayer* layer) {
  TFLL_RETURN_IF_ERROR(CheckRows(node, layer->input, &layer->inputs));
  TFLL_ASSIGN_OR_RETURN(const TensorView bias, node.RequiredInput(layer->bias));
  TFLL_ASSIGN_OR_RETURN(const TensorView state,
                        node.RequiredInput(layer->state));
  TFLL_CONSTRAINT(C2, bias.rank() == 1, "biases are ", bias.ToString());
  const int32_t units = bias.dim(0);
  layer->units = layer->output_pitch = units;
  TFLL_RETURN_IF_ERROR(
      CheckShape(node, layer->weights, {units, layer->inputs}));
  TFLL_RETURN_IF_ERROR(CheckShape(node, layer->recurrent, {units, units}));
  if (IsGiven(layer->aux_input)) {
    TFLL_RETURN_IF_ERROR(CheckRows(node, layer->aux_input, &layer->aux_inputs));
    TFLL_RETURN_IF_ERROR(
        CheckShape(node, layer->aux_weights, {units, layer->aux_inputs}));
  }
  TFLL_CONSTRAINT(C4, state.is_variable(), "input ", layer->state,
                  " is no variable");
  TFLL_CONSTRAINT(C2, state.num_elements() == int64_t{op.batch} * units,
                  "input ", layer->state, " is ", state.ToString());
  return CheckTypes(node, *layer);
}

Status CheckOutputs(const NodeView& node) {
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(i));
    TFLL_CONSTRAINT(C3, output.type() == kTfLiteFloat32, "output ", i, " is ",
                    output.ToString());
  }
  return OkStatus();
}

StatusOr<Rnn> BindOneLayer(const NodeView& node, int rank,
                           const Options& options) {
  const Status counts = node.CheckCounts(5, 5, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView x, node.RequiredInput(0));
  TFLL_CONSTRAINT(C2, x.rank() == rank, "input is ", x.ToString());
  TFLL_RETURN_IF_ERROR(CheckOutputs(node));
  Rnn op;
  TFLL_RETURN_IF_ERROR(BindOptions(node, options, &op));
  RnnLayer layer;
  layer.weights = 1;
  layer.recurrent = 2;
  layer.bias = 3;
  layer.state = 4;
  TFLL_RETURN_IF_ERROR(BindLayer(node, op, &layer));
  op.layers.push_back(layer);
  Shape shape = x.shape();
  shape[rank - 1] = layer.units;
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

// Two outputs, or one whose rows hold both layers' results.
Status PlaceOutputs(const NodeView& node, bool merge, Rnn* op) {
  Shape shape = node.input(0).shape();
  RnnLayer& forward = op->layers[0];
  RnnLayer& backward = op->layers[1];
  if (!merge) {
    backward.output = 1;
    for (const RnnLayer& layer : op->layers) {
      shape[2] = layer.units;
      op->outputs.push_back(OutputSpec::Known(shape));
    }
    return OkStatus();
  }
  TFLL_CONSTRAINT(C2, CheckedAdd(forward.units, backward.units, &shape[2]),
                  forward.units, " and ", backward.units,
                  " units are too many");
  forward.output_pitch = backward.output_pitch = shape[2];
  backward.output_column = forward.units;
  op->outputs.push_back(OutputSpec::Known(shape));
  return OkStatus();
}

}  // namespace

StatusOr<Rnn> BindRnn(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteRNNParams>());
  return BindOneLayer(
      node, 2, {params->activation, true, params->asymmetric_quantize_inputs});
}

StatusOr<Rnn> BindUnidirectionalSequenceRnn(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteSequenceRNNParams>());
  return BindOneLayer(node, 3,
                      {params->activation, params->time_major,
                       params->asymmetric_quantize_inputs});
}

StatusOr<Rnn> BindBidirectionalSequenceRnn(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteBidirectionalSequenceRNNParams>());
  const Status counts = node.CheckCounts(12, 12, params->merge_outputs ? 1 : 2);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(const TensorView x, node.RequiredInput(0));
  TFLL_CONSTRAINT(C2, x.rank() == 3, "input is ", x.ToString());
  TFLL_RETURN_IF_ERROR(CheckOutputs(node));
  Rnn op;
  TFLL_RETURN_IF_ERROR(BindOptions(node,
                                   {params->activation, params->time_major,
                                    params->asymmetric_quantize_inputs},
                                   &op));
  const bool aux = node.input(9).present(), weighted = node.input(10).present();
  TFLL_CONSTRAINT(C7,
                  weighted == node.input(11).present() && (aux || !weighted),
                  "of the auxiliary input and its weights some are missing");
  for (int i = 0; i < 2; ++i) {
    RnnLayer layer;
    layer.weights = 1 + 4 * i;
    layer.recurrent = 2 + 4 * i;
    layer.bias = 3 + 4 * i;
    layer.state = 4 + 4 * i;
    layer.backward = i == 1;
    if (weighted) {
      layer.aux_input = 9;
      layer.aux_weights = 10 + i;
    } else if (aux && layer.backward) {
      layer.input = 9;
    }
    TFLL_RETURN_IF_ERROR(BindLayer(node, op, &layer));
    op.layers.push_back(layer);
  }
  TFLL_RETURN_IF_ERROR(PlaceOutputs(node, params->merge_outputs, &op));
  return op;
}

}  // namespace tflite::kernels
