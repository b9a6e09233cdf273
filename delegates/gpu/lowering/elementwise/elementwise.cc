#include "delegates/gpu/lowering/elementwise/elementwise.h"

#include "delegates/gpu/kernels/elementwise/broadcast_kernels.h"
#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/lowering/calls.h"
#include "delegates/gpu/lowering/elementwise/convert.h"

namespace tflite::gpu {
namespace {

// The extent of the last dimension; 1 for scalars.
int64_t LastExtent(const TensorView& tensor) {
  return tensor.rank() == 0 ? 1 : tensor.dim(-1);
}

StatusOr<int> CodeOf(UnaryKind kind) {
  switch (kind) {
    case UnaryKind::kAbs:
      return GPU_FN_ABS;
    case UnaryKind::kNeg:
      return GPU_FN_NEG;
    case UnaryKind::kSign:
      return GPU_FN_SIGN;
    case UnaryKind::kCeil:
      return GPU_FN_CEIL;
    case UnaryKind::kFloor:
      return GPU_FN_FLOOR;
    case UnaryKind::kRound:
      return GPU_FN_ROUND;
    case UnaryKind::kSquare:
      return GPU_FN_SQUARE;
    case UnaryKind::kSqrt:
      return GPU_FN_SQRT;
    case UnaryKind::kRsqrt:
      return GPU_FN_RSQRT;
    case UnaryKind::kExp:
      return GPU_FN_EXP;
    case UnaryKind::kLog:
      return GPU_FN_LOG;
    case UnaryKind::kSin:
      return GPU_FN_SIN;
    case UnaryKind::kCos:
      return GPU_FN_COS;
    default:
      return Unsupported("the operator is not supported");
  }
}

StatusOr<GpuFunction> FunctionOf(const Activation& op) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  GpuFunction f;
  switch (op.kind) {
    case ActivationKind::kRelu:
      return ClampFunction(0, kInf);
    case ActivationKind::kRelu6:
      return ClampFunction(0, 6);
    case ActivationKind::kRelu0To1:
      return ClampFunction(0, 1);
    case ActivationKind::kReluN1To1:
      return ClampFunction(-1, 1);
    case ActivationKind::kLeakyRelu:
      f.code = GPU_FN_LEAKY_RELU;
      f.p = op.alpha;
      return f;
    case ActivationKind::kElu:
      f.code = GPU_FN_ELU;
      return f;
    case ActivationKind::kGeluErf:
      f.code = GPU_FN_GELU_ERF;
      return f;
    case ActivationKind::kGeluTanh:
      f.code = GPU_FN_GELU_TANH;
      return f;
    case ActivationKind::kHardSwish:
      f.code = GPU_FN_HARD_SWISH;
      return f;
    case ActivationKind::kLogistic:
      f.code = GPU_FN_LOGISTIC;
      return f;
    case ActivationKind::kTanh:
      f.code = GPU_FN_TANH;
      return f;
  }
  return Unsupported("the operator is not supported");
}

StatusOr<int> CodeOf(BinaryKind kind) {
  switch (kind) {
    case BinaryKind::kAdd:
      return GPU_FN_ADD;
    case BinaryKind::kSub:
      return GPU_FN_SUB;
    case BinaryKind::kMul:
      return GPU_FN_MUL;
    case BinaryKind::kDiv:
      return GPU_FN_DIV;
    case BinaryKind::kMaximum:
      return GPU_FN_MAXIMUM;
    case BinaryKind::kMinimum:
      return GPU_FN_MINIMUM;
    case BinaryKind::kSquaredDifference:
      return GPU_FN_SQUARED_DIFFERENCE;
    case BinaryKind::kPow:
      return GPU_FN_POW;
    case BinaryKind::kFloorDiv:
      return GPU_FN_FLOOR_DIV;
    case BinaryKind::kFloorMod:
      return GPU_FN_FLOOR_MOD;
    case BinaryKind::kAtan2:
      return GPU_FN_ATAN2;
    default:
      return Unsupported("the operator is not supported");
  }
}

// How operand 1 - `source` is broadcast, given that operand `source` has the
// result's shape. kNone: in another way.
GpuFunction::Place PlaceOfOther(const NodeView& node, int source,
                                const GpuPlanCaps& caps) {
  const TensorView other = node.input(1 - source);
  const TensorView out = node.output(0);
  if (other.num_elements() == 1 && caps.statics.IsKnown(node, 1 - source)) {
    return GpuFunction::Place::kConstant;
  }
  if (other.num_elements() == out.num_elements()) {
    return GpuFunction::Place::kSame;
  }
  if (other.num_elements() == LastExtent(out) && other.rank() > 0 &&
      other.dim(-1) == LastExtent(out)) {
    return GpuFunction::Place::kChannel;
  }
  return GpuFunction::Place::kNone;
}

StatusOr<BinaryPlan> PlanTwo(int code, const NodeView& node,
                             const GpuPlanCaps& caps) {
  BinaryPlan plan{};
  plan.code = code;
  plan.channels = LastExtent(node.output(0));
  for (const int source : {0, 1}) {
    if (node.input(source).num_elements() != node.output(0).num_elements()) {
      continue;
    }
    plan.source = source;
    plan.place = PlaceOfOther(node, source, caps);
    if (plan.place != GpuFunction::Place::kNone) return plan;
  }
  plan.place = GpuFunction::Place::kNone;
  TFLL_ASSIGN_OR_RETURN(plan.walk, WalkOfPair(node));
  return plan;
}

template <typename Op>
StatusOr<BinaryPlan> PlanPairs(const Op& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  BinaryPlan plan{};
  TFLL_ASSIGN_OR_RETURN(plan.bytes, PlanBytePairs(op, node, caps));
  return plan;
}

StatusOr<BinaryPlan> PlanIntegers(const Binary& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  BinaryPlan plan{};
  TFLL_ASSIGN_OR_RETURN(plan.integers,
                        PlanIntPairs(op, CodeOf(op.kind), node, caps));
  return plan;
}

}  // namespace

