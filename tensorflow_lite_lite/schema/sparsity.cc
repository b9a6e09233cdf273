#include "tensorflow_lite_lite/schema/sparsity.h"

#include <cstdlib>
#include <memory>
#include <vector>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/schema/flatbuffer_access.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite::schema {
namespace {

// Uniform access to the three vector types of an index array. Empty if absent.
class IndexArray {
 public:
  IndexArray(SparseIndexVector type, const void* table) {
    if (table == nullptr) return;
    switch (type) {
      case SparseIndexVector_Int32Vector:
        i32_ = static_cast<const Int32Vector*>(table)->values();
        size_ = i32_ == nullptr ? 0 : i32_->size();
        break;
      case SparseIndexVector_Uint16Vector:
        u16_ = static_cast<const Uint16Vector*>(table)->values();
        size_ = u16_ == nullptr ? 0 : u16_->size();
        break;
      case SparseIndexVector_Uint8Vector:
        u8_ = static_cast<const Uint8Vector*>(table)->values();
        size_ = u8_ == nullptr ? 0 : u8_->size();
        break;
      default:
        break;
    }
  }

  int64_t size() const { return size_; }
  int32_t operator[](int64_t i) const {
    const auto k = static_cast<flatbuffers::uoffset_t>(i);
    if (i32_ != nullptr) return i32_->Get(k);
    return u16_ != nullptr ? u16_->Get(k) : u8_->Get(k);
  }

 private:
  const flatbuffers::Vector<int32_t>* i32_ = nullptr;
  const flatbuffers::Vector<uint16_t>* u16_ = nullptr;
  const flatbuffers::Vector<uint8_t>* u8_ = nullptr;
  int64_t size_ = 0;
};

IndexArray Segments(const DimensionMetadata& dim) {
  return IndexArray(dim.array_segments_type(), dim.array_segments());
}

IndexArray Indices(const DimensionMetadata& dim) {
  return IndexArray(dim.array_indices_type(), dim.array_indices());
}

Status CheckTraversalOrder(const SparsityParameters& sparsity, int64_t rank,
                           int64_t blocks) {
  const int64_t levels = SizeOf(sparsity.traversal_order());
  if (levels != rank + blocks) {
    return Invalid("traversal_order has ", levels, " elements for ", rank,
                   " dimensions and ", blocks, " blocks");
  }
  if (SizeOf(sparsity.dim_metadata()) != levels) {
    return Invalid("dim_metadata has ", SizeOf(sparsity.dim_metadata()),
                   " elements for ", levels, " levels");
  }
  std::vector<bool> seen(levels, false);
  for (int64_t i = 0; i < levels; ++i) {
    const int32_t d = sparsity.traversal_order()->Get(i);
    if (d < 0 || d >= levels || seen[d]) {
      return Invalid("traversal_order is not a permutation: element ", i,
                     " is ", d);
    }
    seen[d] = true;
  }
  return OkStatus();
}

// The size of each level by its number in traversal_order: first the dimensions
// of the tensor in blocks, then the blocks themselves.
StatusOr<std::vector<int64_t>> LevelSizes(const SparsityParameters& sparsity,
                                          absl::Span<const int32_t> shape,
                                          int64_t blocks) {
  const int64_t rank = shape.size();
  std::vector<int64_t> sizes(shape.begin(), shape.end());
  sizes.resize(rank + blocks, 0);
  for (int64_t i = 0; i < rank + blocks; ++i) {
    const int32_t d = sparsity.traversal_order()->Get(i);
    if (d < rank) continue;
    const DimensionMetadata* dim = sparsity.dim_metadata()->Get(i);
    if (dim->format() != DimensionType_DENSE || dim->dense_size() <= 0) {
      return Invalid("block ", d - rank, " is not dense with a positive size");
    }
    sizes[d] = dim->dense_size();
  }
  std::vector<bool> split(rank, false);
  for (int64_t b = 0; b < blocks; ++b) {
    const int32_t d = sparsity.block_map()->Get(b);
    if (d < 0 || d >= rank || split[d]) {
      return Invalid("block_map element ", b, " is ", d, " for ", rank,
                     " dimensions");
    }
    split[d] = true;
    if (sizes[d] % sizes[rank + b] != 0) {
      return Invalid("dimension ", d, " of size ", sizes[d],
                     " does not divide into blocks of ", sizes[rank + b]);
    }
    sizes[d] /= sizes[rank + b];
  }
  return sizes;
}

// Checks one level with `size` places, reached from `parents` positions;
// returns the number of positions it stores.
StatusOr<int64_t> CheckCompressedLevel(const DimensionMetadata& dim,
                                       int64_t size, int64_t parents) {
  const IndexArray segments = Segments(dim);
  const IndexArray indices = Indices(dim);
  if (segments.size() - 1 != parents || segments[0] != 0) {
    return Invalid("array_segments has ", segments.size(), " elements for ",
                   parents, " positions, or does not begin with 0");
  }
  for (int64_t i = 0; i < parents; ++i) {
    if (segments[i + 1] < segments[i]) {
      return Invalid("array_segments decreases at element ", i + 1);
    }
  }
  if (segments[parents] != indices.size()) {
    return Invalid("array_segments ends with ", segments[parents],
                   ", there are ", indices.size(), " indices");
  }
  for (int64_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= size) {
      return Invalid("array_indices element ", i, " is ", indices[i],
                     " in a dimension of ", size);
    }
  }
  return indices.size();
}

