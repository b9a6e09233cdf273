#ifndef TESTING_KERNEL_TESTS_MODEL_SPARSE_ENCODER_H_
#define TESTING_KERNEL_TESTS_MODEL_SPARSE_ENCODER_H_

#include <cstdint>
#include <vector>

#include "testing/kernel_tests/model/tensor_data.h"

namespace tflite {
namespace kernel_tests {

// One level of a sparse layout, outermost first.
struct SparseLevelData {
  bool csr = false;
  int dense_size = 0;                  // extent of a dense level
  std::vector<int> segments, indices;  // CSR
};

// A sparse tensor: for each stored element, its position in the dense tensor,
// in storage order.
struct SparseEncoding {
  std::vector<SparseLevelData> levels;
  std::vector<int64_t> stored;
};

// Encodes a tensor with the sparse layout of `data`: its dimensions, split into
// blocks, nested in the traversal order. A CSR level stores only indices with a
// nonzero element. `is_zero` has one entry per element of the dense tensor.
// Ends the program if the layout does not fit the shape.
SparseEncoding EncodeSparse(const TensorData& data,
                            const std::vector<bool>& is_zero);

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_SPARSE_ENCODER_H_
