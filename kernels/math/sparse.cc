#include "kernels/math/sparse.h"

#include <cstring>

#include "absl/container/inlined_vector.h"

namespace tflite::kernels {
namespace {

// Bounds the recursion; models have at most 4.
constexpr int kMaxLevels = 16;

struct Level {
  int32_t extent;
  int64_t stride;  // dense elements between neighbours
  const TfLiteDimensionMetadata* stored;
};

struct Layout {
  absl::InlinedVector<Level, 6> levels;
  int64_t values = 0;  // elements the tensor's memory holds
};

int Size(const TfLiteIntArray* a) { return a == nullptr ? 0 : a->size; }

// Extents and strides of the dimensions, blocks last.
StatusOr<Layout> ReadDimensions(const TensorView& t, const TfLiteSparsity& s) {
  const int rank = t.rank();
  const int blocks = Size(s.block_map);
  Layout layout;
  layout.levels.resize(rank + blocks);
  int64_t stride = 1;
  for (int d = rank - 1; d >= 0; --d) {
    layout.levels[d] = {t.dim(d), stride, nullptr};
    stride *= t.dim(d);
  }
  // Where a dimension is stored is found by the traversal order.
  for (int i = 0; i < rank + blocks; ++i) {
    const int d = s.traversal_order->data[i];
    if (d < 0 || d >= rank + blocks || layout.levels[d].stored != nullptr) {
      return Invalid(t.ToString(),
                     ": the traversal order is not a permutation");
    }
    layout.levels[d].stored = &s.dim_metadata[i];
  }
  for (int k = 0; k < blocks; ++k) {
    const int d = s.block_map->data[k];
    Level& inner = layout.levels[rank + k];
    const int32_t size = inner.stored->dense_size;
    if (d < 0 || d >= rank || inner.stored->format != kTfLiteDimDense ||
        size <= 0 || layout.levels[d].extent % size != 0) {
      return Invalid(t.ToString(), ": blocks of ", size, " along dimension ",
                     d);
    }
    inner.extent = size;
    inner.stride = layout.levels[d].stride;
    layout.levels[d].extent /= size;
    layout.levels[d].stride *= size;
  }
  return layout;
}

Status CheckLevel(const TensorView& t, const Level& level) {
  const TfLiteDimensionMetadata& stored = *level.stored;
  if (stored.format == kTfLiteDimDense) {
    if (stored.dense_size == level.extent) return OkStatus();
    return Invalid(t.ToString(), ": a dimension of ", stored.dense_size,
                   " is stored for ", level.extent);
  }
  if (stored.format != kTfLiteDimSparseCSR) {
    return Invalid(t.ToString(), ": dimension format ",
                   static_cast<int>(stored.format), " is unknown");
  }
  const TfLiteIntArray* segments = stored.array_segments;
  int32_t last = 0;
  for (int i = 0; i < Size(segments); ++i) {
    if (segments->data[i] < last) {
      return Invalid(t.ToString(), ": segments are not in order");
    }
    last = segments->data[i];
  }
  if (Size(segments) == 0 || last > Size(stored.array_indices)) {
    return Invalid(t.ToString(), ": segments end at ", last, " of ",
                   Size(stored.array_indices), " indices");
  }
  for (int i = 0; i < last; ++i) {
    const int32_t index = stored.array_indices->data[i];
    if (index < 0 || index >= level.extent) {
      return Invalid(t.ToString(), ": index ", index, " in a dimension of ",
                     level.extent);
    }
  }
  return OkStatus();
}

StatusOr<Layout> ReadLayout(const TensorView& t) {
  const TfLiteSparsity* s = t.raw()->sparsity;
  const int bits = ElementBits(t.type());
  if (s == nullptr || bits < 8) {
    return Invalid(t.ToString(), " is not a sparse tensor of whole bytes");
  }
  const int levels = Size(s->traversal_order);
  if (levels != t.rank() + Size(s->block_map) ||
      levels != s->dim_metadata_size || levels > kMaxLevels ||
      (levels > 0 && s->dim_metadata == nullptr)) {
    return Invalid(t.ToString(), ": ", s->dim_metadata_size,
                   " dimensions are stored, ", levels, " traversed, ",
                   Size(s->block_map), " cut into blocks");
  }
  TFLL_ASSIGN_OR_RETURN(Layout dimensions, ReadDimensions(t, *s));
  Layout layout;
  layout.values = static_cast<int64_t>(t.bytes() / (bits / 8));
  for (int i = 0; i < levels; ++i) {
    layout.levels.push_back(dimensions.levels[s->traversal_order->data[i]]);
    TFLL_RETURN_IF_ERROR(CheckLevel(t, layout.levels.back()));
  }
  return layout;
}

// Calls visit(value, element) for all stored elements below a position.
template <typename Visit>
Status Walk(const Layout& layout, size_t depth, int64_t position,
            int64_t element, const Visit& visit) {
  if (depth == layout.levels.size()) {
    if (position >= layout.values) {
      return Invalid("a sparse tensor stores ", layout.values, " values, not ",
                     position + 1);
    }
    visit(position, element);
    return OkStatus();
  }
  const Level& level = layout.levels[depth];
  if (level.stored->format == kTfLiteDimDense) {
    for (int32_t i = 0; i < level.extent; ++i) {
      TFLL_RETURN_IF_ERROR(Walk(layout, depth + 1, position * level.extent + i,
                                element + i * level.stride, visit));
    }
    return OkStatus();
  }
  const TfLiteIntArray* segments = level.stored->array_segments;
  if (position + 1 >= segments->size) {
    return Invalid("a sparse tensor has ", segments->size, " segments, not ",
                   position + 2);
  }
  for (int32_t k = segments->data[position]; k < segments->data[position + 1];
       ++k) {
    const int64_t index = level.stored->array_indices->data[k];
    TFLL_RETURN_IF_ERROR(
        Walk(layout, depth + 1, k, element + index * level.stride, visit));
  }
  return OkStatus();
}

}  // namespace

Status CheckSparse(const TensorView& sparse) {
  TFLL_ASSIGN_OR_RETURN(const Layout layout, ReadLayout(sparse));
  // Without elements nothing but extents bounds the walk, and it might not end.
  if (sparse.num_elements() == 0) return OkStatus();
  return Walk(layout, 0, 0, 0, [](int64_t, int64_t) {});
}

Status ExpandSparse(const TensorView& sparse, void* dense) {
  TFLL_ASSIGN_OR_RETURN(const Layout layout, ReadLayout(sparse));
  const size_t bytes = ElementBits(sparse.type()) / 8;
  const int64_t n = sparse.num_elements();
  if (n == 0) return OkStatus();
  char* out = static_cast<char*>(dense);
  const char* in = sparse.data<char>();
  std::memset(out, 0, n * bytes);
  return Walk(layout, 0, 0, 0, [&](int64_t value, int64_t element) {
    std::memcpy(out + element * bytes, in + value * bytes, bytes);
  });
}

}  // namespace tflite::kernels
