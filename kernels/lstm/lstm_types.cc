#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/lstm/lstm_parts.h"
#include "kernels/math/affine.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::kernels {
namespace {

Status CheckType(const NodeView& node, int i, TfLiteType type) {
  if (!IsGiven(i)) return OkStatus();
  const TensorView tensor = node.input(i);
  TFLL_CONSTRAINT(C3, tensor.type() == type, "input ", i, " is ",
                  tensor.ToString(), ", not ", TfLiteTypeGetName(type));
  return OkStatus();
}

// One positive scale, zero point 0. `scale` may be null.
Status CheckScale(const NodeView& node, int i, float* scale) {
  if (!IsGiven(i)) return OkStatus();
  const auto affine = ReadAffine(node.input(i));
  TFLL_CONSTRAINT(C8, affine.ok(), "input ", i, ": ",
                  affine.status().message());
  TFLL_CONSTRAINT(C8, affine->zero_point == 0, "input ", i, " has zero point ",
                  affine->zero_point);
  if (scale != nullptr) *scale = affine->scale;
  return OkStatus();
}

Status CheckWeights(const NodeView& node, int i, TfLiteType type) {
  TFLL_RETURN_IF_ERROR(CheckType(node, i, type));
  if (!IsGiven(i) || type == kTfLiteFloat32) return OkStatus();
  const TensorView tensor = node.input(i);
  // Weights that are computed have their scale when they are read.
  return tensor.is_constant() ? CheckScale(node, i, nullptr) : OkStatus();
}

// A vector of weights: FLOAT32, or of the type that matrices have.
Status CheckVector(const NodeView& node, int i, TfLiteType weights) {
  const bool is_float = IsGiven(i) && node.input(i).type() == kTfLiteFloat32;
  return CheckWeights(node, i, is_float ? kTfLiteFloat32 : weights);
}

// FLOAT32 x: weights of `weights` type, the rest FLOAT32.
Status CheckFloatLayer(const NodeView& node, const LstmLayer& layer,
                       TfLiteType weights, bool diagonal) {
  for (const LstmGate& gate : layer.gates) {
    TFLL_RETURN_IF_ERROR(CheckWeights(node, gate.weights, weights));
    TFLL_RETURN_IF_ERROR(CheckWeights(node, gate.aux_weights, weights));
    TFLL_RETURN_IF_ERROR(diagonal
                             ? CheckVector(node, gate.recurrent, weights)
                             : CheckWeights(node, gate.recurrent, weights));
    TFLL_RETURN_IF_ERROR(CheckVector(node, gate.peephole, weights));
    TFLL_RETURN_IF_ERROR(CheckType(node, gate.bias, kTfLiteFloat32));
    TFLL_RETURN_IF_ERROR(CheckType(node, gate.norm, kTfLiteFloat32));
  }
  TFLL_RETURN_IF_ERROR(CheckWeights(node, layer.projection, weights));
  TFLL_RETURN_IF_ERROR(CheckType(node, layer.projection_bias, kTfLiteFloat32));
  TFLL_RETURN_IF_ERROR(CheckType(node, layer.input, kTfLiteFloat32));
  TFLL_RETURN_IF_ERROR(CheckType(node, layer.aux_input, kTfLiteFloat32));
  TFLL_RETURN_IF_ERROR(CheckType(node, layer.output_state, kTfLiteFloat32));
  return CheckType(node, layer.cell_state, kTfLiteFloat32);
}

Status CheckIntegerLayer(const NodeView& node, const LstmLayer& layer) {
  for (const LstmGate& gate : layer.gates) {
    TFLL_RETURN_IF_ERROR(CheckType(node, gate.weights, kTfLiteInt8));
    TFLL_RETURN_IF_ERROR(CheckType(node, gate.recurrent, kTfLiteInt8));
    TFLL_RETURN_IF_ERROR(CheckType(node, gate.peephole, kTfLiteInt16));
    TFLL_RETURN_IF_ERROR(CheckType(node, gate.bias, kTfLiteInt32));
    TFLL_RETURN_IF_ERROR(CheckType(node, gate.norm, kTfLiteInt16));
  }
  TFLL_RETURN_IF_ERROR(CheckType(node, layer.projection, kTfLiteInt8));
  TFLL_RETURN_IF_ERROR(CheckType(node, layer.projection_bias, kTfLiteInt32));
  const TfLiteType state = node.input(layer.output_state).type();
  TFLL_RETURN_IF_ERROR(
      CheckType(node, layer.output_state,
                state == kTfLiteInt16 ? kTfLiteInt16 : kTfLiteInt8));
  return CheckType(node, layer.cell_state, kTfLiteInt16);
}

Status CheckOutputs(const NodeView& node, TfLiteType type) {
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_ASSIGN_OR_RETURN(const TensorView output, node.RequiredOutput(i));
    TFLL_CONSTRAINT(C3, output.type() == type, "output ", i, " is ",
                    output.ToString());
  }
  return OkStatus();
}

