#include "delegates/gpu/lowering/shape/gather.h"

#include "delegates/gpu/lowering/calls.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::gpu {
namespace {

// The maximum number of elements of an index vector.
constexpr int kMostDepth = std::extent_v<decltype(GatherNdKernel::es)>;

// Checks constant indices; index i is for a dimension of extents[i % size].
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

// Plans a gather with `Words` if slices are whole words of 4 or 16 bytes, else
// with `Packed`; `set` sets the extents of the kernel.
template <typename Words, typename Packed, typename Set>
StatusOr<GatherPlan> PlanSlices(TfLiteType type, TfLiteType index_type,
                                int64_t inner, const NodeView& node,
                                const GpuPlanCaps& caps, int indices, Set set) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (!IsIndexType(index_type)) {
    return Unsupported("indices of type ", TfLiteTypeGetName(index_type),
                       " are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(type, caps));
  GatherPlan plan;
  plan.check = !node.input(indices).is_constant();
  const auto choose = [&](auto kernel) {
    kernel.constants.wide = index_type == kTfLiteInt64 ? 2 : 1;
    kernel.constants.check = plan.check;
    set(&kernel);
    plan.kernel = kernel;
  };
  const int64_t all = node.output(0).num_elements() * bytes;
  if (const int unit = WordsIn(inner * bytes); unit != 0) {
    plan.count = all / unit;
    Words kernel(WordType<Words>(unit));
    kernel.inner = inner * bytes / unit;
    choose(kernel);
  } else {
    plan.count = (all + 3) / 4;
    Packed kernel;
    kernel.constants.lanes = 4 / bytes;
    kernel.inner = inner;
    kernel.elements = all / bytes;
    choose(kernel);
  }
  return plan;
}

}  // namespace

StatusOr<GatherPlan> PlanGather(const Gather& op, const NodeView& node,
                                const GpuPlanCaps& caps) {
  TFLL_ASSIGN_OR_RETURN(GatherPlan plan,
                        (PlanSlices<GatherKernel, GatherPackedKernel>(
                            op.type, op.index_type, op.inner, node, caps,
                            /*indices=*/1, [&op](auto* kernel) {
                              kernel->picks = op.picks;
                              kernel->outer = op.outer;
                              kernel->extent = op.extent;
                            })));
  TFLL_RETURN_IF_ERROR(CheckIndices(node.input(1), {op.extent}));
  return plan;
}

StatusOr<GatherPlan> PlanGatherNd(const GatherNd& op, const NodeView& node,
                                  const GpuPlanCaps& caps) {
  if (op.depth > kMostDepth || op.depth == 0) {
    return Unsupported("index vectors of ", op.depth,
                       " elements are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(GatherPlan plan,
                        (PlanSlices<GatherNdKernel, GatherNdPackedKernel>(
                            op.type, op.index_type, op.inner, node, caps,
                            /*indices=*/1, [&op](auto* kernel) {
                              kernel->constants.depth = op.depth;
                              for (int i = 0; i < kMostDepth; ++i) {
                                kernel->es[i] = i < op.depth ? op.input[i] : 1;
                              }
                            })));
  const absl::InlinedVector<int64_t, 6> extents(op.input.begin(),
                                                op.input.begin() + op.depth);
  TFLL_RETURN_IF_ERROR(CheckIndices(node.input(1), extents));
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
      (PlanSlices<GatherKernel, GatherPackedKernel>(
          op.table_type, op.ids_are_64_bit ? kTfLiteInt64 : kTfLiteInt32,
          op.row_size, node, caps, /*indices=*/0, [&op](auto* kernel) {
            kernel->picks = op.count;
            kernel->outer = 1;
            kernel->extent = op.rows;
          })));
  TFLL_RETURN_IF_ERROR(CheckIndices(node.input(0), {op.rows}));
  plan.value = 1;
  plan.indices = 0;
  return plan;
}

void EmitGather(const GatherPlan& plan, const NodeView& node,
                GpuBuilder& builder) {
  // Without checks the kernel still needs this operand, but does not write to
  // it.
  GpuBuilder::Fault fault = {kNoGpuValue, 0};
  if (plan.check) {
    fault = builder.AddFault(node, "an index is out of range");
  } else {
    fault.value = builder.Inner(sizeof(uint32_t));
  }
  std::visit(
      [&](auto kernel) {
        kernel.src = builder.Input(node, plan.value);
        kernel.indices = builder.Input(node, plan.indices);
        kernel.dst = builder.Output(node, 0);
        kernel.faults = fault.value;
        kernel.fault = fault.word;
        builder.Add(FlatCall(kernel, plan.count, builder.caps()));
      },
      plan.kernel);
}

}  // namespace tflite::gpu
