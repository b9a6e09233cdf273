#include "delegates/gpu/lowering/gather.h"

#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
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
                                const NodeView& node, const GpuPlanCaps& caps,
                                int indices = 1) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (index_type != kTfLiteInt32 && index_type != kTfLiteInt64) {
    return Unsupported("indices of type ", TfLiteTypeGetName(index_type),
                       " are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(type, caps));
  GatherPlan plan;
  if (index_type == kTfLiteInt64) plan.constants = {{"WIDE", 2}};
  plan.check = !node.input(indices).is_constant();
  if (plan.check) plan.constants.emplace_back("CHECK", 1);
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

StatusOr<GatherPlan> PlanEmbeddingLookup(const EmbeddingLookup& op,
                                         const NodeView& node,
                                         const GpuPlanCaps& caps) {
  if (op.dequantize) {
    return Unsupported("tables of ", TfLiteTypeGetName(op.table_type),
                       " for numbers are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(
      GatherPlan plan,
      PlanSlices("gather", op.table_type,
                 op.ids_are_64_bit ? kTfLiteInt64 : kTfLiteInt32, op.row_size,
                 node, caps, /*indices=*/0));
  TFLL_RETURN_IF_ERROR(CheckIndices(node.input(0), {op.rows}));
  plan.params.insert(plan.params.end(), {static_cast<uint32_t>(op.count), 1,
                                         static_cast<uint32_t>(op.rows)});
  plan.value = 1;
  plan.indices = 0;
  return plan;
}

void EmitGather(const GatherPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  // Where nothing is checked the kernel has the place, but writes nothing.
  GpuBuilder::Fault fault = {kNoGpuValue, 0};
  if (plan.check) {
    fault = builder.AddFault(node, "an index is out of range");
  } else {
    fault.value = builder.Inner(sizeof(uint32_t));
  }
  std::vector<uint32_t> params = {fault.word};
  params.insert(params.end(), plan.params.begin(), plan.params.end());
  if (plan.elements > 0) params.push_back(static_cast<uint32_t>(plan.elements));
  GpuCall call = FlatCall(
      plan.kernel, plan.count,
      {builder.Input(node, plan.value), builder.Input(node, plan.indices)},
      builder.Output(node, 0), std::move(params), builder.caps());
  call.operands.push_back({fault.value, true});
  call.spec.constants = plan.constants;
  builder.Add(std::move(call));
}

}  // namespace tflite::gpu
