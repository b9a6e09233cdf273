#include "delegates/gpu/lowering/gather.h"

#include <cstring>

#include "delegates/gpu/lowering/calls.h"

namespace tflite {
namespace {

constexpr int kMostDepth = 5;  // of the kernel `gather_nd`

int64_t IndexAt(const TensorView& indices, int64_t i) {
  if (indices.type() == kTfLiteInt64) {
    int64_t index;
    std::memcpy(&index, indices.data<char>() + i * sizeof(index),
                sizeof(index));
    return index;
  }
  int32_t index;
  std::memcpy(&index, indices.data<char>() + i * sizeof(index), sizeof(index));
  return index;
}

// Index i addresses an extent of extents[i % size].
Status CheckIndices(const TensorView& indices,
                    absl::Span<const int64_t> extents) {
  if (!indices.is_constant()) return OkStatus();
  for (int64_t i = 0; i < indices.num_elements(); ++i) {
    const int64_t index = IndexAt(indices, i);
    if (index < 0 || index >= extents[i % extents.size()]) {
      return Unsupported("index ", index, " is out of range");
    }
  }
  return OkStatus();
}

// Bytes of the units that slices of `inner` elements are moved in.
StatusOr<int> UnitOf(const NodeView& node, TfLiteType type,
                     TfLiteType index_type, int64_t inner,
                     const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (index_type != kTfLiteInt32 && index_type != kTfLiteInt64) {
    return Unsupported("indices of type ", TfLiteTypeGetName(index_type),
                       " are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(type, caps));
  const int unit = WordsIn(inner * bytes);
  if (unit == 0) {
    return Unsupported("slices of ", inner * bytes, " bytes are not supported");
  }
  return unit;
}

GatherPlan PlanWith(std::string kernel, int unit, TfLiteType index_type,
                    const NodeView& node) {
  GatherPlan plan;
  plan.kernel = WordKernel(std::move(kernel), unit);
  if (index_type == kTfLiteInt64) plan.constants = {{"WIDE", 2}};
  plan.count = static_cast<int64_t>(node.output(0).bytes()) / unit;
  return plan;
}

}  // namespace

StatusOr<GatherPlan> PlanGather(const Gather& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(const int unit,
                        UnitOf(node, op.type, op.index_type, op.inner, caps));
  TFLL_RETURN_IF_ERROR(CheckIndices(node.input(1), {op.extent}));
  GatherPlan plan = PlanWith("gather", unit, op.index_type, node);
  const int64_t slices = op.batches * op.outer * op.picks;
  plan.params = {static_cast<uint32_t>(plan.count / slices),
                 static_cast<uint32_t>(op.picks),
                 static_cast<uint32_t>(op.outer),
                 static_cast<uint32_t>(op.extent)};
  return plan;
}

StatusOr<GatherPlan> PlanGatherNd(const GatherNd& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  if (op.depth > kMostDepth || op.depth == 0) {
    return Unsupported("index vectors of ", op.depth,
                       " elements are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(const int unit,
                        UnitOf(node, op.type, op.index_type, op.inner, caps));
  const absl::InlinedVector<int64_t, 6> extents(op.input.begin(),
                                                op.input.begin() + op.depth);
  TFLL_RETURN_IF_ERROR(CheckIndices(node.input(1), extents));
  GatherPlan plan = PlanWith("gather_nd", unit, op.index_type, node);
  plan.constants.emplace_back("DEPTH", op.depth);
  plan.params = {static_cast<uint32_t>(plan.count / op.picks)};
  for (int i = 0; i < kMostDepth; ++i) {
    plan.params.push_back(i < op.depth ? op.input[i] : 1);
  }
  return plan;
}

void EmitGather(const GatherPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  GpuCall call = FlatCall(plan.kernel, plan.count,
                          {builder.Input(node, 0), builder.Input(node, 1)},
                          builder.Output(node, 0), plan.params, builder.caps());
  call.spec.constants = plan.constants;
  builder.Add(std::move(call));
}

}  // namespace tflite
