#ifndef KERNELS_TESTING_LAYOUTS_H_
#define KERNELS_TESTING_LAYOUTS_H_

#include <cstring>
#include <vector>

#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::kernels {

// Tensors stored otherwise than element by element, for tests.

// One level of a sparse layout, see math/sparse.h.
struct SparseLevel {
  bool csr = false;
  int dense_size = 0;
  std::vector<int> segments, indices;
};
inline SparseLevel DenseLevel(int size) { return {false, size, {}, {}}; }
inline SparseLevel CsrLevel(std::vector<int> segments,
                            std::vector<int> indices) {
  return {true, 0, std::move(segments), std::move(indices)};
}

struct SparseLayout {
  std::vector<int> order, block_map;
  std::vector<SparseLevel> levels;
};
// Gives the tensor this layout, in place of another one.
void SetSparsity(const SparseLayout& layout, TfLiteTensor* tensor);

// The same, and `values` as the memory of a tensor that has room for them.
template <typename T>
void MakeSparse(const SparseLayout& layout, const std::vector<T>& values,
                TfLiteTensor* tensor) {
  SetSparsity(layout, tensor);
  tensor->bytes = values.size() * sizeof(T);
  if (!values.empty()) {
    std::memcpy(tensor->data.raw, values.data(), tensor->bytes);
  }
}

// Makes `scales`, a tensor without memory, a constant that reads `values`,
// which must outlive it, and quantizes `tensor` by it in blocks of `size`.
// `index` is the one of `scales` in the graph.
void QuantizeInBlocks(int size, const Shape& shape, std::vector<float>& values,
                      int index, TfLiteTensor* scales, TfLiteTensor* tensor);

}  // namespace tflite::kernels

#endif  // KERNELS_TESTING_LAYOUTS_H_