// A malloc'ed copy; null if memory is exhausted.
template <typename Array>
TfLiteIntArray* CopyToIntArray(const Array& src, int64_t size) {
  int count = 0;
  if (!CheckedCast(size, &count)) return nullptr;
  TfLiteIntArray* copy = TfLiteIntArrayCreate(count);
  if (copy == nullptr) return nullptr;
  for (int i = 0; i < count; ++i) copy->data[i] = src[i];
  return copy;
}

TfLiteIntArray* CopyToIntArray(const flatbuffers::Vector<int32_t>* src) {
  if (src == nullptr) return TfLiteIntArrayCreate(0);
  return CopyToIntArray(*src, src->size());
}

bool FillDimension(const DimensionMetadata& src, TfLiteDimensionMetadata* dst) {
  if (src.format() == DimensionType_DENSE) {
    dst->format = kTfLiteDimDense;
    dst->dense_size = src.dense_size();
    return true;
  }
  const IndexArray segments = Segments(src);
  const IndexArray indices = Indices(src);
  dst->format = kTfLiteDimSparseCSR;
  dst->array_segments = CopyToIntArray(segments, segments.size());
  dst->array_indices = CopyToIntArray(indices, indices.size());
  return dst->array_segments != nullptr && dst->array_indices != nullptr;
}

}  // namespace

StatusOr<SparseExtent> CheckSparsity(const SparsityParameters& sparsity,
                                     absl::Span<const int32_t> shape) {
  const int64_t rank = shape.size();
  const int64_t blocks = SizeOf(sparsity.block_map());
  TFLL_RETURN_IF_ERROR(CheckTraversalOrder(sparsity, rank, blocks));
  TFLL_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes,
                        LevelSizes(sparsity, shape, blocks));
  SparseExtent extent;
  extent.values = 1;
  extent.entries = 2 * (rank + blocks);
  for (int64_t i = 0; i < rank + blocks; ++i) {
    const DimensionMetadata& dim = *sparsity.dim_metadata()->Get(i);
    const int64_t size = sizes[sparsity.traversal_order()->Get(i)];
    if (dim.format() == DimensionType_DENSE) {
      if (dim.dense_size() != size) {
        return Invalid("level ", i, " has dense_size ", dim.dense_size(),
                       " where the shape gives ", size);
      }
      if (!CheckedMul(extent.values, size, &extent.values)) {
        return Invalid("the number of stored values overflows");
      }
    } else if (dim.format() == DimensionType_SPARSE_CSR) {
      auto stored = CheckCompressedLevel(dim, size, extent.values);
      if (!stored.ok()) {
        return Annotate(stored.status(), StrCat("level ", i));
      }
      extent.entries += Segments(dim).size() + *stored;
      extent.values = *stored;
    } else {
      return Invalid("level ", i, " has the unknown format ",
                     static_cast<int>(dim.format()));
    }
  }
  return extent;
}

StatusOr<TfLiteSparsity*> MakeSparsity(const SparsityParameters& sparsity) {
  std::unique_ptr<TfLiteSparsity, void (*)(TfLiteSparsity*)> result(
      static_cast<TfLiteSparsity*>(std::calloc(1, sizeof(TfLiteSparsity))),
      TfLiteSparsityFree);
  if (result == nullptr) return Internal("no memory for a sparse layout");
  const int64_t levels = SizeOf(sparsity.dim_metadata());
  result->traversal_order = CopyToIntArray(sparsity.traversal_order());
  result->block_map = CopyToIntArray(sparsity.block_map());
  result->dim_metadata = static_cast<TfLiteDimensionMetadata*>(
      std::calloc(levels > 0 ? levels : 1, sizeof(TfLiteDimensionMetadata)));
  bool complete = result->traversal_order != nullptr &&
                  result->block_map != nullptr &&
                  result->dim_metadata != nullptr;
  if (complete) result->dim_metadata_size = static_cast<int>(levels);
  for (int64_t i = 0; complete && i < levels; ++i) {
    complete = FillDimension(*sparsity.dim_metadata()->Get(i),
                             &result->dim_metadata[i]);
  }
  if (!complete) return Internal("no memory for a sparse layout");
  return result.release();
}

}  // namespace tflite::schema
