#include "delegates/gpu/lowering/elementwise/integers.h"

#include <algorithm>
#include <limits>

#include "delegates/common/operand_checks.h"
#include "delegates/gpu/kernels/elementwise/binary_int_kernels.h"
#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

// CODE of the kernel for bitwise functions; 0 for others.
int BitsCode(BinaryKind kind) {
  switch (kind) {
    case BinaryKind::kXor:
      return 64;
    case BinaryKind::kAnd:
      return 65;
    case BinaryKind::kShiftRight:
      return 66;
    case BinaryKind::kShiftLeft:
      return 67;
    default:
      return 0;
  }
}

int32_t Held(int64_t value) {
  return static_cast<int32_t>(
      std::clamp<int64_t>(value, std::numeric_limits<int32_t>::min(),
                          std::numeric_limits<int32_t>::max()));
}

}  // namespace

StatusOr<IntPairs> PlanIntPairs(const Binary& op, const StatusOr<int>& code,
                                const NodeView& node, const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  switch (op.kind) {
    case BinaryKind::kAdd:
    case BinaryKind::kSub:
    case BinaryKind::kMul:
    case BinaryKind::kMaximum:
    case BinaryKind::kMinimum:
    case BinaryKind::kSquaredDifference:
    case BinaryKind::kXor:
    case BinaryKind::kAnd:
    case BinaryKind::kShiftRight:
    case BinaryKind::kShiftLeft:
      break;
    case BinaryKind::kDiv:
    case BinaryKind::kFloorDiv:
    case BinaryKind::kFloorMod:
      TFLL_RETURN_IF_ERROR(CheckDivisor(op, node));
      break;
    default:
      return UnsupportedType(op.type);
  }
  TFLL_ASSIGN_OR_RETURN(const int known,
                        BitsCode(op.kind) != 0 ? BitsCode(op.kind) : code);
  IntPairs plan{
      known, {}, Held(op.integer_range.min), Held(op.integer_range.max)};
  TFLL_ASSIGN_OR_RETURN(plan.walk, WalkOfPair(node));
  return plan;
}

void EmitIntPairs(const IntPairs& plan, const NodeView& node,
                  GpuBuilder& builder) {
  BinaryIntKernel kernel;
  kernel.constants.code = plan.code;
  kernel.x = builder.Input(node, 0);
  kernel.y = builder.Input(node, 1);
  kernel.dst = builder.Output(node, 0);
  kernel.count = node.output(0).num_elements();
  kernel.low = plan.low;
  kernel.high = plan.high;
  SetWalk(plan.walk, &kernel);
  GpuCall call = kernel.Call();
  SetGrid(plan.walk, builder.caps(), &call);
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
