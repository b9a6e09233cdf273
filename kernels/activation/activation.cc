#include "kernels/activation/activation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tensorflow_lite_lite/base/element_types.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

// The interval to which a function of the RELU family clamps.
struct RealRange {
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
};

bool IsRescaling(ActivationKind kind, RealRange* range) {
  switch (kind) {
    case ActivationKind::kRelu:
      range->low = 0;
      return true;
    case ActivationKind::kRelu6:
      *range = {0, 6};
      return true;
    case ActivationKind::kRelu0To1:
      *range = {0, 1};
      return true;
    case ActivationKind::kReluN1To1:
      *range = {-1, 1};
      return true;
    case ActivationKind::kLeakyRelu:
      return true;
    default:
      return false;
  }
}

// Any sign.
QuantizedMultiplier SignedMultiplier(double real) {
  QuantizedMultiplier m = QuantizeMultiplier(std::abs(real));
  if (real < 0) m.multiplier = -m.multiplier;
  return m;
}

template <typename T>
void SetLimits(RealRange range, Activation* op) {
  op->low = std::isinf(range.low) ? std::numeric_limits<T>::min()
                                  : QuantizeTo<T>(range.low, op->out);
  op->high = std::isinf(range.high) ? std::numeric_limits<T>::max()
                                    : QuantizeTo<T>(range.high, op->out);
}

void BindRescaling(RealRange range, Activation* op) {
  op->form = ActivationForm::kRescale;
  op->positive = QuantizeMultiplier(double{op->in.scale / op->out.scale});
  op->negative =
      op->kind == ActivationKind::kLeakyRelu
          ? SignedMultiplier(double{op->in.scale * op->alpha / op->out.scale})
          : op->positive;
  if (op->type == kTfLiteInt8) SetLimits<int8_t>(range, op);
  if (op->type == kTfLiteUInt8) SetLimits<uint8_t>(range, op);
  if (op->type == kTfLiteInt16) SetLimits<int16_t>(range, op);
}

// The upper 16 bits of a multiplier, rounded.
int16_t UpperHalf(int32_t multiplier) {
  const int64_t half = (int64_t{multiplier} + (1 << 15)) >> 16;
  return static_cast<int16_t>(std::min<int64_t>(half, INT16_MAX));
}

// Computed in float if the output's scale is less than 2^-7 of the input's,
// which the fixed-point form cannot represent.
void BindHardSwish(Activation* op) {
  const float fine_scale = op->in.scale / 128.0f;
  const auto out = QuantizeMultiplier(double{fine_scale / op->out.scale});
  const auto gate = QuantizeMultiplier(double{fine_scale / (3.0f / 32768.0f)});
  if (out.shift > 0) return;
  op->form = ActivationForm::kHardSwish;
  op->hard_swish = {UpperHalf(out.multiplier), out.shift,
                    UpperHalf(gate.multiplier), gate.shift};
}

void BindStored(Activation* op) {
  RealRange range;
  if (IsRescaling(op->kind, &range)) return BindRescaling(range, op);
  const bool words = op->type == kTfLiteInt16;
  if (op->kind == ActivationKind::kHardSwish && !words) BindHardSwish(op);
  if ((op->kind == ActivationKind::kLogistic ||
       op->kind == ActivationKind::kTanh) &&
      words && op->in.zero_point == 0 && op->out == Affine{1.0f / 32768, 0}) {
    op->form = ActivationForm::kTable;
    op->sigmoid = SigmoidScaleOf(op->in.scale);
  }
}

StatusOr<Activation> Bind(const NodeView& node, ActivationKind kind,
                          float alpha = 0) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, in.type() == out.type(), "input is ", in.ToString(),
                  ", output ", out.ToString());
  TFLL_CONSTRAINT(C3, IsFloat(in.type()) || IsByteOrInt16(in.type()), "type ",
                  TfLiteTypeGetName(in.type()), " is not supported");
  Activation op;
  op.kind = kind;
  op.alpha = alpha;
  op.type = in.type();
  op.count = in.num_elements();
  if (IsByteOrInt16(op.type)) {
    const auto in_affine = ReadAffine(in), out_affine = ReadAffine(out);
    TFLL_CONSTRAINT(C4, in_affine.ok(), in_affine.status().message());
    TFLL_CONSTRAINT(C4, out_affine.ok(), out_affine.status().message());
    op.in = *in_affine;
    op.out = *out_affine;
    BindStored(&op);
  }
  op.outputs.push_back(OutputSpec::Known(in.shape()));
  return op;
}

}  // namespace

StatusOr<Activation> BindRelu(const NodeView& node) {
  return Bind(node, ActivationKind::kRelu);
}
StatusOr<Activation> BindRelu6(const NodeView& node) {
  return Bind(node, ActivationKind::kRelu6);
}
StatusOr<Activation> BindRelu0To1(const NodeView& node) {
  return Bind(node, ActivationKind::kRelu0To1);
}
StatusOr<Activation> BindReluN1To1(const NodeView& node) {
  return Bind(node, ActivationKind::kReluN1To1);
}
StatusOr<Activation> BindLeakyRelu(const NodeView& node) {
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteLeakyReluParams>());
  return Bind(node, ActivationKind::kLeakyRelu, params->alpha);
}
StatusOr<Activation> BindElu(const NodeView& node) {
  return Bind(node, ActivationKind::kElu);
}
StatusOr<Activation> BindGelu(const NodeView& node) {
  const bool approximate =
      node.params_or_default<TfLiteGeluParams>().approximate;
  return Bind(
      node, approximate ? ActivationKind::kGeluTanh : ActivationKind::kGeluErf);
}
StatusOr<Activation> BindHardSwish(const NodeView& node) {
  return Bind(node, ActivationKind::kHardSwish);
}
StatusOr<Activation> BindLogistic(const NodeView& node) {
  return Bind(node, ActivationKind::kLogistic);
}
StatusOr<Activation> BindTanh(const NodeView& node) {
  return Bind(node, ActivationKind::kTanh);
}

}  // namespace tflite::kernels
