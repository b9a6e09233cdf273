#include "kernels/activation/activation.h"

#include "tensorflow_lite_lite/c/builtin_op_data.h"

namespace tflite::kernels {
namespace {

bool IsFloat(TfLiteType type) {
  return type == kTfLiteFloat32 || type == kTfLiteFloat64 ||
         type == kTfLiteFloat16 || type == kTfLiteBFloat16;
}
bool IsInteger(TfLiteType type) {
  return type == kTfLiteInt8 || type == kTfLiteUInt8 || type == kTfLiteInt16;
}

StatusOr<Activation> Bind(const NodeView& node, ActivationKind kind) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, in.type() == out.type(), "input is ", in.ToString(),
                  ", output ", out.ToString());
  TFLL_CONSTRAINT(C3, IsFloat(in.type()) || IsInteger(in.type()), "type ",
                  TfLiteTypeGetName(in.type()), " is not supported");
  Activation op;
  op.kind = kind;
  op.type = in.type();
  op.count = in.num_elements();
  if (IsInteger(op.type)) {
    const auto in_affine = ReadAffine(in), out_affine = ReadAffine(out);
    TFLL_CONSTRAINT(C4, in_affine.ok(), in_affine.status().message());
    TFLL_CONSTRAINT(C4, out_affine.ok(), out_affine.status().message());
    op.in = *in_affine;
    op.out = *out_affine;
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
  TFLL_ASSIGN_OR_RETURN(Activation op, Bind(node, ActivationKind::kLeakyRelu));
  TFLL_ASSIGN_OR_RETURN(const auto* params,
                        node.params<TfLiteLeakyReluParams>());
  op.alpha = params->alpha;
  return op;
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
