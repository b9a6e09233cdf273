#include "testing/kernel_tests/model/sparse_encoder.h"

#include <cstddef>
#include <utility>

#include "testing/kernel_tests/model/fatal.h"

namespace tflite {
namespace kernel_tests {
namespace {

// The levels of a sparse layout over a dense tensor, outermost first.
struct Nest {
  std::vector<int> extents;      // per level
  std::vector<int64_t> strides;  // of the dense tensor, per level
};

Nest MakeNest(const TensorData& data) {
  const int rank = static_cast<int>(data.shape.size());
  const int blocks = static_cast<int>(data.block_map.size());
  const int levels = static_cast<int>(data.traversal_order.size());
  if (levels != rank + blocks || data.format.size() < data.shape.size() ||
      data.block_size.size() != data.block_map.size()) {
    Fatal(
        "the sparse layout of a tensor of rank %d has %d levels and %d blocks",
        rank, levels, blocks);
  }
  // Dimensions as the file numbers them: those of the tensor, divided by their
  // block sizes, then one per block.
  std::vector<int> extents = data.shape;
  std::vector<int64_t> strides(rank, 1);
  for (int d = rank - 2; d >= 0; --d) {
    strides[d] = strides[d + 1] * data.shape[d + 1];
  }
  for (int k = 0; k < blocks; ++k) {
    const int d = data.block_map[k], size = data.block_size[k];
    if (d < 0 || d >= rank || size <= 0 || extents[d] % size != 0) {
      Fatal("blocks of %d do not divide dimension %d", size, d);
    }
    extents[d] /= size;
    extents.push_back(size);
    strides.push_back(strides[d]);
    strides[d] *= size;
  }
  Nest nest;
  for (const int d : data.traversal_order) {
    if (d < 0 || d >= levels)
      Fatal("the traversal order names dimension %d", d);
    nest.extents.push_back(extents[d]);
    nest.strides.push_back(strides[d]);
  }
  return nest;
}

bool IsCsr(const TensorData& data, size_t level) {
  return level < data.format.size() &&
         data.format[level] == kTfLiteDimSparseCSR;
}

// Whether all elements at `offset` plus any position in the levels from `level`
// are zero.
bool AllZero(const Nest& nest, size_t level, int64_t offset,
             const std::vector<bool>& is_zero) {
  if (level == nest.extents.size()) return is_zero[offset];
  for (int i = 0; i < nest.extents[level]; ++i) {
    if (!AllZero(nest, level + 1, offset + i * nest.strides[level], is_zero)) {
      return false;
    }
  }
  return true;
}

}  // namespace

SparseEncoding EncodeSparse(const TensorData& data,
                            const std::vector<bool>& is_zero) {
  const Nest nest = MakeNest(data);
  int64_t count = 1;
  for (const int extent : nest.extents) count *= extent;
  if (count != static_cast<int64_t>(is_zero.size())) {
    Fatal("a sparse tensor of %lld elements is given %zu",
          static_cast<long long>(count), is_zero.size());
  }
  SparseEncoding out;
  out.stored = {0};  // positions of the previous level, as dense offsets
  for (size_t level = 0; level < nest.extents.size(); ++level) {
    SparseLevelData built;
    built.csr = IsCsr(data, level);
    built.dense_size = nest.extents[level];
    if (built.csr) built.segments.push_back(0);
    std::vector<int64_t> positions;
    for (const int64_t base : out.stored) {
      for (int i = 0; i < nest.extents[level]; ++i) {
        const int64_t offset = base + i * nest.strides[level];
        if (built.csr && AllZero(nest, level + 1, offset, is_zero)) continue;
        positions.push_back(offset);
        if (built.csr) built.indices.push_back(i);
      }
      if (built.csr) {
        built.segments.push_back(static_cast<int>(positions.size()));
      }
    }
    out.stored = std::move(positions);
    out.levels.push_back(std::move(built));
  }
  return out;
}

}  // namespace kernel_tests
}  // namespace tflite
