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

// M rows of a panel, from `left` on or, of windows, those at rows[i]; see
// GemmIntRows.
struct ByteRowsTile {
  const int8_t* left;
  int64_t stride;
  const uint8_t* const* rows;
  int64_t groups, runs, run_step;
  const int8_t* rhs;
  const int32_t* start;
  const int32_t* terms;  // or null
  int8x16_t flip;
};

// Sets pointers to the first run of each row. kWindows: `rows` is not null;
// otherwise a row is one run, and there are registers for all of the tile.
template <bool kWindows, int M>
inline __attribute__((always_inline)) void FirstRuns(const ByteRowsTile& t,
                                                     const int8_t* (&a)[M]) {
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    a[i] = kWindows ? reinterpret_cast<const int8_t*>(t.rows[i])
                    : t.left + i * t.stride;
  }
}

// Loads two groups of a panel and moves on to the next one.
inline __attribute__((always_inline)) void LoadGroups(const int8_t** b,
                                                      int8x16_t (&out)[4]) {
#if defined(__aarch64__)
  // In assembly, because GCC copies parts of what its function returns.
  register int8x16_t v0 __asm__("v24");
  register int8x16_t v1 __asm__("v25");
  register int8x16_t v2 __asm__("v26");
  register int8x16_t v3 __asm__("v27");
  __asm__("ld1 {v24.16b, v25.16b, v26.16b, v27.16b}, [%[b]], #64"
          : "=w"(v0), "=w"(v1), "=w"(v2), "=w"(v3), [b] "+r"(*b)
          :
          : "memory");
  out[0] = v0;
  out[1] = v1;
  out[2] = v2;
  out[3] = v3;
#else
  TFLL_GEMM_UNROLL
  for (int i = 0; i < 4; ++i) out[i] = vld1q_s8(*b + 16 * i);
  *b += 64;
#endif
}

// Sums<M> computes a tile: Multiply<kFlip, kWindows>(ByteRowsTile), then
// Of(row, half). Its kMost is the largest M, at most 8.
template <template <int> class Sums, int M, bool kFlip, bool kWindows,
          typename Results>
inline __attribute__((always_inline)) void ByteRowsOf(
    const ByteRowsTile& tile, const Results* results,
    typename Results::Out* out, int64_t out_stride) {
  Sums<M> sums;
  sums.template Multiply<kFlip, kWindows>(tile);
  __asm__("" : "+r"(results));
  const Results by = *results;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    by.Store(sums.Of(i, 0), sums.Of(i, 1), &out, out_stride);
  }
}

template <template <int> class Sums, bool kFlip, bool kWindows,
          typename Results>
inline __attribute__((always_inline)) void ByteRowsTileOf(
    int64_t m, const ByteRowsTile& tile, const Results* results,
    typename Results::Out* out, int64_t out_stride) {
  const auto run = [&](auto rows) __attribute__((always_inline)) {
    ByteRowsOf<Sums, decltype(rows)::kRows, kFlip, kWindows>(tile, results, out,
                                                             out_stride);
  };
  m = __builtin_expect(m, Sums<1>::kMost);  // compared first
  if constexpr (Sums<1>::kMost <= 4) {
    TFLL_GEMM_BY_4(M, m, run(RowsOf<M>()))
  } else {
    TFLL_GEMM_BY_8(M, m, run(RowsOf<M>()))
  }
}

// Tiles of nearly equal heights.
template <template <int> class Sums, bool kFlip, bool kWindows,
          typename Results>
void ByteRows(const GemmIntRows& r) {
  constexpr int64_t kRows = Sums<1>::kMost, kColumns = 8;
  using Out = typename Results::Out;
  const Results results(r.to, 0, r.n);
  Out few[kRows * kColumns];
  const bool whole = r.n == kColumns;
  auto* out = static_cast<Out*>(r.to.out);
  const uint8_t* first = kWindows ? nullptr : r.left;
  ByteRowsTile tile = {reinterpret_cast<const int8_t*>(first),
                       r.left_stride,
                       r.left_rows,
                       kWindows ? r.groups / r.runs : r.groups,
                       r.runs,
                       r.run_step,
                       r.rhs,
                       r.start,
                       r.terms,
                       vdupq_n_s8(static_cast<int8_t>(r.flip))};
  int64_t left = r.rows;
  for (int64_t tiles = (left + kRows - 1) / kRows; tiles > 0; --tiles) {
    const int64_t m = (left + tiles - 1) / tiles;
    ByteRowsTileOf<Sums, kFlip, kWindows>(m, tile, &results, whole ? out : few,
                                          whole ? r.to.out_stride : kColumns);
    for (int64_t i = 0; !whole && i < m; ++i) {
      for (int j = 0; j < r.n; ++j) {
        out[i * r.to.out_stride + j] = few[i * kColumns + j];
      }
    }
    left -= m;
    out += m * r.to.out_stride;
    if (kWindows) {
      tile.rows += m;
    } else {
      tile.left += m * r.left_stride;
    }
    if (tile.terms != nullptr) tile.terms += m;
  }
}

template <template <int> class Sums, bool kFlip>
void ByteRowsBy(const GemmIntRows& r) {
  // Bytes to invert are UINT8, and so are results then.
  WithResults<kFlip, true>(r.to, [&](auto type) {
    ByteRows<Sums, kFlip, false, typename decltype(type)::Type>(r);
  });
}

// GemmIsa::byte_rows.
template <template <int> class Sums>
void RunByteRows(const GemmIntRows& r) {
  r.flip != 0 ? ByteRowsBy<Sums, true>(r) : ByteRowsBy<Sums, false>(r);
}

// GemmIsa::byte_results.
template <template <int> class Sums>
void RunByteResults(const GemmIntRows& r) {
  if (r.left_rows == nullptr) return RunByteRows<Sums>(r);
  const auto run = [&](auto kind) {
    ByteRows<Sums, false, true, ByteResultsOf<decltype(kind)>>(r);
  };
  WithRequantKind<RequantRange::kInt8, true>(*r.to.columns, true, run);
}

// GemmIsa::byte_tile of at most kMost rows.
template <template <int> class Sums, int M>
void ByteTile(const GemmIntTile& t) {
  const ByteRowsTile tile = {reinterpret_cast<const int8_t*>(t.left),
                             t.left_stride,
                             nullptr,
                             t.groups,
                             1,
                             0,
                             t.rhs,
                             t.start,
                             nullptr,
                             vdupq_n_s8(0)};
  Sums<M> sums;
  sums.template Multiply<false, false>(tile);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    int32_t* acc = t.acc + i * t.acc_pitch;
    vst1q_s32(acc, sums.Of(i, 0));
    vst1q_s32(acc + 4, sums.Of(i, 1));
  }
}

template <template <int> class Sums>
void RunByteTile(const GemmIntTile& t) {
  if constexpr (Sums<1>::kMost <= 4) {
    TFLL_GEMM_BY_4(M, t.m, (ByteTile<Sums, M>(t)))
  } else {
    TFLL_GEMM_BY_8(M, t.m, (ByteTile<Sums, M>(t)))
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_BYTE_ROWS_H_
