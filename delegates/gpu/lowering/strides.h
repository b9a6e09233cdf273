#ifndef DELEGATES_GPU_LOWERING_STRIDES_H_
#define DELEGATES_GPU_LOWERING_STRIDES_H_

#include <array>
#include <cstdint>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/node_view.h"
#include "tensorflow_lite_lite/base/shape.h"

namespace tflite::gpu {

using namespace delegates;

// The maximum number of dimensions that kernels walk.
constexpr int kMostWalked = 5;

// A dense result and the steps of operands along it, with as few dimensions as
// possible; dimension 0 is the innermost one. Unused ones have extent 1 and
// steps 0.
struct GpuWalk {
  std::array<int32_t, kMostWalked> extents = {1, 1, 1, 1, 1};
  std::array<std::array<int32_t, kMostWalked>, 3> steps = {};  // by operand
  int rank = 0;
};

// A walk of up to three operands, given their steps along each dimension of
// `out`, outermost first. Unsupported if more than kMostWalked dimensions are
// left after merging adjacent ones.
StatusOr<GpuWalk> Walk(const Shape& out,
                       absl::Span<const absl::InlinedVector<int64_t, 6>> steps);

// The steps of a dense operand that broadcasts to `out`: 0 in broadcast
// dimensions.
absl::InlinedVector<int64_t, 6> StretchedSteps(const Shape& operand,
                                               const Shape& out);

// A walk of a node's inputs 0 and 1, which broadcast to its output.
StatusOr<GpuWalk> WalkOfPair(const NodeView& node);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_STRIDES_H_
