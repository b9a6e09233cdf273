#include "delegates/skeleton/skeleton_lowering.h"

#include <utility>

#include "kernels/unary/unary.h"

namespace tflite::skeleton {
namespace {

// The properties of the bound operator that Emit needs.
struct NegPlan {
  int64_t elements;
};

// Decides whether the device can run the node. This is the only support check;
// users see the message.
StatusOr<NegPlan> PlanNeg(const Unary& op, const NodeView& node,
                          const SkeletonCaps& caps) {
  if (op.type != kTfLiteFloat32) return UnsupportedType(op.type);
  if (op.count > caps.most_elements) {
    return Unsupported("a tensor of ", op.count,
                       " elements is too large for the device");
  }
  return NegPlan{op.count};
}

// Adds the node to the program of its partition.
void EmitNeg(const NegPlan& plan, const NodeView& node,
             SkeletonBuilder& builder) {
  SkeletonCall call;
  call.operands = {{builder.Input(node, 0)},
                   {builder.Output(node, 0), /*written=*/true}};
  call.opcode = SkeletonCall::kNegate;
  call.elements = plan.elements;
  builder.Add(std::move(call));
}

using Table = LoweringTable<SkeletonCaps, SkeletonBuilder>;

// One row per operator: its bind function, plan and emit.
constexpr Table::Row kRows[] = {
    TFLL_LOWER(Table, Neg, PlanNeg, EmitNeg),
};
constexpr Table kTable(kRows);

}  // namespace

const Table& SkeletonLowering() { return kTable; }

}  // namespace tflite::skeleton