// Scales and zero points that are not those of weights.
struct LayerScales {
  double input = 0, state = 0, hidden = 0;
  double gate[4] = {};  // of sums
};

StatusOr<Affine> ReadQuantized(const TensorView& tensor, const char* what) {
  const auto affine = ReadAffine(tensor);
  TFLL_CONSTRAINT(C9, affine.ok(), what, ": ", affine.status().message());
  return *affine;
}

StatusOr<Affine> ReadInt8(const TensorView& tensor, const char* what) {
  TFLL_CONSTRAINT(
      C9, tensor.present() && tensor.type() == kTfLiteInt8, what,
      tensor.present() ? " is " + tensor.ToString() : " is missing");
  return ReadQuantized(tensor, what);
}

Status ReadGateScales(const NodeView& node, const LstmLayer& layer,
                      LayerScales* scales) {
  for (int g = layer.first_gate(); g < 4; ++g) {
    scales->gate[g] = 1.0 / (1 << 12);
    if (!layer.normalized()) continue;
    const TensorView sums = node.intermediate(g);
    TFLL_CONSTRAINT(C9, sums.present(), "intermediate ", g, " is missing");
    const auto affine = ReadAffine(sums);
    TFLL_CONSTRAINT(C9, affine.ok(), "intermediate ", g, ": ",
                    affine.status().message());
    scales->gate[g] = affine->scale;
  }
  return OkStatus();
}

Status ReadStates(const NodeView& node, LstmLayer* layer, LayerScales* scales) {
  TFLL_ASSIGN_OR_RETURN(const Affine input, ReadInt8(node.input(0), "input 0"));
  TFLL_ASSIGN_OR_RETURN(
      const Affine state,
      ReadQuantized(node.input(layer->output_state), "output state"));
  TFLL_CONSTRAINT(C9, state.zero_point >= -128 && state.zero_point <= 127,
                  "the output state has zero point ", state.zero_point);
  TFLL_ASSIGN_OR_RETURN(const Affine hidden,
                        ReadInt8(node.intermediate(4), "intermediate 4"));
  const auto cell = ReadAffine(node.input(layer->cell_state));
  TFLL_CONSTRAINT(C9, cell.ok(), cell.status().message());
  const double power = std::log2(cell->scale);
  const double whole = std::round(power);
  TFLL_CONSTRAINT(C9,
                  std::abs(power - whole) < 1e-3 && whole <= -9 &&
                      whole >= -15 && cell->zero_point == 0,
                  "the cell state has scale ", cell->scale, " and zero point ",
                  cell->zero_point);
  layer->cell_bits = 15 + static_cast<int>(whole);
  layer->input_zero_point = input.zero_point;
  layer->state_zero_point = state.zero_point;
  // h is stored around the opposite zero point before a projection: it
  // saturates there, as in the runtime that models are calibrated for.
  layer->hidden_zero_point =
      IsGiven(layer->projection) ? -hidden.zero_point : hidden.zero_point;
  scales->input = input.scale;
  scales->state = state.scale;
  scales->hidden = hidden.scale;
  return OkStatus();
}

