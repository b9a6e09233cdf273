#include "kernels/lstm/lstm.h"

#include "kernels/lstm/lstm_parts.h"
#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

// The inputs of a layer's own block: weights, then the projection.
void NumberWeights(const NodeView& node, int first, LstmLayer* layer) {
  const auto present = [&node](int i) { return node.input(i) ? i : kNoInput; };
  for (int g = 0; g < 4; ++g) {
    layer->gates[g].weights = present(first + g);
    layer->gates[g].recurrent = present(first + 4 + g);
    layer->gates[g].bias = present(first + 11 + g);
  }
  layer->gates[kLstmInput].peephole = present(first + 8);
  layer->gates[kLstmForget].peephole = present(first + 9);
  layer->gates[kLstmOutput].peephole = present(first + 10);
  layer->projection = present(first + 15);
  layer->projection_bias = present(first + 16);
}

StatusOr<Lstm> BindOneLayer(const NodeView& node, const LstmOptions& options) {
  const Status counts = node.CheckCounts(20, 24, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  Lstm op;
  TFLL_RETURN_IF_ERROR(BindLstmOptions(node, options, &op));
  LstmLayer layer;
  NumberWeights(node, 1, &layer);
  layer.output_state = 18;
  layer.cell_state = 19;
  for (int g = 0; g < 4; ++g) {
    layer.gates[g].norm = node.input(20 + g) ? 20 + g : kNoInput;
  }
  TFLL_RETURN_IF_ERROR(BindLstmLayer(node, op, &layer));
  op.layers.push_back(layer);
  TFLL_RETURN_IF_ERROR(BindLstmTypes(node, &op));
  if (op.kind == LstmKind::kInteger) {
    TFLL_RETURN_IF_ERROR(BindLstmFactors(node, &op));
  }
  Shape shape = node.input(0).shape();
  shape[shape.rank() - 1] = layer.outputs;
  op.outputs.push_back(OutputSpec::Known(shape));
  return op;
}

// Two outputs, or one whose rows hold both layers' results.
Status PlaceOutputs(const NodeView& node, bool merge, Lstm* op) {
  Shape shape = node.input(0).shape();
  LstmLayer& forward = op->layers[0];
  LstmLayer& backward = op->layers[1];
  if (!merge) {
    backward.output = 1;
    for (const LstmLayer& layer : op->layers) {
      shape[2] = layer.outputs;
      op->outputs.push_back(OutputSpec::Known(shape));
    }
    return OkStatus();
  }
  TFLL_CONSTRAINT(C2, CheckedAdd(forward.outputs, backward.outputs, &shape[2]),
                  forward.outputs, " and ", backward.outputs,
                  " outputs are too many");
  forward.output_pitch = backward.output_pitch = shape[2];
  backward.output_column = forward.outputs;
  op->outputs.push_back(OutputSpec::Known(shape));
  return OkStatus();
}

}  // namespace

StatusOr<Lstm> BindLstm(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteLSTMParams>());
  LstmOptions options;
  options.activation = params->activation;
  options.cell_clip = params->cell_clip;
  options.projection_clip = params->proj_clip;
  options.asymmetric_inputs = params->asymmetric_quantize_inputs;
  if (params->kernel_type == kTfLiteLSTMBasicKernel) {
    return BindBasicLstm(node, options);
  }
  TFLL_CONSTRAINT(C2, !node.input(0) || node.input(0).rank() == 2, "input is ",
                  node.input(0).ToString());
  return BindOneLayer(node, options);
}

StatusOr<Lstm> BindUnidirectionalSequenceLstm(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteUnidirectionalSequenceLSTMParams>());
  LstmOptions options;
  options.activation = params->activation;
  options.cell_clip = params->cell_clip;
  options.projection_clip = params->proj_clip;
  options.time_major = params->time_major;
  options.asymmetric_inputs = params->asymmetric_quantize_inputs;
  options.diagonal = params->diagonal_recurrent_tensors;
  TFLL_CONSTRAINT(C2, !node.input(0) || node.input(0).rank() == 3, "input is ",
                  node.input(0).ToString());
  return BindOneLayer(node, options);
}

StatusOr<Lstm> BindBidirectionalSequenceLstm(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteBidirectionalSequenceLSTMParams>());
  const Status counts = node.CheckCounts(48, 48, params->merge_outputs ? 1 : 2);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  LstmOptions options;
  options.activation = params->activation;
  options.cell_clip = params->cell_clip;
  options.projection_clip = params->proj_clip;
  options.time_major = params->time_major;
  options.asymmetric_inputs = params->asymmetric_quantize_inputs;
  TFLL_CONSTRAINT(C2, !node.input(0) || node.input(0).rank() == 3, "input is ",
                  node.input(0).ToString());
  Lstm op;
  TFLL_RETURN_IF_ERROR(BindLstmOptions(node, options, &op));
  for (int i = 0; i < 2; ++i) {
    LstmLayer layer;
    NumberWeights(node, i == 0 ? 1 : 18, &layer);
    layer.output_state = 35 + 2 * i;
    layer.cell_state = 36 + 2 * i;
    layer.backward = i == 1;
    for (int g = 0; g < 4; ++g) {
      const int weights = 40 + 4 * i + g;
      layer.gates[g].aux_weights = node.input(weights) ? weights : kNoInput;
    }
    const bool weighted = IsGiven(layer.gates[kLstmForget].aux_weights);
    if (node.input(39)) {
      if (weighted) layer.aux_input = 39;
      if (!weighted && layer.backward) layer.input = 39;
    }
    TFLL_RETURN_IF_ERROR(BindLstmLayer(node, op, &layer));
    op.layers.push_back(layer);
  }
  TFLL_RETURN_IF_ERROR(BindLstmTypes(node, &op));
  TFLL_CONSTRAINT(C3, op.kind != LstmKind::kInteger, "input is ",
                  node.input(0).ToString());
  TFLL_RETURN_IF_ERROR(PlaceOutputs(node, params->merge_outputs, &op));
  return op;
}

}  // namespace tflite::kernels
