#include "delegates/gpu/lowering/shape/scatter.h"

#include <limits>

#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

// The maximum number of elements of an index vector.
constexpr int kMostDepth = std::extent_v<decltype(ScatterSlicesKernel::es)>;
// The maximum of elements times slices. More would take seconds, which is too
// long for a GPU.
constexpr int64_t kMostWork = int64_t{1} << 32;

// Plans what does not depend on the type.
StatusOr<ScatterPlan> PlanSlices(int64_t picks, TfLiteType index_type,
                                 const NodeView& node,
                                 const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  const int64_t elements = node.output(0).num_elements();
  if (picks > kMostWork / elements) {
    return Unsupported(picks, " slices for ", elements,
                       " elements are not supported");
  }
  // For bytes, an invocation computes four elements.
  TFLL_RETURN_IF_ERROR(CheckLoops(4 * (picks + 1), caps.device));
  ScatterPlan plan;
  plan.slices.constants.wide = index_type == kTfLiteInt64 ? 2 : 1;
  for (auto& extent : plan.slices.es) extent = 1;
  plan.count = elements;
  plan.picks = picks;
  return plan;
}

// KIND of scatter_join; FirstOf returns the initial value.
int32_t KindOf(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::kSum:
      return 0;
    case SegmentKind::kProd:
      return 1;
    case SegmentKind::kMax:
      return 2;
    default:
      return 3;
  }
}

uint32_t FirstOf(SegmentKind kind, bool integers) {
  using Floats = std::numeric_limits<float>;
  using Ints = std::numeric_limits<int32_t>;
  switch (kind) {
    case SegmentKind::kSum:
      return 0;
    case SegmentKind::kProd:
      return integers ? 1 : FloatBits(1.0f);
    case SegmentKind::kMax:
      return integers ? static_cast<uint32_t>(Ints::min())
                      : FloatBits(Floats::lowest());
    default:
      return integers ? static_cast<uint32_t>(Ints::max())
                      : FloatBits(Floats::max());
  }
}

void SetJoin(SegmentKind kind, bool integers, int64_t inner,
             ScatterPlan* plan) {
  ScatterJoinKernel kernel(integers ? ScatterJoinKernel::kInt
                                    : ScatterJoinKernel::kFloat);
  kernel.constants.kind = KindOf(kind);
  kernel.inner = inner;
  kernel.picks = plan->picks;
  kernel.initial = FirstOf(kind, integers);
  plan->join = kernel;
}

}  // namespace

StatusOr<ScatterPlan> PlanScatterNd(const ScatterNd& op, const NodeView& node,
                                    const GpuPlanCaps& caps) {
  if (!node.input(2).is_constant()) {
    return Unsupported("a shape that is not constant is not supported");
  }
  if (op.depth > kMostDepth || op.depth == 0) {
    return Unsupported("index vectors of ", op.depth,
                       " elements are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(ScatterPlan plan,
                        PlanSlices(op.picks, op.index_type, node, caps));
  plan.slices.constants.depth = op.depth;
  for (int d = 0; d < op.depth; ++d) {
    plan.slices.es[d] = node.output(0).dim(d);
  }
  switch (op.type) {
    case kTfLiteFloat32:
    case kTfLiteInt32:
      SetJoin(SegmentKind::kSum, op.type == kTfLiteInt32, op.inner, &plan);
      return plan;
    case kTfLiteBool:
    case kTfLiteInt8:
    case kTfLiteUInt8: {
      ScatterBytesKernel kernel;
      kernel.constants.or_ = op.type == kTfLiteBool;
      kernel.elements = plan.count;
      kernel.inner = op.inner;
      kernel.picks = op.picks;
      plan.join = kernel;
      plan.count = (plan.count + 3) / 4;
      return plan;
    }
    default:
      return UnsupportedType(op.type);
  }
}

StatusOr<ScatterPlan> PlanSegment(const Segment& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  if (op.type != kTfLiteFloat32 && op.type != kTfLiteInt32) {
    return UnsupportedType(op.type);
  }
  const bool sorted = node.num_inputs() == 2;
  // Binding has checked the order of constant ids.
  if (sorted && !node.input(1).is_constant()) {
    return Unsupported("ids that are not constant");
  }
  if (!sorted && !node.input(2).is_constant()) {
    return Unsupported("a number of segments that is not constant");
  }
  TFLL_ASSIGN_OR_RETURN(ScatterPlan plan,
                        PlanSlices(op.ids, op.id_type, node, caps));
  plan.indices = 1;
  plan.updates = 0;
  plan.slices.constants.skip = 1;
  plan.slices.es[0] = op.segments;
  SetJoin(op.kind, op.type == kTfLiteInt32, op.inner, &plan);
  return plan;
}

void EmitScatter(const ScatterPlan& plan, const NodeView& node,
                 GpuBuilder& builder) {
  const GpuBuilder::Fault fault =
      builder.AddFault(node, "an index is out of range");
  ScatterSlicesKernel slices = plan.slices;
  slices.dst = builder.Inner(plan.picks * sizeof(int32_t));
  slices.indices = builder.Input(node, plan.indices);
  slices.faults = fault.value;
  slices.fault = fault.word;
  builder.Add(FlatCall(slices, plan.picks, builder.caps()));
  std::visit(
      [&](auto kernel) {
        kernel.src = builder.Input(node, plan.updates);
        kernel.slices = slices.dst;
        kernel.dst = builder.Output(node, 0);
        builder.Add(FlatCall(kernel, plan.count, builder.caps()));
      },
      plan.join);
}

}  // namespace tflite::gpu
