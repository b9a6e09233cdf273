#include "kernels/math/strided_copy.h"

#include <algorithm>
#include <cstring>

namespace tflite::kernels {
namespace {

// Strides in bytes, innermost dimension first.
using Dims = absl::InlinedVector<StridedCopy::Dim, 6>;

// The size in bytes from which threads share a copy.
constexpr int64_t kParallelBytes = 512 * 1024;
constexpr int64_t kFillBytes = 16 * 1024;

// Whole bytes without alignment; the compiler moves them in registers.
template <size_t kBytes>
struct Cell {
  char bytes[kBytes];
};

// The two innermost loops over cells of a fixed size.
template <size_t kBytes>
void CopyPlane(const Dims& dims, int64_t, const char* in, char* out) {
  const StridedCopy::Dim row = dims[0];
  const StridedCopy::Dim column = dims[1];
  for (int64_t i = 0; i < column.extent; ++i) {
    const char* from = in + i * column.in_stride;
    char* to = out + i * column.out_stride;
    if (row.in_stride == 0 && row.out_stride == int64_t{kBytes}) {
      const Cell<kBytes> cell = *reinterpret_cast<const Cell<kBytes>*>(from);
      std::fill_n(reinterpret_cast<Cell<kBytes>*>(to), row.extent, cell);
      continue;
    }
    for (int64_t j = 0; j < row.extent; ++j) {
      *reinterpret_cast<Cell<kBytes>*>(to) =
          *reinterpret_cast<const Cell<kBytes>*>(from);
      from += row.in_stride;
      to += row.out_stride;
    }
  }
}

void CopyPlaneOfAnySize(const Dims& dims, int64_t bytes, const char* in,
                        char* out) {
  const StridedCopy::Dim row = dims[0];
  const StridedCopy::Dim column = dims[1];
  for (int64_t i = 0; i < column.extent; ++i) {
    for (int64_t j = 0; j < row.extent; ++j) {
      std::memcpy(out + i * column.out_stride + j * row.out_stride,
                  in + i * column.in_stride + j * row.in_stride,
                  static_cast<size_t>(bytes));
    }
  }
}

using PlaneFunction = void (*)(const Dims&, int64_t, const char*, char*);

PlaneFunction PlaneFor(int64_t bytes) {
  switch (bytes) {
    case 1:
      return CopyPlane<1>;
    case 2:
      return CopyPlane<2>;
    case 3:
      return CopyPlane<3>;
    case 4:
      return CopyPlane<4>;
    case 8:
      return CopyPlane<8>;
    case 12:
      return CopyPlane<12>;
    case 16:
      return CopyPlane<16>;
    case 32:
      return CopyPlane<32>;
    case 64:
      return CopyPlane<64>;
    default:
      return CopyPlaneOfAnySize;
  }
}

// Drops dimensions of one element and joins those that continue each other in
// both tensors. False when there is nothing to copy.
bool Simplify(const StridedCopy& copy, int element_bytes, Dims* dims) {
  for (auto it = copy.dims.rbegin(); it != copy.dims.rend(); ++it) {
    if (it->extent <= 0) return false;
    if (it->extent == 1) continue;
    const StridedCopy::Dim dim = {it->extent, it->in_stride * element_bytes,
                                  it->out_stride * element_bytes};
    if (!dims->empty()) {
      StridedCopy::Dim& inner = dims->back();
      if (inner.in_stride * inner.extent == dim.in_stride &&
          inner.out_stride * inner.extent == dim.out_stride) {
        inner.extent *= dim.extent;
        continue;
      }
    }
    dims->push_back(dim);
  }
  return true;
}

void Run(const Dims& dims, int64_t cell_bytes, const char* in, char* out) {
  const PlaneFunction plane = PlaneFor(cell_bytes);
  absl::InlinedVector<int64_t, 6> index(dims.size(), 0);
  for (;;) {
    plane(dims, cell_bytes, in, out);
    size_t d = 2;
    for (; d < dims.size(); ++d) {
      in += dims[d].in_stride;
      out += dims[d].out_stride;
      if (++index[d] < dims[d].extent) break;
      index[d] = 0;
      in -= dims[d].extent * dims[d].in_stride;
      out -= dims[d].extent * dims[d].out_stride;
    }
    if (d >= dims.size()) return;
  }
}

void RunInThreads(const Dims& dims, int64_t cell_bytes, const char* in,
                  char* out, ThreadPool* threads) {
  const StridedCopy::Dim outer = dims.back();
  threads->ParallelFor(outer.extent, 1, [&](int64_t begin, int64_t end) {
    Dims part = dims;
    part.back().extent = end - begin;
    Run(part, cell_bytes, in + begin * outer.in_stride,
        out + begin * outer.out_stride);
  });
}

}  // namespace

absl::InlinedVector<int64_t, 6> DenseStrides(const Shape& shape) {
  absl::InlinedVector<int64_t, 6> strides(shape.rank(), 1);
  for (int i = shape.rank() - 2; i >= 0; --i) {
    strides[i] = strides[i + 1] * shape[i + 1];
  }
  return strides;
}

void RunStridedCopy(const StridedCopy& copy, int element_bytes, const void* in,
                    void* out, ThreadPool* threads) {
  Dims dims;
  if (!Simplify(copy, element_bytes, &dims)) return;
  int64_t cell = element_bytes;
  if (!dims.empty() && dims[0].in_stride == element_bytes &&
      dims[0].out_stride == element_bytes) {
    cell = dims[0].extent * element_bytes;
    dims.erase(dims.begin());
  }
  int64_t total = cell;
  for (const StridedCopy::Dim& dim : dims) total *= dim.extent;
  const char* from =
      static_cast<const char*>(in) + copy.in_offset * element_bytes;
  char* to = static_cast<char*>(out) + copy.out_offset * element_bytes;
  const bool share = threads != nullptr && threads->num_threads() > 1 &&
                     total >= kParallelBytes;
  if (share && dims.empty()) {
    threads->ParallelFor(cell, kParallelBytes / 4,
                         [&](int64_t begin, int64_t end) {
                           std::memcpy(to + begin, from + begin,
                                       static_cast<size_t>(end - begin));
                         });
    return;
  }
  if (share) {
    // The outermost dimension stays the last one.
    if (dims.size() == 1) dims.insert(dims.begin(), {1, 0, 0});
    RunInThreads(dims, cell, from, to, threads);
  } else {
    while (dims.size() < 2) dims.push_back({1, 0, 0});
    Run(dims, cell, from, to);
  }
}

void CopyBytes(const void* in, int64_t bytes, void* out, ThreadPool& threads) {
  StridedCopy copy;
  copy.Add(bytes, 1, 1);
  RunStridedCopy(copy, 1, in, out, &threads);
}

void FillCells(const void* value, int element_bytes, int64_t count, void* out,
               ThreadPool* threads) {
  if (count <= 0) return;
  if (threads != nullptr && count * element_bytes >= kParallelBytes) {
    threads->ParallelFor(count, kParallelBytes / 4 / element_bytes,
                         [&](int64_t begin, int64_t end) {
                           FillCells(
                               value, element_bytes, end - begin,
                               static_cast<char*>(out) + begin * element_bytes);
                         });
    return;
  }
  const auto* bytes = static_cast<const unsigned char*>(value);
  if (std::all_of(bytes, bytes + element_bytes,
                  [bytes](unsigned char b) { return b == bytes[0]; })) {
    std::memset(out, bytes[0], static_cast<size_t>(count * element_bytes));
    return;
  }
  // Copies what is written already, doubling it while it stays in the
  // first-level cache.
  const int64_t most = kFillBytes / element_bytes * element_bytes;
  char* to = static_cast<char*>(out);
  std::memcpy(to, value, static_cast<size_t>(element_bytes));
  const int64_t total = count * element_bytes;
  int64_t done = element_bytes;
  while (done < total) {
    const int64_t n = std::min({done, most, total - done});
    std::memcpy(to + done, to, static_cast<size_t>(n));
    done += n;
  }
}

}  // namespace tflite::kernels
