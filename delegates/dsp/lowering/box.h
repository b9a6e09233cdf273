#ifndef DELEGATES_DSP_LOWERING_BOX_H_
#define DELEGATES_DSP_LOWERING_BOX_H_

#include <vector>

#include "delegates/dsp/dsp_builder.h"
#include "kernels/math/strided_copy.h"

namespace tflite::dsp {

using Strides = absl::InlinedVector<int64_t, 6>;

// The loops over a box of elements, innermost last, with the strides of up to
// two arrays.
struct Box {
  int32_t rank;
  int32_t extents[kMostDims];
  int32_t strides[2][kMostDims];
};

// Merges neighbouring loops wherever the strides of all arrays allow it.
// Unsupported if more than kMostDims loops remain.
StatusOr<Box> MergedBox(const Shape& extents,
                        const std::vector<Strides>& arrays);

// The strides of a dense operand that is broadcast to `out`: 0 for dimensions
// that are broadcast.
Strides StretchedStrides(const Shape& operand, const Shape& out);

// The params of a copy of bytes; its pieces are not set.
StatusOr<CopyParams> PlanCopy(const StridedCopy& copy);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_BOX_H_
