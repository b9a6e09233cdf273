#include "delegates/gpu/lowering/elementwise/logic.h"

#include "delegates/gpu/lowering/calls.h"
#include "kernels/math/integers.h"
#include "kernels/math/strided_copy.h"

namespace tflite::gpu {
namespace {

// Values of CODE of the kernel `compare`, in addition to the kinds of
// comparisons.
constexpr int kBoth = 6, kEither = 7;
// Values of TYPE in typed.inc.
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
  const int64_t elements = node.output(0).num_elements();
  CompareKernel kernel;
  kernel.constants.code = code;
  kernel.constants.type = type;
  kernel.elements = elements;
  SetWalk(walk, &kernel);
  LogicPlan plan;
  plan.kernel = kernel;
  plan.count = (elements + 3) / 4;
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
  TFLL_ASSIGN_OR_RETURN(plan.walk, Walk(out.shape(), steps));
  ChooseKernel kernel(caps.half && out.type() == kTfLiteFloat32
                          ? ChooseKernel::kReal
                          : ChooseKernel::kUint);
  SetAll(plan.walk.extents, kernel.ns);
  SetAll(plan.walk.steps[0], kernel.cs);
  SetAll(plan.walk.steps[1], kernel.xs);
  SetAll(plan.walk.steps[2], kernel.ys);
  plan.kernel = kernel;
  plan.count = out.num_elements();
  return plan;
}

// Sets the operands except for the result, and the grid.
void SetInputs(const NodeView& node, GpuBuilder& builder,
               CompareKernel* kernel) {
  kernel->x = builder.Input(node, 0);
  // LOGICAL_NOT is a comparison with 0.
  kernel->y = node.num_inputs() == 1 ? builder.Constant(std::vector<int32_t>{0})
                                     : builder.Input(node, 1);
}

void SetInputs(const NodeView& node, GpuBuilder& builder,
               ChooseKernel* kernel) {
  kernel->condition = builder.Input(node, 0);
  kernel->x = builder.Input(node, 1);
  kernel->y = builder.Input(node, 2);
}

template <typename Kernel>
void SetInputs(const NodeView& node, GpuBuilder& builder, Kernel* kernel) {
  kernel->src = builder.Input(node, 0);
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
  } else if (condition.num_elements() > 1) {
    steps[0] = 1;
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
  ArgMinMaxKernel kernel;
  kernel.constants.max = op.max;
  kernel.constants.wide = op.output_type == kTfLiteInt64;
  kernel.constants.type = type;
  kernel.extent = op.extent;
  kernel.inner = op.inner;
  plan.kernel = kernel;
  plan.count = op.outer * op.inner;
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
  CumsumKernel kernel(op.type == kTfLiteInt32 ? CumsumKernel::kInt
                                              : CumsumKernel::kFloat);
  kernel.constants.exclusive = op.exclusive;
  kernel.constants.reverse = op.reverse;
  kernel.extent = op.shape[*axis];
  kernel.inner = op.shape.Product(*axis + 1, op.shape.rank());
  plan.kernel = kernel;
  plan.count = op.shape.num_elements() / op.shape[*axis];
  return plan;
}

void EmitLogic(const LogicPlan& plan, const NodeView& node,
               GpuBuilder& builder) {
  if (plan.bytes) return EmitBytePairs(*plan.bytes, node, builder);
  std::visit(
      [&](auto kernel) {
        SetInputs(node, builder, &kernel);
        kernel.dst = builder.Output(node, 0);
        GpuCall call = FlatCall(kernel, plan.count, builder.caps());
        if (std::holds_alternative<ChooseKernel>(plan.kernel)) {
          SetGrid(plan.walk, builder.caps(), &call);
        }
        builder.Add(std::move(call));
      },
      plan.kernel);
}

}  // namespace tflite::gpu
