#include "delegates/gpu/lowering/strides.h"

#include "kernels/math/strided_copy.h"

namespace tflite::gpu {

absl::InlinedVector<int64_t, 6> StretchedSteps(const Shape& operand,
                                               const Shape& out) {
  const auto dense = DenseStrides(operand);
  absl::InlinedVector<int64_t, 6> steps(out.rank(), 0);
  const int shift = out.rank() - operand.rank();
  for (int i = 0; i < operand.rank(); ++i) {
    if (operand[i] != 1) steps[i + shift] = dense[i];
  }
  return steps;
}

StatusOr<GpuWalk> Walk(
    const Shape& out, absl::Span<const absl::InlinedVector<int64_t, 6>> steps) {
  GpuWalk walk;
  for (int i = out.rank(); i-- > 0;) {
    if (out[i] == 1) continue;
    // Merge with the previous dimension if all operands are contiguous across
    // both.
    bool joins = walk.rank > 0;
    const int last = walk.rank - 1;
    for (size_t k = 0; joins && k < steps.size(); ++k) {
      joins = steps[k][i] == int64_t{walk.steps[k][last]} * walk.extents[last];
    }
    if (joins) {
      walk.extents[last] *= out[i];
      continue;
    }
    if (walk.rank == kMostWalked) {
      return Unsupported("more than ", kMostWalked,
                         " dimensions that move differently");
    }
    walk.extents[walk.rank] = out[i];
    for (size_t k = 0; k < steps.size(); ++k) {
      walk.steps[k][walk.rank] = static_cast<int32_t>(steps[k][i]);
    }
    ++walk.rank;
  }
  return walk;
}

StatusOr<GpuWalk> WalkOfPair(const NodeView& node) {
  const Shape out = node.output(0).shape();
  const absl::InlinedVector<int64_t, 6> steps[] = {
      StretchedSteps(node.input(0).shape(), out),
      StretchedSteps(node.input(1).shape(), out)};
  return Walk(out, steps);
}

}  // namespace tflite::gpu
