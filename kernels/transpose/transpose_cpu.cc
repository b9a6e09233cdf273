#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/transpose/tiles/tiles.h"
#include "kernels/transpose/transpose.h"
#include "kernels/transpose/transpose_cpu_blocks.h"

namespace tflite::kernels {
namespace {

template <typename T>
constexpr int64_t kLine = kTransposeLine / static_cast<int64_t>(sizeof(T));
// The least number of elements for a thread.
constexpr int64_t kGrain = 32 * 1024;

typedef uint32_t Four __attribute__((vector_size(16)));
Four LoadFour(const uint32_t* p) {
  Four v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
// The first two elements of each.
void StorePairs(Four low, Four high, uint32_t* p) {
  const Four v = __builtin_shufflevector(low, high, 0, 1, 4, 5);
  std::memcpy(p, &v, sizeof(v));
}
// Element kA of a and kB of b, counted on from those of a.
template <int kA, int kB>
Four PairOf(Four a, Four b) {
  return __builtin_shufflevector(a, b, kA, kB, -1, -1);
}

// Four columns of three rows, which become neighbours, and the reverse.
void TransposeThreeByFour(const uint32_t* in, int64_t stride, uint32_t* out) {
  const Four a = LoadFour(in), b = LoadFour(in + stride);
  const Four c = LoadFour(in + 2 * stride);
  StorePairs(PairOf<0, 4>(a, b), PairOf<0, 5>(c, a), out);
  StorePairs(PairOf<1, 5>(b, c), PairOf<2, 6>(a, b), out + 4);
  StorePairs(PairOf<2, 7>(c, a), PairOf<3, 7>(b, c), out + 8);
}
void TransposeFourByThree(const uint32_t* in, uint32_t* out, int64_t stride) {
  const Four x = LoadFour(in), y = LoadFour(in + 4), z = LoadFour(in + 8);
  StorePairs(PairOf<0, 3>(x, x), PairOf<2, 5>(y, z), out);
  StorePairs(PairOf<1, 4>(x, y), PairOf<3, 6>(y, z), out + stride);
  StorePairs(PairOf<2, 5>(x, y), PairOf<0, 3>(z, z), out + 2 * stride);
}

// Few rows, as of RGB planes: the compiler keeps them apart in registers.
template <typename T, int kRows>
void TransposeRows(int64_t columns, const T* in, int64_t in_stride, T* out,
                   int64_t out_stride) {
  int64_t c = 0;
  if constexpr (kRows == 3 && std::is_same_v<T, uint32_t>) {
    for (; out_stride == 3 && c + 4 <= columns; c += 4) {
      TransposeThreeByFour(in + c, in_stride, out + 3 * c);
    }
  }
  for (; c < columns; ++c) {
    for (int r = 0; r < kRows; ++r)
      out[c * out_stride + r] = in[r * in_stride + c];
  }
}

// out[c * out_stride + r] = in[r * in_stride + c].
template <typename T>
void Transpose2d(int64_t rows, int64_t columns, const T* in, int64_t in_stride,
                 T* out, int64_t out_stride) {
  if (rows == 3)
    return TransposeRows<T, 3>(columns, in, in_stride, out, out_stride);
  if (rows == 2)
    return TransposeRows<T, 2>(columns, in, in_stride, out, out_stride);
  if (const TransposeTile* tile = FindTransposeTile(sizeof(T), rows, columns)) {
    return tile->run(rows, columns, in, in_stride, out, out_stride);
  }
  int64_t done = 0;
  if constexpr (std::is_same_v<T, uint32_t>) {
    // Few columns, as of RGB images.
    for (; columns == 3 && in_stride == 3 && done + 4 <= rows; done += 4) {
      TransposeFourByThree(in + 3 * done, out + done, out_stride);
    }
  }
  for (int64_t c = 0; c < columns; ++c) {
    for (int64_t r = done; r < rows; ++r) {
      out[c * out_stride + r] = in[r * in_stride + c];
    }
  }
}

// Equal parts of at most `most`, or less than a `unit` more; each begins at a
// multiple of `unit`, and some may be empty.
struct Parts {
  Parts(int64_t extent, int64_t most, int64_t unit)
      : extent(extent), unit(unit), count((extent + most - 1) / most) {}
  int64_t Begin(int64_t i) const {
    return i == count ? extent : extent * i / count / unit * unit;
  }
  int64_t extent, unit, count;
};

// Transpose2d by way of a buffer: of rows that collide in the cache, lines are
// read as a whole.
template <typename T>
void TransposeBuffered(int64_t rows, int64_t columns, const T* in,
                       int64_t in_stride, T* out, int64_t out_stride) {
  constexpr int64_t kStride = kBufferedLines * kLine<T>;
  alignas(kTransposeLine) T buffer[(kBufferedRows + kLine<T>)*kStride];
  for (int64_t r = 0; r < rows; ++r) {
    const T* from = in + r * in_stride;
    if (columns == kStride) {
      std::memcpy(buffer + r * kStride, from, kStride * sizeof(T));
    } else {
      std::memcpy(buffer + r * kStride, from, columns * sizeof(T));
    }
  }
  Transpose2d(rows, columns, buffer, kStride, out, out_stride);
}

// The transposition as loops: dimensions in the output's order, those that stay
// together joined.
struct Plan {
  absl::InlinedVector<StridedCopy::Dim, 6> outer;
  StridedCopy::Dim row;     // walks along the output's rows
  StridedCopy::Dim column;  // walks along the input's rows
};

// False where the innermost dimension stays innermost.
bool MakePlan(const Transpose& op, Plan* plan) {
  const Shape& shape = op.outputs[0].shape;
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(shape);
  for (int d = shape.rank() - 1; d >= 0; --d) {
    const StridedCopy::Dim dim = {shape[d], in[op.permutation[d]], out[d]};
    if (dim.extent == 1) continue;
    if (!plan->outer.empty()) {
      StridedCopy::Dim& inner = plan->outer.back();
      if (inner.in_stride * inner.extent == dim.in_stride &&
          inner.out_stride * inner.extent == dim.out_stride) {
        inner.extent *= dim.extent;
        continue;
      }
    }
    plan->outer.push_back(dim);
  }
  if (plan->outer.empty() || plan->outer[0].in_stride == 1) return false;
  plan->row = plan->outer[0];
  plan->outer.erase(plan->outer.begin());
  const auto column = std::find_if(
      plan->outer.begin(), plan->outer.end(),
      [](const StridedCopy::Dim& dim) { return dim.in_stride == 1; });
  plan->column = *column;
  plan->outer.erase(column);
  return true;
}

template <typename T>
void Run(const Plan& plan, const void* in, void* out, ThreadPool& threads) {
  const TransposeBlocks blocks =
      ChooseTransposeBlocks(sizeof(T), plan.row.extent, plan.column.extent,
                            plan.row.in_stride, plan.column.out_stride);
  const Parts rows(plan.row.extent, blocks.rows, kLine<T>);
  const Parts columns(plan.column.extent, blocks.columns, 1);
  const auto transpose =
      blocks.buffered ? TransposeBuffered<T> : Transpose2d<T>;
  int64_t planes = 1;
  for (const StridedCopy::Dim& dim : plan.outer) planes *= dim.extent;
  const int64_t of_plane = rows.count * columns.count;
  const int64_t grain =
      kGrain / WorkOf({std::min(plan.row.extent, blocks.rows),
                       std::min(plan.column.extent, blocks.columns)});
  threads.ParallelFor(
      planes * of_plane, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const T* from = static_cast<const T*>(in);
          T* to = static_cast<T*>(out);
          int64_t plane = i / of_plane;
          for (const StridedCopy::Dim& dim : plan.outer) {
            from += plane % dim.extent * dim.in_stride;
            to += plane % dim.extent * dim.out_stride;
            plane /= dim.extent;
          }
          const int64_t part = i / columns.count % rows.count;
          const int64_t row = rows.Begin(part), column = i % columns.count;
          const int64_t first = columns.Begin(column);
          transpose(rows.Begin(part + 1) - row,
                    columns.Begin(column + 1) - first,
                    from + row * plan.row.in_stride + first, plan.row.in_stride,
                    to + row + first * plan.column.out_stride,
                    plan.column.out_stride);
        }
      });
}

}  // namespace

Status EvalTransposeCpu(const Transpose& op, EvalContext& context) {
  const Shape& shape = op.outputs[0].shape;
  Plan plan;
  const bool tiled = MakePlan(op, &plan);
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    ThreadPool& threads = context.threads();
    if (tiled && cells.bytes == 1) {
      Run<uint8_t>(plan, cells.in[0], cells.out[0], threads);
    } else if (tiled && cells.bytes == 2) {
      Run<uint16_t>(plan, cells.in[0], cells.out[0], threads);
    } else if (tiled && cells.bytes == 4) {
      Run<uint32_t>(plan, cells.in[0], cells.out[0], threads);
    } else if (tiled && cells.bytes == 8) {
      Run<uint64_t>(plan, cells.in[0], cells.out[0], threads);
    } else {
      const auto in = DenseStrides(op.input);
      const auto out = DenseStrides(shape);
      StridedCopy copy;
      for (int d = 0; d < shape.rank(); ++d) {
        copy.Add(shape[d], in[op.permutation[d]], out[d]);
      }
      RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0], &threads);
    }
    return OkStatus();
  });
}

}  // namespace tflite::kernels