StatusOr<MapPlan> PlanUnary(const Unary& op, const NodeView& node,
                            const GpuPlanCaps& caps) {
  MapPlan plan{};
  if (IsByte(op.type)) {
    TFLL_ASSIGN_OR_RETURN(plan.bytes, PlanByteMap(op, node, caps));
    return plan;
  }
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  TFLL_ASSIGN_OR_RETURN(plan.function.code, CodeOf(op.kind));
  plan.channels = LastExtent(node.output(0));
  return plan;
}

StatusOr<MapPlan> PlanActivation(const Activation& op, const NodeView& node,
                                 const GpuPlanCaps& caps) {
  MapPlan plan{};
  if (IsByte(op.type)) {
    TFLL_ASSIGN_OR_RETURN(plan.bytes, PlanByteMap(op, node, caps));
    return plan;
  }
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 1));
  TFLL_ASSIGN_OR_RETURN(plan.function, FunctionOf(op));
  plan.channels = LastExtent(node.output(0));
  return plan;
}

void EmitMap(const MapPlan& plan, const NodeView& node, GpuBuilder& builder) {
  if (!plan.bytes.empty()) {
    return AddByteTable(plan.bytes, builder.Input(node, 0),
                        builder.Output(node, 0), node.output(0).num_elements(),
                        builder);
  }
  builder.AddMap(builder.Input(node, 0), builder.Output(node, 0), plan.function,
                 plan.channels, "map");
}

StatusOr<BinaryPlan> PlanBinary(const Binary& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  if (IsByte(op.type)) return PlanPairs(op, node, caps);
  if (op.type == kTfLiteInt32) return PlanIntegers(op, node, caps);
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 2));
  TFLL_ASSIGN_OR_RETURN(const int code, CodeOf(op.kind));
  TFLL_ASSIGN_OR_RETURN(BinaryPlan plan, PlanTwo(code, node, caps));
  plan.clamp = ClampFunction(op.float_range.min, op.float_range.max);
  return plan;
}

StatusOr<BinaryPlan> PlanPrelu(const Prelu& op, const NodeView& node,
                               const GpuPlanCaps& caps) {
  if (IsByte(op.type)) return PlanPairs(op, node, caps);
  TFLL_RETURN_IF_ERROR(CheckFloats(node, caps, 2));
  return PlanTwo(GPU_FN_PRELU, node, caps);
}

GpuValueId BeforeClamp(const GpuFunction& clamp, const NodeView& node,
                       GpuBuilder& builder) {
  const GpuValueId out = builder.Output(node, 0);
  if (clamp.code == 0) return out;
  return builder.InnerLike(node.output(0), node.output(0).num_elements());
}

void AddWithClamp(GpuCall call, const GpuFunction& clamp, const NodeView& node,
                  GpuBuilder& builder) {
  if (clamp.code == 0 || call.operands.empty()) {
    return builder.Add(std::move(call));
  }
  const GpuValueId result = call.operands[call.post_operand].value;
  const int64_t channels = call.channels;
  builder.Add(std::move(call));
  builder.AddMap(result, builder.Output(node, 0), clamp, channels, "clamp");
}

void EmitBinary(const BinaryPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  if (plan.bytes) return EmitBytePairs(*plan.bytes, node, builder);
  if (plan.integers) return EmitIntPairs(*plan.integers, node, builder);
  if (plan.place != GpuFunction::Place::kNone) {
    GpuCall call;
    call.channels = plan.channels;
    GpuFunction f;
    f.code = plan.code;
    f.place = plan.place;
    f.swapped = plan.source == 1;
    if (f.place == GpuFunction::Place::kConstant) {
      f.p = builder.Floats(node, 1 - plan.source)[0];
    } else {
      f.other = builder.Input(node, 1 - plan.source);
    }
    call.kind = GpuCall::Kind::kMap;
    call.operands = {{builder.Input(node, plan.source), false},
                     {BeforeClamp(plan.clamp, node, builder), true}};
    call.post_operand = 1;
    call.chain = {f};
    call.label = "binary";
    return AddWithClamp(std::move(call), plan.clamp, node, builder);
  }
  BroadcastKernel kernel;
  kernel.constants.code = plan.code;
  kernel.x = builder.Input(node, 0);
  kernel.y = builder.Input(node, 1);
  kernel.dst = BeforeClamp(plan.clamp, node, builder);
  kernel.count = node.output(0).num_elements();
  kernel.channels = plan.channels;
  SetWalk(plan.walk, &kernel);
  GpuCall call = kernel.Call();
  call.channels = plan.channels;
  SetGrid(plan.walk, builder.caps(), &call);
  AddWithClamp(std::move(call), plan.clamp, node, builder);
}

}  // namespace tflite::gpu
