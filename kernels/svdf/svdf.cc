#include "kernels/svdf/svdf.h"

#include <algorithm>
#include <cmath>

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

struct Tensors {
  TensorView input, feature, time, bias, state, output;
};

Status ReadTensors(const NodeView& node, Tensors* t) {
  const Status counts = node.CheckCounts(5, 5, 1);
  TFLL_CONSTRAINT(C1, counts.ok(), counts.message());
  TFLL_ASSIGN_OR_RETURN(t->input, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(t->feature, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(t->time, node.RequiredInput(2));
  t->bias = node.input(3);
  TFLL_ASSIGN_OR_RETURN(t->state, node.RequiredInput(4));
  TFLL_ASSIGN_OR_RETURN(t->output, node.RequiredOutput(0));
  return OkStatus();
}

Status BindShapes(const Tensors& t, Svdf* op) {
  TFLL_CONSTRAINT(
      C2, t.input.rank() == 2 && t.feature.rank() == 2 && t.time.rank() == 2,
      "input is ", t.input.ToString(), ", weights ", t.feature.ToString(),
      " and ", t.time.ToString());
  op->batch = t.input.dim(0);
  op->inputs = t.input.dim(1);
  op->filters = t.feature.dim(0);
  op->memory = t.time.dim(1);
  TFLL_CONSTRAINT(C2, op->rank > 0 && op->filters % op->rank == 0, op->filters,
                  " filters of rank ", op->rank);
  op->units = op->filters / op->rank;
  TFLL_CONSTRAINT(C2,
                  t.feature.dim(1) == op->inputs &&
                      t.time.dim(0) == op->filters && op->memory > 0,
                  "input is ", t.input.ToString(), ", weights ",
                  t.feature.ToString(), " and ", t.time.ToString());
  TFLL_CONSTRAINT(C2, !t.bias || t.bias.num_elements() == op->units, "bias is ",
                  t.bias.ToString(), " with ", op->units, " units");
  TFLL_CONSTRAINT(
      C2,
      t.state.num_elements() == int64_t{op->batch} * op->filters * op->memory,
      "state is ", t.state.ToString());
  op->has_bias = t.bias.present();
  op->outputs.push_back(OutputSpec::Known({op->batch, op->units}));
  return OkStatus();
}

bool TypesAre(const Tensors& t, TfLiteType data, TfLiteType feature,
              TfLiteType time, TfLiteType bias, TfLiteType state) {
  return t.input.type() == data && t.output.type() == data &&
         t.feature.type() == feature && t.time.type() == time &&
         (!t.bias || t.bias.type() == bias) && t.state.type() == state;
}

StatusOr<Svdf::Kind> FindKind(const Tensors& t) {
  constexpr TfLiteType f = kTfLiteFloat32;
  if (TypesAre(t, f, f, f, f, f)) return Svdf::Kind::kFloat;
  if (TypesAre(t, f, kTfLiteInt8, kTfLiteInt8, f, f) ||
      TypesAre(t, f, kTfLiteUInt8, kTfLiteUInt8, f, f)) {
    return Svdf::Kind::kHybrid;
  }
  TFLL_CONSTRAINT(C3,
                  TypesAre(t, kTfLiteInt8, kTfLiteInt8, kTfLiteInt16,
                           kTfLiteInt32, kTfLiteInt16),
                  "input is ", t.input.ToString(), ", weights ",
                  t.feature.ToString(), " and ", t.time.ToString(), ", bias ",
                  t.bias.ToString(), ", state ", t.state.ToString(),
                  ", output ", t.output.ToString());
  return Svdf::Kind::kInteger;
}

Status CheckQuantization(const TensorView& t, bool any_zero_point) {
  const auto scales = t.scales();
  TFLL_CONSTRAINT(
      C6, scales.size() == 1 && scales[0] > 0 && std::isfinite(scales[0]),
      t.ToString(), " has ", scales.size(), " scales");
  const int32_t zero_point = t.zero_point();
  TFLL_CONSTRAINT(C6,
                  any_zero_point ? zero_point >= -128 && zero_point <= 127
                                 : zero_point == 0,
                  t.ToString(), " has zero point ", zero_point);
  return OkStatus();
}

Status BindInteger(const Tensors& t, TfLiteFusedActivation activation,
                   Svdf* op) {
  TFLL_CONSTRAINT(
      C5, activation == kTfLiteActNone || activation == kTfLiteActRelu,
      "fused activation ", static_cast<int>(activation), " with integers");
  TFLL_RETURN_IF_ERROR(CheckQuantization(t.input, true));
  TFLL_RETURN_IF_ERROR(CheckQuantization(t.feature, false));
  TFLL_RETURN_IF_ERROR(CheckQuantization(t.time, false));
  TFLL_RETURN_IF_ERROR(CheckQuantization(t.state, false));
  TFLL_RETURN_IF_ERROR(CheckQuantization(t.output, true));
  op->input_zero_point = t.input.zero_point();
  op->output_zero_point = t.output.zero_point();
  // The scales are multiplied and divided as floats.
  op->feature_multiplier =
      QuantizeMultiplier(t.input.scale() * t.feature.scale() / t.state.scale());
  op->time_multiplier =
      QuantizeMultiplier(t.state.scale() * t.time.scale() / t.output.scale());
  return OkStatus();
}

}  // namespace

StatusOr<Svdf> BindSvdf(const NodeView& node) {
  Tensors t;
  TFLL_RETURN_IF_ERROR(ReadTensors(node, &t));
  TFLL_ASSIGN_OR_RETURN(const auto* params, node.params<TfLiteSVDFParams>());
  Svdf op;
  op.rank = params->rank;
  op.asymmetric_inputs = params->asymmetric_quantize_inputs;
  TFLL_RETURN_IF_ERROR(BindShapes(t, &op));
  TFLL_ASSIGN_OR_RETURN(op.kind, FindKind(t));
  TFLL_CONSTRAINT(C4, t.state.is_variable(), "state ", t.state.ToString(),
                  " is not a variable");
  if (op.kind == Svdf::Kind::kInteger) {
    TFLL_RETURN_IF_ERROR(BindInteger(t, params->activation, &op));
    return op;
  }
  const auto range = FloatActivationRange(params->activation);
  TFLL_CONSTRAINT(C5, range.ok(), range.status().message());
  op.range = *range;
  if (op.kind == Svdf::Kind::kHybrid) {
    for (const TensorView& weights : {t.feature, t.time}) {
      if (!weights.is_constant()) continue;
      TFLL_RETURN_IF_ERROR(CheckQuantization(weights, false));
    }
  }
  return op;
}

int16_t Svdf::NewestEntry(int64_t sum) const {
  const int32_t entry = MultiplyByQuantizedMultiplier(static_cast<int32_t>(sum),
                                                      feature_multiplier);
  return static_cast<int16_t>(std::clamp(entry, -32768, 32767));
}

int8_t Svdf::OutputValue(int64_t sum) const {
  const int64_t value = int64_t{MultiplyByQuantizedMultiplier(
                            static_cast<int32_t>(sum), time_multiplier)} +
                        output_zero_point;
  return static_cast<int8_t>(std::clamp<int64_t>(value, -128, 127));
}

}  // namespace tflite::kernels
