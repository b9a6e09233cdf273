#include "delegates/dsp/lowering/elementwise.h"

#include <algorithm>
#include <limits>

#include "delegates/common/byte_tables.h"
#include "delegates/common/operand_checks.h"
#include "delegates/dsp/lowering/box.h"
#include "delegates/dsp/lowering/checks.h"
#include "kernels/math/fixed_point.h"
#include "kernels/unary/unary_function.h"

namespace tflite::dsp {
namespace {

int64_t ClampToType(int64_t x, TfLiteType type) {
  return type == kTfLiteInt8 ? std::clamp<int64_t>(x, -128, 127)
                             : std::clamp<int64_t>(x, 0, 255);
}

StatusOr<BinaryPlan> PlanWalk(TfLiteType type, const NodeView& node) {
  BinaryPlan plan{};
  BinaryParams& p = plan.params;
  TFLL_ASSIGN_OR_RETURN(
      const Box box,
      MergedBox(
          node.output(0).shape(),
          {StretchedStrides(node.input(0).shape(), node.output(0).shape()),
           StretchedStrides(node.input(1).shape(), node.output(0).shape())}));
  p.rank = box.rank;
  std::copy_n(box.extents, kMostDims, p.extents);
  std::copy_n(box.strides[0], kMostDims, p.x_strides);
  std::copy_n(box.strides[1], kMostDims, p.y_strides);
  p.is_signed = IsSigned(type);
  return plan;
}

void SetArithmetic(const Binary& op, BinaryForm8 form, BinaryParams* p) {
  const BinaryQuantization& q = op.q;
  p->form = form;
  p->subtract = op.kind == BinaryKind::kSub ? 1 : 0;
  p->x_zero_point = q.x.zero_point;
  p->y_zero_point = q.y.zero_point;
  p->shift = q.shift;
  p->x_factor = ToFactor(q.x_factor);
  p->y_factor = ToFactor(q.y_factor);
  p->factor = ToFactor(q.factor);
  p->zero_point = q.out.zero_point;
  p->min = q.range.min;
  p->max = q.range.max;
}

}  // namespace

StatusOr<MapPlan> PlanActivation(const Activation& op, const NodeView& node,
                                 const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  return MapPlan{ActivationTable(op)};
}

StatusOr<MapPlan> PlanUnary(const Unary& op, const NodeView& node,
                            const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, op.quantized));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_RETURN_IF_ERROR(CheckRoot(op));
  return MapPlan{UnaryTable(op)};
}

StatusOr<MapPlan> PlanQuantize(const Quantize& op, const NodeView& node,
                               const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.in_type, op.requantizes));
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.out_type, true));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  const int32_t zero_point = op.out.channels[0].zero_point;
  return MapPlan{ByteTable(op.in_type == kTfLiteInt8, [&](int32_t x) {
    return ClampToType(int64_t{SaturatingMultiplyByQuantizedMultiplier(
                           int64_t{x} - op.in_zero_point, op.factor)} +
                           zero_point,
                       op.out_type);
  })};
}

void EmitMap(const MapPlan& plan, const NodeView& node, DspBuilder& builder) {
  AddMap(node, plan.table, builder.Input(node, 0), builder.Output(node, 0),
         builder);
}

void AddMap(const NodeView& node, const std::vector<uint8_t>& table, Piece from,
            Piece to, DspBuilder& builder) {
  MapParams p = {};
  p.input = from;
  p.output = to;
  p.table = builder.Constant(table);
  p.count = static_cast<int32_t>(to.bytes);
  builder.Add(node, p);
}

StatusOr<BinaryPlan> PlanBinary(const Binary& op, const NodeView& node,
                                const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, op.quantized));
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_ASSIGN_OR_RETURN(BinaryPlan plan, PlanWalk(op.type, node));
  const auto arithmetic = [&](BinaryForm8 form) {
    SetArithmetic(op, form, &plan.params);
    return plan;
  };
  plan.params.form = BinaryForm8::kTable;
  switch (op.q.form) {
    case BinaryForm::kSum:
      return arithmetic(BinaryForm8::kSum);
    case BinaryForm::kSquare:
      return arithmetic(BinaryForm8::kSquare);
    case BinaryForm::kProduct:
      return arithmetic(BinaryForm8::kProduct);
    case BinaryForm::kRaw:
      return arithmetic(op.kind == BinaryKind::kMaximum
                            ? BinaryForm8::kMaximum
                            : BinaryForm8::kMinimum);
    case BinaryForm::kReal:
      plan.table = RealTable(op);
      return plan;
    case BinaryForm::kQuotient:
      TFLL_RETURN_IF_ERROR(CheckDivisor(op, node));
      plan.table = QuotientTable(op);
      return plan;
    case BinaryForm::kShifted:
    case BinaryForm::kHighByte:
      break;
  }
  return UnsupportedType(op.type);
}

StatusOr<BinaryPlan> PlanPrelu(const Prelu& op, const NodeView& node,
                               const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  if (op.alpha_type != op.type) return UnsupportedType(op.alpha_type);
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_ASSIGN_OR_RETURN(BinaryPlan plan, PlanWalk(op.type, node));
  plan.params.form = BinaryForm8::kTable;
  plan.table = PreluTable(op);
  return plan;
}

void EmitBinary(const BinaryPlan& plan, const NodeView& node,
                DspBuilder& builder) {
  BinaryParams p = plan.params;
  p.x = builder.Input(node, 0);
  p.y = builder.Input(node, 1);
  p.output = builder.Output(node, 0);
  if (!plan.table.empty()) p.table = builder.Constant(plan.table);
  builder.Add(node, p);
}

}  // namespace tflite::dsp
