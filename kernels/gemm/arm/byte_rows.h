#ifndef KERNELS_GEMM_ARM_BYTE_ROWS_H_
#define KERNELS_GEMM_ARM_BYTE_ROWS_H_

#include "kernels/gemm/arm/results_neon.h"

// GemmIsa::byte_rows for panels of eight columns. In an unnamed namespace,
// because files with different instructions include them.

namespace tflite::kernels {
namespace {

template <int M>
struct RowsOf {
  static constexpr int kRows = M;
};

// M rows of a panel, from `left` on.
struct ByteRowsTile {
  const int8_t* left;
  int64_t stride;
  int64_t groups;
  const int8_t* rhs;
  const int32_t* start;
  const int32_t* terms;  // or null
  int8x16_t flip;
};

[[maybe_unused]] inline ByteRowsTile TileOf(const GemmIntTile& t) {
  return {reinterpret_cast<const int8_t*>(t.left),
          t.left_stride,
          t.groups,
          t.rhs,
          t.start,
          nullptr,
          vdupq_n_s8(0)};
}

// Sums<M> computes a tile: Multiply<kFlip>(ByteRowsTile), then Of(row, half).
// Its kMost is the largest M, at most 8.
template <template <int> class Sums, int M, bool kFlip, typename Results>
inline __attribute__((always_inline)) void ByteRowsOf(
    const ByteRowsTile& tile, const Results* results,
    typename Results::Out* out, int64_t out_stride) {
  Sums<M> sums;
  sums.template Multiply<kFlip>(tile);
  __asm__("" : "+r"(results));
  const Results by = *results;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i, out += out_stride) {
    by.Store(sums.Of(i, 0), sums.Of(i, 1), out);
  }
}

template <template <int> class Sums, bool kFlip, typename Results>
inline __attribute__((always_inline)) void ByteRowsTileOf(
    int64_t m, const ByteRowsTile& tile, const Results* results,
    typename Results::Out* out, int64_t out_stride) {
  const auto run = [&](auto rows) __attribute__((always_inline)) {
    ByteRowsOf<Sums, decltype(rows)::kRows, kFlip>(tile, results, out,
                                                   out_stride);
  };
  if constexpr (Sums<1>::kMost <= 4) {
    TFLL_GEMM_BY_4(M, m, run(RowsOf<M>()))
  }
  TFLL_GEMM_BY_8(M, m, run(RowsOf<M>()))
}

// Tiles of nearly equal heights.
template <template <int> class Sums, bool kFlip, typename Results>
void ByteRows(const GemmIntRows& r) {
  constexpr int64_t kRows = Sums<1>::kMost, kColumns = 8;
  using Out = typename Results::Out;
  const Results results(r.to, 0, r.n);
  Out few[kRows * kColumns];
  const bool whole = r.n == kColumns;
  auto* out = static_cast<Out*>(r.to.out);
  ByteRowsTile tile = {reinterpret_cast<const int8_t*>(r.left),
                       r.left_stride,
                       r.groups,
                       r.rhs,
                       r.start,
                       r.terms,
                       vdupq_n_s8(static_cast<int8_t>(r.flip))};
  int64_t left = r.rows;
  for (int64_t tiles = (left + kRows - 1) / kRows; tiles > 0; --tiles) {
    const int64_t m = (left + tiles - 1) / tiles;
    ByteRowsTileOf<Sums, kFlip>(m, tile, &results, whole ? out : few,
                                whole ? r.to.out_stride : kColumns);
    for (int64_t i = 0; !whole && i < m; ++i) {
      for (int j = 0; j < r.n; ++j) {
        out[i * r.to.out_stride + j] = few[i * kColumns + j];
      }
    }
    left -= m;
    out += m * r.to.out_stride;
    tile.left += m * r.left_stride;
    if (tile.terms != nullptr) tile.terms += m;
  }
}

template <template <int> class Sums, bool kFlip>
void ByteRowsBy(const GemmIntRows& r) {
  if (r.to.floats_fit) {
    return ByteRows<Sums, kFlip, ByteResultsOf<RequantForm::kRight>>(r);
  }
  ByteRows<Sums, kFlip, ByteResultsOf<RequantForm::kAny>>(r);
}

template <template <int> class Sums>
void RunByteRows(const GemmIntRows& r) {
  if (r.to.column_scale != nullptr) {
    return r.flip != 0 ? ByteRows<Sums, true, FloatResultsOf>(r)
                       : ByteRows<Sums, false, FloatResultsOf>(r);
  }
  if (r.flip != 0) return ByteRowsBy<Sums, true>(r);
  ByteRowsBy<Sums, false>(r);
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_BYTE_ROWS_H_
