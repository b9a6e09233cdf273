#include "delegates/gpu/lowering/gather.h"

#include "delegates/gpu/lowering/calls.h"

namespace tflite {
namespace {

constexpr int kMostDepth = 5;  // of the kernel `gather_nd`

// Index i addresses an extent of extents[i % size].
Status CheckIndices(const TensorView& indices,
                    absl::Span<const int64_t> extents) {
  if (!indices.is_constant()) return OkStatus();
  TFLL_ASSIGN_OR_RETURN(const auto values, ReadIntegers(indices));
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 0 || values[i] >= extents[i % extents.size()]) {
      return Unsupported("index ", values[i], " is out of range");
    }
  }
  return OkStatus();
}

// The kernel for slices of `inner` elements, and all but its extents.
StatusOr<GatherPlan> PlanSlices(std::string kernel, TfLiteType type,
                                TfLiteType index_type, int64_t inner,
                                const NodeView& node, const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (index_type != kTfLiteInt32 && index_type != kTfLiteInt64) {
    return Unsupported("indices of type ", TfLiteTypeGetName(index_type),
                       " are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(type, caps));
  GatherPlan plan;
  if (index_type == kTfLiteInt64) plan.constants = {{"WIDE", 2}};
  const int64_t all = node.output(0).num_elements() * bytes;
  if (const int unit = WordsIn(inner * bytes); unit != 0) {
    plan.kernel = WordKernel(std::move(kernel), unit);
    plan.count = all / unit;
    plan.params = {static_cast<uint32_t>(inner * bytes / unit)};
  } else {
    plan.kernel = std::move(kernel) + "_packed";
    plan.constants.emplace_back("LANES", 4 / bytes);
    plan.count = (all + 3) / 4;
    plan.params = {static_cast<uint32_t>(inner)};
    plan.elements = all / bytes;
  }
  return plan;
}

}  // namespace

StatusOr<GatherPlan> PlanGather(const Gather& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(
      GatherPlan plan,
      PlanSlices("gather", op.type, op.index_type, op.inner, node, caps));
  TFLL_RETURN_IF_ERROR(CheckIndices(node.input(1), {op.extent}));
  plan.params.insert(plan.params.end(), {static_cast<uint32_t>(op.picks),
                                         static_cast<uint32_t>(op.outer),
                                         static_cast<uint32_t>(op.extent)});
  return plan;
}

StatusOr<GatherPlan> PlanGatherNd(const GatherNd& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  if (op.depth > kMostDepth || op.depth == 0) {
    return Unsupported("index vectors of ", op.depth,
                       " elements are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(
      GatherPlan plan,
      PlanSlices("gather_nd", op.type, op.index_type, op.inner, node, caps));
  const absl::InlinedVector<int64_t, 6> extents(op.input.begin(),
                                                op.input.begin() + op.depth);
  TFLL_RETURN_IF_ERROR(CheckIndices(node.input(1), extents));
  plan.constants.emplace_back("DEPTH", op.depth);
  for (int i = 0; i < kMostDepth; ++i) {
    plan.params.push_back(i < op.depth ? op.input[i] : 1);
  }
  return plan;
}

void EmitGather(const GatherPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  std::vector<uint32_t> params = plan.params;
  if (plan.elements > 0) params.push_back(static_cast<uint32_t>(plan.elements));
  GpuCall call = FlatCall(
      plan.kernel, plan.count, {builder.Input(node, 0), builder.Input(node, 1)},
      builder.Output(node, 0), std::move(params), builder.caps());
  call.spec.constants = plan.constants;
  builder.Add(std::move(call));
}

}  // namespace tflite
