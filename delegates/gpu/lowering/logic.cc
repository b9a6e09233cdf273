#include "delegates/gpu/lowering/logic.h"

#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise.h"
#include "kernels/math/integers.h"
#include "kernels/math/strided_copy.h"

namespace tflite::gpu {
namespace {

// CODE of the kernel `compare` besides the kinds of comparisons.
constexpr int kBoth = 6, kEither = 7;
// TYPE of typed.inc.
constexpr int kUnsignedBytes = 2, kHalf = 4;

StatusOr<int> TypeCode(TfLiteType type, const GpuPlanCaps& caps) {
  switch (type) {
    case kTfLiteFloat32:
      return caps.half ? kHalf : 0;
    case kTfLiteInt32:
      return 1;
    case kTfLiteUInt8:
    case kTfLiteBool:
      return kUnsignedBytes;
    case kTfLiteInt8:
      return 3;
    default:
      return UnsupportedType(type);
  }
}

using Steps = absl::InlinedVector<int64_t, 6>;

LogicPlan PackedPlan(int code, int type, const GpuWalk& walk,
                     const NodeView& node) {
  const TensorView out = node.output(0);
  LogicPlan plan;
  plan.kernel = "compare";
  plan.inputs = node.num_inputs();
  plan.zero = plan.inputs == 1;
  plan.constants = {{"CODE", code}, {"TYPE", type}};
  plan.count = (out.num_elements() + 3) / 4;
  plan.params = {static_cast<uint32_t>(out.num_elements())};
  AppendWalk(walk, 2, &plan.params);
  return plan;
}

StatusOr<LogicPlan> PlanTwo(int code, int type, const NodeView& node,
                            const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_ASSIGN_OR_RETURN(const GpuWalk walk, WalkOfPair(node));
  return PackedPlan(code, type, walk, node);
}

StatusOr<LogicPlan> PlanChoice(const Select& op, const Steps& condition,
                               const NodeView& node, const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.element_bytes != 4) return UnsupportedType(node.output(0).type());
  const TensorView out = node.output(0);
  const Steps steps[] = {condition,
                         StretchedSteps(node.input(1).shape(), out.shape()),
                         StretchedSteps(node.input(2).shape(), out.shape())};
  LogicPlan plan;
  plan.walks = true;
  TFLL_ASSIGN_OR_RETURN(plan.walk, Walk(out.shape(), steps));
  plan.kernel =
      caps.half && out.type() == kTfLiteFloat32 ? "choose_real" : "choose_uint";
  plan.inputs = 3;
  plan.count = out.num_elements();
  AppendWalk(plan.walk, 3, &plan.params);
  return plan;
}

}  // namespace

StatusOr<LogicPlan> PlanCompare(const Compare& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  if (op.scaled) {
    LogicPlan plan;
    TFLL_ASSIGN_OR_RETURN(plan.bytes, PlanBytePairs(op, node, caps));
    return plan;
  }
  TFLL_ASSIGN_OR_RETURN(const int type, TypeCode(op.type, caps));
  return PlanTwo(static_cast<int>(op.kind), type, node, caps);
}

StatusOr<LogicPlan> PlanLogical(const Binary& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  if (op.type != kTfLiteBool) return UnsupportedType(op.type);
  return PlanTwo(op.kind == BinaryKind::kAnd ? kBoth : kEither, kUnsignedBytes,
                 node, caps);
}

StatusOr<LogicPlan> PlanLogicalNot(const Unary& op, const NodeView& node,
                                   const GpuPlanCaps& caps) {
  if (op.type != kTfLiteBool) return UnsupportedType(op.type);
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  const Shape out = node.output(0).shape();
  const Steps steps[] = {DenseStrides(out), Steps(out.rank(), 0)};
  TFLL_ASSIGN_OR_RETURN(const GpuWalk walk, Walk(out, steps));
  return PackedPlan(static_cast<int>(CompareKind::kEqual), kUnsignedBytes, walk,
                    node);
}

StatusOr<LogicPlan> PlanSelect(const Select& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  const Shape out = node.output(0).shape();
  const Shape condition = node.input(0).shape();
  Steps steps(out.rank(), 0);
  if (condition == out) {
    steps = DenseStrides(out);
  } else if (condition.rank() == 1) {
    if (out.rank() > 0) steps[0] = 1;
  }
  return PlanChoice(op, steps, node, caps);
}

StatusOr<LogicPlan> PlanSelectV2(const Select& op, const NodeView& node,
                                 const GpuPlanCaps& caps) {
  return PlanChoice(
      op, StretchedSteps(node.input(0).shape(), node.output(0).shape()), node,
      caps);
}

StatusOr<LogicPlan> PlanArgMinMax(const ArgMinMax& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_RETURN_IF_ERROR(CheckLoops(op.extent, caps.device));
  TFLL_ASSIGN_OR_RETURN(const int type, TypeCode(op.type, caps));
  LogicPlan plan;
  plan.kernel = "arg_min_max";
  plan.inputs = 1;
  plan.constants = {{"MAX", op.max},
                    {"WIDE", op.output_type == kTfLiteInt64},
                    {"TYPE", type}};
  plan.count = op.outer * op.inner;
  plan.params = {static_cast<uint32_t>(op.extent),
                 static_cast<uint32_t>(op.inner)};
  return plan;
}

StatusOr<LogicPlan> PlanCumsum(const Cumsum& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (op.type != kTfLiteFloat32 && op.type != kTfLiteInt32) {
    return UnsupportedType(op.type);
  }
  const TensorView axis_tensor = node.input(1);
  if (!axis_tensor.is_constant()) {
    return Unsupported("an axis that is not constant");
  }
  TFLL_ASSIGN_OR_RETURN(const int64_t where, ReadInteger(axis_tensor));
  const auto axis = NormalizeAxis(where, op.shape.rank());
  if (!axis.ok()) {
    return Unsupported("the axis is no dimension of the value");
  }
  TFLL_RETURN_IF_ERROR(CheckLoops(op.shape[*axis], caps.device));
  LogicPlan plan;
  plan.kernel = op.type == kTfLiteInt32 ? "cumsum_int" : "cumsum_float";
  plan.inputs = 1;
  plan.constants = {{"EXCLUSIVE", op.exclusive}, {"REVERSE", op.reverse}};
  plan.count = op.shape.num_elements() / op.shape[*axis];
  plan.params = {
      static_cast<uint32_t>(op.shape[*axis]),
      static_cast<uint32_t>(op.shape.Product(*axis + 1, op.shape.rank()))};
  return plan;
}

void EmitLogic(const LogicPlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  if (plan.bytes) return EmitBytePairs(*plan.bytes, node, builder);
  std::vector<GpuValueId> inputs;
  for (int i = 0; i < plan.inputs; ++i) {
    inputs.push_back(builder.Input(node, i));
  }
  if (plan.zero) inputs.push_back(builder.Constant(std::vector<int32_t>{0}));
  GpuCall call = FlatCall(plan.kernel, plan.count, inputs,
                          builder.Output(node, 0), plan.params, builder.caps());
  call.spec.constants = plan.constants;
  if (plan.walks) SetGrid(plan.walk, builder.caps(), &call);
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
