#ifndef KERNELS_MATH_DIMENSION_LIST_H_
#define KERNELS_MATH_DIMENSION_LIST_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::kernels {

// Numbers of dimensions, as the StableHLO operators' options list them.
using DimensionList = absl::Span<const int64_t>;

// `count` of an array with room for N; an error when it holds fewer.
template <size_t N>
StatusOr<DimensionList> ReadDimensionList(const int64_t (&values)[N],
                                          int count) {
  if (count < 0 || static_cast<size_t>(count) > N) {
    return Invalid("the options list ", count, " dimensions");
  }
  return DimensionList(values, static_cast<size_t>(count));
}

// Whether the dimensions lie in [0, limit), each above the one before.
inline bool Ascends(DimensionList dimensions, int64_t limit) {
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] < 0 || dimensions[i] >= limit) return false;
    if (i > 0 && dimensions[i] <= dimensions[i - 1]) return false;
  }
  return true;
}

inline bool Contains(DimensionList dimensions, int64_t dimension) {
  return std::find(dimensions.begin(), dimensions.end(), dimension) !=
         dimensions.end();
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_DIMENSION_LIST_H_
