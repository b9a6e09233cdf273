#include "kernels/unary/unary.h"

#include <cmath>

namespace tflite::kernels {
namespace {

constexpr uint32_t Bit(TfLiteType type) { return uint32_t{1} << type; }
constexpr uint32_t kFloats = Bit(kTfLiteFloat32) | Bit(kTfLiteFloat64) |
                             Bit(kTfLiteFloat16) | Bit(kTfLiteBFloat16);
constexpr uint32_t kSigned = Bit(kTfLiteInt8) | Bit(kTfLiteInt16) |
                             Bit(kTfLiteInt32) | Bit(kTfLiteInt64);

bool TakesIntegers(UnaryKind kind) {
  return kind == UnaryKind::kAbs || kind == UnaryKind::kNeg ||
         kind == UnaryKind::kSign || kind == UnaryKind::kSquare;
}

bool Takes(UnaryKind kind, TfLiteType type, bool quantized) {
  if (kind == UnaryKind::kLogicalNot) return type == kTfLiteBool;
  if ((kFloats & Bit(type)) != 0 || quantized) return true;
  return TakesIntegers(kind) && (kSigned & Bit(type)) != 0;
}

void BindStored(Unary* op) {
  switch (op->kind) {
    case UnaryKind::kAbs:
      op->factor = QuantizeMultiplier(double{op->in.scale / op->out.scale});
      break;
    case UnaryKind::kRsqrt:
      op->factor = QuantizeMultiplier(
          1.0 / (std::sqrt(double{op->in.scale}) * double{op->out.scale}));
      break;
    case UnaryKind::kExp:
      if (op->type != kTfLiteInt16) break;
      op->table = std::make_shared<WordTable>(
          WordTable::RangeOf(op->in), WordTable::RangeOf(op->out),
          [](float x) { return std::exp(x); });
      break;
    default:
      break;
  }
}

StatusOr<Unary> Bind(const NodeView& node, UnaryKind kind) {
  TFLL_CONSTRAINT(C1, node.num_inputs() == 1 && node.num_outputs() == 1, "has ",
                  node.num_inputs(), " inputs and ", node.num_outputs(),
                  " outputs");
  TFLL_ASSIGN_OR_RETURN(const TensorView in, node.RequiredInput(0));
  TFLL_ASSIGN_OR_RETURN(const TensorView out, node.RequiredOutput(0));
  TFLL_CONSTRAINT(C2, in.type() == out.type(), "input is ", in.ToString(),
                  ", output ", out.ToString());
  Unary op;
  op.kind = kind;
  op.type = in.type();
  op.count = in.num_elements();
  op.quantized = kind != UnaryKind::kNeg && kind != UnaryKind::kLogicalNot &&
                 (StandsForReals(in) || StandsForReals(out));
  TFLL_CONSTRAINT(C3, Takes(kind, op.type, op.quantized), "type ",
                  TfLiteTypeGetName(op.type), " is not supported");
  if (op.quantized) {
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

StatusOr<Unary> BindAbs(const NodeView& node) {
  return Bind(node, UnaryKind::kAbs);
}
StatusOr<Unary> BindNeg(const NodeView& node) {
  return Bind(node, UnaryKind::kNeg);
}
StatusOr<Unary> BindSign(const NodeView& node) {
  return Bind(node, UnaryKind::kSign);
}
StatusOr<Unary> BindCeil(const NodeView& node) {
  return Bind(node, UnaryKind::kCeil);
}
StatusOr<Unary> BindFloor(const NodeView& node) {
  return Bind(node, UnaryKind::kFloor);
}
StatusOr<Unary> BindRound(const NodeView& node) {
  return Bind(node, UnaryKind::kRound);
}
StatusOr<Unary> BindSquare(const NodeView& node) {
  return Bind(node, UnaryKind::kSquare);
}
StatusOr<Unary> BindSqrt(const NodeView& node) {
  return Bind(node, UnaryKind::kSqrt);
}
StatusOr<Unary> BindRsqrt(const NodeView& node) {
  return Bind(node, UnaryKind::kRsqrt);
}
StatusOr<Unary> BindExp(const NodeView& node) {
  return Bind(node, UnaryKind::kExp);
}
StatusOr<Unary> BindLog(const NodeView& node) {
  return Bind(node, UnaryKind::kLog);
}
StatusOr<Unary> BindSin(const NodeView& node) {
  return Bind(node, UnaryKind::kSin);
}
StatusOr<Unary> BindCos(const NodeView& node) {
  return Bind(node, UnaryKind::kCos);
}
StatusOr<Unary> BindLogicalNot(const NodeView& node) {
  return Bind(node, UnaryKind::kLogicalNot);
}

}  // namespace tflite::kernels
