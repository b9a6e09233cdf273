#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_TENSOR_SLICE_UTIL_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_TENSOR_SLICE_UTIL_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/kernel_util/internal/runtime_shape.h"
#include "tensorflow_lite_lite/kernel_util/internal/tensor_ctypes.h"

// Indices of elements, one number a dimension, for operators in the manner of
// StableHLO's gather and scatter.
namespace tflite {
namespace ops {
namespace builtin {

template <typename IndexType>
using Index = std::vector<IndexType>;

inline bool ArrayContains(const int64_t* array, int64_t size, int64_t value) {
  return std::find(array, array + size, value) != array + size;
}

// An index of `to_rank` dimensions with index[i] in dimension scatter_dims[i],
// and 0 elsewhere. Empty where a dimension is not below `to_rank`.
template <typename IndexType>
Index<IndexType> ScatterIndex(const Index<IndexType>& index,
                              const int64_t* scatter_dims,
                              int64_t num_scatter_dims, int64_t to_rank) {
  Index<IndexType> result(to_rank, 0);
  for (int64_t i = 0; i < num_scatter_dims; ++i) {
    if (scatter_dims[i] < 0 || scatter_dims[i] >= to_rank) return {};
    result[scatter_dims[i]] = index[i];
  }
  return result;
}

// The number of an element, counted in row-major order; of `index` +
// `start_indices` where those are given.
template <typename IndexType>
int64_t TensorIndexToFlat(const IndexType* index, int64_t dims,
                          const RuntimeShape& shape,
                          const IndexType* start_indices = nullptr) {
  int64_t flat = 0;
  for (int64_t d = 0; d < dims; ++d) {
    const int64_t start = start_indices == nullptr ? 0 : start_indices[d];
    // A scalar has no extents; its index is 0.
    const int64_t extent =
        d < shape.DimensionsCount() ? shape.Dims(static_cast<int>(d)) : 1;
    flat = flat * extent + index[d] + start;
  }
  return flat;
}

// Element by element; both have one number of dimensions.
template <typename IndexType>
Index<IndexType> AddIndices(const Index<IndexType>& index1,
                            const Index<IndexType>& index2) {
  Index<IndexType> result(index1.size());
  for (size_t i = 0; i < result.size(); ++i) result[i] = index1[i] + index2[i];
  return result;
}

// The index with zeros inserted, so that they are in dimensions
// `avoided_dims` of the result.
template <typename IndexType>
Index<IndexType> ExpandDims(const Index<IndexType>& index,
                            const int64_t* avoided_dims,
                            int64_t num_avoided_dims) {
  const int64_t rank = static_cast<int64_t>(index.size()) + num_avoided_dims;
  Index<IndexType> result(rank, 0);
  size_t next = 0;
  for (int64_t d = 0; d < rank && next < index.size(); ++d) {
    if (ArrayContains(avoided_dims, num_avoided_dims, d)) continue;
    result[d] = index[next++];
  }
  return result;
}

// The elements of a tensor along dimension `dim_to_read`, at `other_indices` in
// the other dimensions.
template <typename IndexType>
Index<IndexType> ReadIndexVector(const TfLiteTensor* indices_tensor,
                                 const RuntimeShape& tensor_shape,
                                 const Index<IndexType>& other_indices,
                                 int64_t dim_to_read) {
  Index<IndexType> at(other_indices);
  at.insert(at.begin() + dim_to_read, 0);
  const IndexType* data = GetTensorData<IndexType>(indices_tensor);
  Index<IndexType> result(tensor_shape.Dims(static_cast<int>(dim_to_read)));
  for (size_t i = 0; i < result.size(); ++i) {
    at[dim_to_read] = static_cast<IndexType>(i);
    result[i] = data[TensorIndexToFlat(
        at.data(), static_cast<int64_t>(at.size()), tensor_shape)];
  }
  return result;
}

// Whether the shape has the element.
template <typename IndexType>
bool IsInBounds(const Index<IndexType>& index, const RuntimeShape& shape) {
  if (static_cast<int>(index.size()) != shape.DimensionsCount()) return false;
  for (int d = 0; d < shape.DimensionsCount(); ++d) {
    if (index[d] < 0 || index[d] >= shape.Dims(d)) return false;
  }
  return true;
}

}  // namespace builtin
}  // namespace ops
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_TENSOR_SLICE_UTIL_H_
