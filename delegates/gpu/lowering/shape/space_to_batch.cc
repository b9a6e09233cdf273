#include "delegates/gpu/lowering/shape/space_to_batch.h"

#include "delegates/gpu/lowering/calls.h"
#include "kernels/math/strided_copy.h"

namespace tflite::gpu {
namespace {

// The shape of the tensor in space including its padding.
Shape Padded(const SpaceToBatchNd& op) {
  Shape padded = op.space;
  for (size_t i = 0; i < op.block.size(); ++i) {
    const int d = static_cast<int>(i) + 1;
    padded[d] = static_cast<int32_t>(op.batch[d] * op.block[i]);
  }
  return padded;
}

// The dimensions of the result, with steps in the source: [offsets.., batch,
// blocks.., rest..] to batches, [batch, (block, offset).., rest..] to space.
// Offsets are positions inside a block.
GpuBox Places(const SpaceToBatchNd& op) {
  const Shape padded = Padded(op);
  const auto in_space = DenseStrides(padded), in_batch = DenseStrides(op.batch);
  const size_t m = op.block.size();
  absl::InlinedVector<int64_t, 4> place_steps(m);  // of offsets, in batches
  int64_t step = int64_t{padded[0]} * in_batch[0];
  for (size_t i = m; i-- > 0;) {
    place_steps[i] = step;
    step *= op.block[i];
  }
  GpuBox box;
  const auto add = [&box](int64_t extent, int64_t source_step) {
    box.dims.push_back({extent, 0, extent, source_step});
  };
  if (op.to_batch) {
    for (size_t i = 0; i < m; ++i) add(op.block[i], in_space[i + 1]);
  }
  add(padded[0], op.to_batch ? in_space[0] : in_batch[0]);
  for (size_t i = 0; i < m; ++i) {
    const int d = static_cast<int>(i) + 1;
    add(op.batch[d], op.to_batch ? in_space[d] * op.block[i] : in_batch[d]);
    if (!op.to_batch) add(op.block[i], place_steps[i]);
  }
  for (int d = static_cast<int>(m) + 1; d < padded.rank(); ++d) {
    add(padded[d], op.to_batch ? in_space[d] : in_batch[d]);
  }
  box.source_elements = padded.num_elements();
  return box;
}

// Pads the tensor in space, or crops it.
GpuBox Padding(const SpaceToBatchNd& op) {
  const Shape padded = Padded(op);
  const auto steps = DenseStrides(op.to_batch ? op.space : padded);
  GpuBox box;
  box.outside = GpuBox::Outside::kFill;
  box.fill = static_cast<uint32_t>(op.zero);
  for (int d = 0; d < padded.rank(); ++d) {
    const bool blocked = d > 0 && d <= static_cast<int>(op.block.size());
    const int64_t before = blocked ? op.before[d - 1] : 0;
    if (op.to_batch) {
      box.dims.push_back({padded[d], before, op.space[d], steps[d]});
    } else {
      box.dims.push_back({op.space[d], 0, op.space[d], steps[d]});
      box.base += before * steps[d];
    }
  }
  box.source_elements = (op.to_batch ? op.space : padded).num_elements();
  return box;
}

}  // namespace

StatusOr<SpaceToBatchPlan> PlanSpaceToBatch(const SpaceToBatchNd& op,
                                            const NodeView& node,
                                            const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSize(node.input(0), caps));
  TFLL_RETURN_IF_ERROR(CheckSize(node.output(0), caps));
  TFLL_ASSIGN_OR_RETURN(const int bytes, MovableBytes(op.type, caps));
  GpuBox places = Places(op), padding = Padding(op);
  places.element_bytes = padding.element_bytes = bytes;
  SpaceToBatchPlan plan;
  plan.elements = places.source_elements;
  TFLL_ASSIGN_OR_RETURN(plan.first,
                        PlanBox(op.to_batch ? padding : places, caps));
  TFLL_ASSIGN_OR_RETURN(plan.second,
                        PlanBox(op.to_batch ? places : padding, caps));
  return plan;
}

void EmitSpaceToBatch(const SpaceToBatchPlan& plan, const NodeView& node,
                      GpuBuilder& builder) {
  const GpuValueId between = builder.InnerLike(node.output(0), plan.elements);
  AddBox(plan.first, builder.Input(node, 0), between, "space_to_batch",
         builder);
  AddBox(plan.second, between, builder.Output(node, 0), "space_to_batch",
         builder);
}

}  // namespace tflite::gpu
