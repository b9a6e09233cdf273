#include "kernels/compare/compare.h"

namespace tflite::kernels {
namespace {

bool IsEquality(CompareKind kind) {
  return kind == CompareKind::kEqual || kind == CompareKind::kNotEqual;
}

bool Takes(CompareKind kind, TfLiteType type) {
  switch (type) {
    case kTfLiteString:
    case kTfLiteBool:
    case kTfLiteComplex64:
      return IsEquality(kind);
    default:
      return IsNumber(type);
  }
}

Status BindScales(const TensorView& x, const TensorView& y, Compare& op) {
  const auto x_affine = ReadAffine(x), y_affine = ReadAffine(y);
  TFLL_CONSTRAINT(C6, x_affine.ok(), x_affine.status().message());
  TFLL_CONSTRAINT(C6, y_affine.ok(), y_affine.status().message());
  op.scaled = op.type != kTfLiteInt16 || IsEquality(op.kind);
  op.x_zero_point = x_affine->zero_point;
  op.y_zero_point = y_affine->zero_point;
  op.x_factor = QuantizeMultiplier(x_affine->scale);
  op.y_factor = QuantizeMultiplier(y_affine->scale);
  return OkStatus();
}

StatusOr<Compare> Bind(const NodeView& node, CompareKind kind) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 2 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView x, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView y, node.RequiredInput(1));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, x.type() == y.type(), "inputs are ", x.ToString(),
                  " and ", y.ToString());
  TFLL_CONSTRAINT(C3, Takes(kind, x.type()), "type ",
                  TfLiteTypeGetName(x.type()), " is not supported");
  TFLL_CONSTRAINT(C4, out.type() == kTfLiteBool, "output is ", out.ToString());
  const auto shape = BroadcastShapes(x.shape(), y.shape());
  TFLL_CONSTRAINT(C5, shape.ok(), shape.status().message());
  Compare op;
  op.kind = kind;
  op.type = x.type();
  op.loop = Broadcast(*shape, {x.shape(), y.shape()});
  if (StandsForReals(x) || StandsForReals(y)) {
    TFLL_RETURN_IF_ERROR(BindScales(x, y, op));
  }
  op.outputs.push_back(OutputSpec::Known(*shape));
  return op;
}

}  // namespace

StatusOr<Compare> BindEqual(const NodeView& node) {
  return Bind(node, CompareKind::kEqual);
}
StatusOr<Compare> BindNotEqual(const NodeView& node) {
  return Bind(node, CompareKind::kNotEqual);
}
StatusOr<Compare> BindLess(const NodeView& node) {
  return Bind(node, CompareKind::kLess);
}
StatusOr<Compare> BindLessEqual(const NodeView& node) {
  return Bind(node, CompareKind::kLessEqual);
}
StatusOr<Compare> BindGreater(const NodeView& node) {
  return Bind(node, CompareKind::kGreater);
}
StatusOr<Compare> BindGreaterEqual(const NodeView& node) {
  return Bind(node, CompareKind::kGreaterEqual);
}

}  // namespace tflite::kernels
