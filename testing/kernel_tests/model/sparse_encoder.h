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
  int dense_size = 0;                  // dense: the extent
  std::vector<int> segments, indices;  // CSR
};

// A tensor as a sparse one: the dense tensor's elements that are stored, by
// their place in it, in the order they are stored in.
struct SparseEncoding {
  std::vector<SparseLevelData> levels;
  std::vector<int64_t> stored;
};

// Lays out a tensor by the sparse fields of `data`: its dimensions, cut into
// blocks, nested in the traversal order. On a CSR level only indices under
// which some element is not zero are stored. `is_zero` has an entry an element
// of the dense tensor. A layout that does not fit the shape ends the program.
SparseEncoding EncodeSparse(const TensorData& data,
                            const std::vector<bool>& is_zero);

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_SPARSE_ENCODER_H_
