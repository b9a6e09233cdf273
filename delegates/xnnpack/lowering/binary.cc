#include "delegates/xnnpack/lowering/binary.h"

#include "delegates/xnnpack/lowering/range.h"
#include "delegates/xnnpack/xnnpack_library.h"

namespace tflite::xnnpack {
namespace {

StatusOr<XnnOp> OperationOf(BinaryKind kind) {
  switch (kind) {
    case BinaryKind::kAdd:
      return XnnOp::kAdd;
    case BinaryKind::kSub:
      return XnnOp::kSubtract;
    case BinaryKind::kMul:
      return XnnOp::kMultiply;
    case BinaryKind::kDiv:
      return XnnOp::kDivide;
    case BinaryKind::kMaximum:
      return XnnOp::kMaximum;
    case BinaryKind::kMinimum:
      return XnnOp::kMinimum;
    case BinaryKind::kSquaredDifference:
      return XnnOp::kSquaredDifference;
    default:
      return Unsupported("XNNPACK does not have the operator");
  }
}

// Checks that the ratios of scales are in the range of the library's integer
// arithmetic.
Status CheckScales(XnnOp op, const NodeView& node) {
  const float a = node.input(0).scale();
  const float b = node.input(1).scale();
  const float out = node.output(0).scale();
  if (op == XnnOp::kMultiply) {
    return CheckRatio("the product of the inputs' scales", a * b / out,
                      0x1.0p-16f, 0x1.0p+8f);
  }
  TFLL_RETURN_IF_ERROR(
      CheckRatio("the first input's scale", a / out, 0x1.0p-10f, 0x1.0p+8f));
  return CheckRatio("the second input's scale", b / out, 0x1.0p-10f, 0x1.0p+8f);
}

}  // namespace

StatusOr<BinaryPlan> PlanBinary(const Binary& op, const NodeView& node,
                                const XnnCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const XnnOp operation, OperationOf(op.kind));
  TFLL_ASSIGN_OR_RETURN(const XnnType type,
                        CheckOperation(node, operation, caps, 0, 1));
  BinaryPlan plan{operation, op.float_range.min, op.float_range.max};
  if (type != XnnType::kFloat32) {
    if (operation == XnnOp::kDivide) {
      return Unsupported("XNNPACK does not report divisions of integers by 0");
    }
    TFLL_RETURN_IF_ERROR(CheckScales(operation, node));
    const RealRange range = ToRealRange(op.q.range, node.output(0));
    plan.min = range.min;
    plan.max = range.max;
  }
  TFLL_RETURN_IF_ERROR(CheckRange(plan.min, plan.max, node.output(0)));
  return plan;
}

void EmitBinary(const BinaryPlan& plan, const NodeView& node,
                XnnBuilder& builder) {
  const uint32_t a = builder.Input(node, 0);
  const uint32_t b = builder.Input(node, 1);
  const uint32_t out = builder.Output(node, 0);
  builder.Check(
      DefineBinary(plan.op, builder.graph(), plan.min, plan.max, a, b, out),
      "a binary operator");
}

}  // namespace tflite::xnnpack
