#include "delegates/gpu/lowering/elementwise/byte_functions.h"

#include <algorithm>

#include "delegates/common/byte_tables.h"
#include "delegates/common/operand_checks.h"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise/convert.h"
#include "kernels/compare/compare_function.h"
#include "kernels/unary/unary_function.h"

namespace tflite::gpu {
namespace {

// Values of FORM of the kernel binary_bytes, in addition to those of
// BinaryForm.
constexpr int kMaximumForm = 8, kMinimumForm = 9;

Status CheckBytes(TfLiteType type, bool quantized, const NodeView& node,
                  const GpuPlanCaps& caps) {
  if (!IsByte(type) || !quantized || !caps.take_quantized) {
    return UnsupportedType(type);
  }
  return CheckSizes(node, caps);
}

StatusOr<BytePairs> PlanWalk(const NodeView& node) {
  BytePairs plan;
  const TensorView out = node.output(0);
  plan.dense = node.input(0).num_elements() == out.num_elements() &&
               node.input(1).num_elements() == out.num_elements();
  TFLL_ASSIGN_OR_RETURN(plan.walk, WalkOfPair(node));
  return plan;
}

uint32_t ShiftBytes(const BinaryQuantization& q) {
  const int shifts[] = {q.shift, q.x_factor.shift, q.y_factor.shift,
                        q.factor.shift};
  uint32_t packed = 0;
  for (int i = 0; i < 4; ++i) {
    packed |= (static_cast<uint32_t>(shifts[i]) & 255u) << (8 * i);
  }
  return packed;
}

// Sets up a form that the kernel computes.
void SetArithmetic(const Binary& op, int form, BytePairs* plan) {
  const BinaryQuantization& q = op.q;
  const int32_t zero = q.form == BinaryForm::kRaw ? 0 : q.out.zero_point;
  BinaryBytesKernel& kernel = plan->kernel;
  kernel.constants.form = form;
  kernel.constants.subtract = op.kind == BinaryKind::kSub;
  kernel.constants.signed_ = op.type == kTfLiteInt8;
  kernel.x_zero = q.x.zero_point;
  kernel.y_zero = q.y.zero_point;
  kernel.shifts = ShiftBytes(q);
  kernel.x_factor = q.x_factor.multiplier;
  kernel.y_factor = q.y_factor.multiplier;
  kernel.factor = q.factor.multiplier;
  kernel.zero_point = zero;
  kernel.low = q.range.min - zero;
  kernel.high = q.range.max - zero;
}

}  // namespace

StatusOr<std::vector<uint8_t>> PlanByteMap(const Activation& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, true, node, caps));
  return ActivationTable(op);
}

StatusOr<std::vector<uint8_t>> PlanByteMap(const Unary& op,
                                           const NodeView& node,
                                           const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, op.quantized, node, caps));
  TFLL_RETURN_IF_ERROR(CheckRoot(op));
  return UnaryTable(op);
}

StatusOr<BytePairs> PlanBytePairs(const Binary& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, op.quantized, node, caps));
  TFLL_ASSIGN_OR_RETURN(BytePairs plan, PlanWalk(node));
  switch (op.q.form) {
    case BinaryForm::kSum:
    case BinaryForm::kSquare:
    case BinaryForm::kProduct:
      SetArithmetic(op, static_cast<int>(op.q.form), &plan);
      break;
    case BinaryForm::kRaw:
      SetArithmetic(
          op, op.kind == BinaryKind::kMaximum ? kMaximumForm : kMinimumForm,
          &plan);
      break;
    case BinaryForm::kQuotient:
      TFLL_RETURN_IF_ERROR(CheckDivisor(op, node));
      plan.table = QuotientTable(op);
      break;
    case BinaryForm::kReal:
      plan.table = RealTable(op);
      break;
    case BinaryForm::kShifted:
    case BinaryForm::kHighByte:
      return UnsupportedType(op.type);
  }
  return plan;
}

StatusOr<BytePairs> PlanBytePairs(const Prelu& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, true, node, caps));
  TFLL_ASSIGN_OR_RETURN(BytePairs plan, PlanWalk(node));
  plan.table = PreluTable(op);
  return plan;
}

StatusOr<BytePairs> PlanBytePairs(const Compare& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckBytes(op.type, op.scaled, node, caps));
  TFLL_ASSIGN_OR_RETURN(BytePairs plan, PlanWalk(node));
  plan.table = BytePairTable(op.type == kTfLiteInt8, [&](int32_t x, int32_t y) {
    return ScaledComparisonHolds(op, x, y);
  });
  return plan;
}

void EmitBytePairs(const BytePairs& plan, const NodeView& node,
                   GpuBuilder& builder) {
  const auto add = [&](auto kernel) {
    const int64_t elements = node.output(0).num_elements();
    kernel.constants.dense = plan.dense;
    kernel.dst = builder.Output(node, 0);
    kernel.elements = elements;
    SetWalk(plan.walk, &kernel);
    builder.Add(FlatCall(kernel, (elements + 3) / 4, builder.caps()));
  };
  const GpuValueId x = builder.Input(node, 0), y = builder.Input(node, 1);
  if (plan.table.empty()) {
    BinaryBytesKernel kernel = plan.kernel;
    kernel.x = x;
    kernel.y = y;
    return add(kernel);
  }
  BytePairsKernel kernel;
  kernel.x = x;
  kernel.y = y;
  kernel.table = BytesConstant(plan.table, builder);
  add(kernel);
}

}  // namespace tflite::gpu