Status BindGate(const NodeView& node, const LayerScales& scales,
                double sum_scale, int cell_bits, LstmGate* gate) {
  float weights = 0, recurrent = 0, peephole = 0, norm = 0;
  TFLL_RETURN_IF_ERROR(CheckScale(node, gate->weights, &weights));
  TFLL_RETURN_IF_ERROR(CheckScale(node, gate->recurrent, &recurrent));
  TFLL_RETURN_IF_ERROR(CheckScale(node, gate->peephole, &peephole));
  TFLL_RETURN_IF_ERROR(CheckScale(node, gate->norm, &norm));
  gate->weights_factor = QuantizeMultiplier(weights * scales.input / sum_scale);
  gate->recurrent_factor =
      QuantizeMultiplier(recurrent * scales.state / sum_scale);
  gate->peephole_factor =
      QuantizeMultiplier(std::ldexp(peephole, cell_bits - 15) / sum_scale);
  gate->norm_factor = QuantizeMultiplier(std::ldexp(norm, 12));
  gate->variance_guard =
      std::max(1, static_cast<int32_t>(std::min(10000.0f * norm, 1e9f)));
  return OkStatus();
}

// A clip, which is not negative, in stored units, within the type.
template <typename T>
T StoredClip(float clip, double scale) {
  return static_cast<T>(
      std::min<double>(clip / scale, std::numeric_limits<T>::max()));
}

}  // namespace

Status BindLstmTypes(const NodeView& node, Lstm* op) {
  const TfLiteType x = node.input(0).type();
  const TfLiteType weights =
      node.input(op->layers[0].gates[kLstmOutput].weights).type();
  if (x == kTfLiteInt8) {
    op->kind = LstmKind::kInteger;
    TFLL_CONSTRAINT(C6, op->activation == kTfLiteActTanh, "activation ",
                    static_cast<int>(op->activation), " of integers");
    TFLL_CONSTRAINT(C3, !op->diagonal,
                    "integer recurrent weights are diagonal");
    TFLL_RETURN_IF_ERROR(CheckIntegerLayer(node, op->layers[0]));
    return CheckOutputs(node, kTfLiteInt8);
  }
  const bool hybrid = IsByte(weights);
  TFLL_CONSTRAINT(C3, hybrid || weights == kTfLiteFloat32, "weights are ",
                  TfLiteTypeGetName(weights));
  op->kind = hybrid ? LstmKind::kHybrid : LstmKind::kFloat;
  for (const LstmLayer& layer : op->layers) {
    TFLL_RETURN_IF_ERROR(CheckFloatLayer(node, layer, weights, op->diagonal));
  }
  return CheckOutputs(node, kTfLiteFloat32);
}

Status BindLstmFactors(const NodeView& node, Lstm* op) {
  LstmLayer& layer = op->layers[0];
  TFLL_CONSTRAINT(C1, node.num_intermediates() == 5, "has ",
                  node.num_intermediates(), " intermediates, wants 5");
  LayerScales scales;
  TFLL_RETURN_IF_ERROR(ReadGateScales(node, layer, &scales));
  TFLL_RETURN_IF_ERROR(ReadStates(node, &layer, &scales));
  for (int g = layer.first_gate(); g < 4; ++g) {
    TFLL_RETURN_IF_ERROR(BindGate(node, scales, scales.gate[g], layer.cell_bits,
                                  &layer.gates[g]));
  }
  layer.hidden_factor =
      QuantizeMultiplier(std::ldexp(1.0, -30) / scales.hidden);
  if (IsGiven(layer.projection)) {
    float projection = 0;
    TFLL_RETURN_IF_ERROR(CheckScale(node, layer.projection, &projection));
    layer.projection_factor =
        QuantizeMultiplier(projection * scales.hidden / scales.state);
  }
  layer.cell_clip =
      StoredClip<int16_t>(op->cell_clip, std::ldexp(1.0, layer.cell_bits - 15));
  layer.projection_clip = StoredClip<int8_t>(op->projection_clip, scales.state);
  return OkStatus();
}

}  // namespace tflite::kernels
