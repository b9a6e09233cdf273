#ifndef DELEGATES_DSP_LOWERING_BOX_H_
#define DELEGATES_DSP_LOWERING_BOX_H_

#include <vector>

#include "delegates/dsp/dsp_builder.h"
#include "kernels/math/strided_copy.h"

namespace tflite::dsp {

using Strides = absl::InlinedVector<int64_t, 6>;

// Loops over a dense box, the innermost last, with the strides of up to two
// arrays.
struct Box {
  int32_t rank;
  int32_t extents[kMostDims];
  int32_t strides[2][kMostDims];
};

// As few loops as do: neighbours that all arrays walk alike are one.
// Unsupported where more than kMostDims are left.
StatusOr<Box> MergedBox(const Shape& extents,
                        const std::vector<Strides>& arrays);

// Of a dense operand that broadcasts to `out`: 0 where it stretches.
Strides StretchedStrides(const Shape& operand, const Shape& out);

// The params of a copy, without pieces.
StatusOr<CopyParams> PlanCopy(const StridedCopy& copy, int element_bytes);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_LOWERING_BOX_H_
