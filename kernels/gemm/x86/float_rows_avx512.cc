// Products of any number of rows of floats with all of their columns. Compiled
// with AVX-512 F, BW, DQ and VL; see isa.h for what may be included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX512F__)
#include <immintrin.h>

#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kLanes = 16;
constexpr int64_t kPanel = 2 * kLanes;  // columns
// The rows of the highest tile: 28 sums leave registers for what is multiplied.
// Addresses of more than 7 rows need their even distance, see Rows.
constexpr int kHeight = 14;
constexpr int kHalf = kHeight / 2;
// The same for rows whose runs lie anywhere: each has an address.
constexpr int64_t kRunsHeight = 13;
// Rows this far apart, or a multiple of it, have lines that displace each other
// where the first-level cache has eight of them at a distance of 4 KiB: tiles
// are low then.
constexpr int64_t kCollidingFloats = 1024;
// The rows of the highest tile of GemmIsa::float_tile.
constexpr int64_t kLowHeight = 8;
// The tiles in which the panel after this one is read ahead, and how far ahead
// this one is.
constexpr int64_t kAheadTiles = 2;
constexpr int64_t kAheadFloats = 512;

// How many vectors of columns a panel has.
enum class Width : uint8_t { kOne, kOneAndHalf, kTwo };

struct Panel {
  const float* rhs;
  int64_t column;       // its first one
  __mmask16 last;       // of its last vector, or half
  const float* next;    // the panel that is read ahead,
  int64_t ahead_tiles;  // in as many tiles
};

// Rows at an even distance: seven addresses have the form
// base + {1, 2, 4} * {0, distance, 3 * distance, 5 * distance}.
struct Rows {
  const char* low;   // rows 0 to 6
  const char* high;  // from row 7 on
  int64_t one, three, five;
  int64_t left;  // steps

  Rows(const float* first, int64_t distance, int64_t depth)
      : low(reinterpret_cast<const char*>(first)),
        high(low + kHalf * distance * 4),
        one(distance * 4),
        three(distance * 12),
        five(distance * 20),
        left(depth) {}

  inline __attribute__((always_inline)) __m512 At(int row) const {
    const char* base = row < kHalf ? low : high;
    const int i = row < kHalf ? row : row - kHalf;
    const char* at = i == 0   ? base
                     : i == 1 ? base + one
                     : i == 2 ? base + 2 * one
                     : i == 3 ? base + three
                     : i == 4 ? base + 4 * one
                     : i == 5 ? base + five
                              : base + 2 * three;
    return _mm512_set1_ps(*reinterpret_cast<const float*>(at));
  }
  inline __attribute__((always_inline)) void Step() {
    low += sizeof(float);
    high += sizeof(float);
    // Otherwise the compiler keeps an address for each row, in memory.
    asm("" : "+r"(low), "+r"(high));
    --left;
  }
};

// Rows that lie anywhere.
template <int M>
struct Runs {
  const float* ends[M];
  int64_t left;  // steps, as a negative number

  inline __attribute__((always_inline))
  Runs(const float* const* runs, int64_t depth)
      : left(-depth) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) ends[i] = runs[i] + depth;
    // Nothing is known of it, so that addresses consist of two registers.
    asm("" : "+r"(left));
  }
  inline __attribute__((always_inline)) __m512 At(int row) const {
    return _mm512_set1_ps(ends[row][left]);
  }
  inline __attribute__((always_inline)) void Step() { ++left; }
};

// Reads lines ahead in order, one for each step of the depth.
struct LinesAhead {
  const float* next;
  int64_t step;  // 0: none

  inline __attribute__((always_inline)) void Read(const float*) {
    _mm_prefetch(next, _MM_HINT_T1);
    next += step;
  }
};

// Reads a line of every two, at a distance from those that are multiplied: this
// takes one register less.
struct DistantAhead {
  int64_t distance;

  inline __attribute__((always_inline)) void Read(const float* b) {
    _mm_prefetch(b + distance, _MM_HINT_T1);
  }
};

// Sums beside those of the first vector: each row has a vector, or two rows
// share one.
template <int M, Width kWidth>
constexpr int kRest = kWidth == Width::kTwo ? M : (M + 1) / 2;

template <int M, Width kWidth>
inline __attribute__((always_inline)) void Start(
    const GemmFloatRows& r, const Panel& panel, int64_t row, __m512 (&acc)[M],
    __m512 (&rest)[kRest<M, kWidth>]) {
  if (kWidth == Width::kTwo && r.adds) {
    const float* out = r.out + row * r.out_stride + panel.column;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i, out += r.out_stride) {
      acc[i] = _mm512_loadu_ps(out);
      rest[i] = _mm512_loadu_ps(out + kLanes);
    }
    return;
  }
  __m512 first = _mm512_setzero_ps(), second = first;
  if (r.bias != nullptr) {
    const float* bias = r.bias + panel.column;
    if (kWidth == Width::kOne) {
      first = _mm512_maskz_loadu_ps(panel.last, bias);
    } else {
      first = _mm512_loadu_ps(bias);
      second = _mm512_maskz_loadu_ps(panel.last, bias + kLanes);
    }
    if (kWidth == Width::kOneAndHalf) {
      second = _mm512_shuffle_f32x4(second, second, 0x44);
    }
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) acc[i] = first;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < kRest<M, kWidth>; ++i) rest[i] = second;
}

// One step of the depth.
template <int M, Width kWidth, typename Lefts>
inline __attribute__((always_inline)) void Add(
    const float* b, const Lefts& lefts, __m512 (&acc)[M],
    __m512 (&rest)[kRest<M, kWidth>]) {
  const __m512 first = _mm512_loadu_ps(b);
  __m512 second = first;
  if (kWidth == Width::kTwo) second = _mm512_loadu_ps(b + kLanes);
  if (kWidth == Width::kOneAndHalf) {
    second = _mm512_broadcast_f32x8(_mm256_loadu_ps(b + kLanes));
  }
  __m512 even = first;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const __m512 left = lefts.At(i);
    acc[i] = _mm512_fmadd_ps(left, first, acc[i]);
    if (kWidth == Width::kTwo) {
      rest[i] = _mm512_fmadd_ps(left, second, rest[i]);
    } else if (kWidth == Width::kOneAndHalf && (i % 2 != 0 || i + 1 == M)) {
      const __m512 both =
          i % 2 != 0 ? _mm512_mask_blend_ps(0xFF00, even, left) : left;
      rest[i / 2] = _mm512_fmadd_ps(both, second, rest[i / 2]);
    }
    even = left;
  }
}

// The whole depth; returns the end of what it has read of the panel.
template <int M, Width kWidth, typename Ahead, typename Lefts>
inline __attribute__((always_inline)) const float* AddAll(
    const float* b, Ahead ahead, Lefts lefts, __m512 (&acc)[M],
    __m512 (&rest)[kRest<M, kWidth>]) {
  TFLL_GEMM_ROLLED
  for (; lefts.left != 0; lefts.Step()) {
    if (kWidth == Width::kTwo) {
      _mm_prefetch(b + kAheadFloats, _MM_HINT_T0);
      _mm_prefetch(b + kAheadFloats + kLanes, _MM_HINT_T0);
      ahead.Read(b);
    }
    Add<M, kWidth>(b, lefts, acc, rest);
    b += kWidth == Width::kOne ? kLanes : kPanel;
  }
  return b;
}

template <int M, Width kWidth>
inline __attribute__((always_inline)) void Store(
    const GemmFloatRows& r, const Panel& panel, int64_t row, __m512 (&acc)[M],
    __m512 (&rest)[kRest<M, kWidth>]) {
  // The instruction returns the second operand where either is NaN: NaN
  // propagates.
  const __m512 min = _mm512_set1_ps(r.min), max = _mm512_set1_ps(r.max);
  const __mmask16 last = panel.last;
  const int64_t stride = r.out_stride;
  float* out = r.out + row * stride + panel.column;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i, out += stride) {
    acc[i] = _mm512_min_ps(max, _mm512_max_ps(min, acc[i]));
    if (kWidth == Width::kOne) {
      _mm512_mask_storeu_ps(out, last, acc[i]);
      continue;
    }
    _mm512_storeu_ps(out, acc[i]);
    if (kWidth == Width::kTwo) {
      rest[i] = _mm512_min_ps(max, _mm512_max_ps(min, rest[i]));
      _mm512_mask_storeu_ps(out + kLanes, last, rest[i]);
      continue;
    }
    __m512& both = rest[i / 2];
    if (i % 2 == 0) both = _mm512_min_ps(max, _mm512_max_ps(min, both));
    _mm256_mask_storeu_ps(
        out + kLanes, static_cast<__mmask8>(last),
        i % 2 == 0 ? _mm512_castps512_ps256(both) : UpperHalf(both));
  }
}

// `tiles` tiles of M rows, from `row` on; kRuns: the rows lie anywhere.
template <int M, Width kWidth, bool kRuns>
__attribute__((noinline)) void Tiles(const GemmFloatRows& r, Panel* panel,
                                     int64_t row, int64_t tiles) {
  for (; tiles > 0; --tiles, row += M) {
    __m512 acc[M], rest[kRest<M, kWidth>];
    Start<M, kWidth>(r, *panel, row, acc, rest);
    const bool reads_ahead = panel->ahead_tiles-- > 0;
    const float* b = panel->rhs;
    if (kRuns) {
      const int64_t line = panel->ahead_tiles % kAheadTiles * kLanes;
      const DistantAhead ahead = {reads_ahead ? panel->next - b + line : 0};
      const float* const* runs = r.runs + row;
      for (int64_t t = r.taps; t > 0; --t, runs += r.run_pitch) {
        b = AddAll<M, kWidth>(b, ahead, Runs<M>(runs, r.depth), acc, rest);
      }
    } else {
      const LinesAhead ahead = {panel->next, reads_ahead ? kLanes : 0};
      const Rows rows(r.left + row * r.left_stride, r.left_stride, r.depth);
      AddAll<M, kWidth>(b, ahead, rows, acc, rest);
      if (reads_ahead) panel->next += r.depth * kLanes;
    }
    Store<M, kWidth>(r, *panel, row, acc, rest);
  }
}

// Rows [row, row + m), at most kLowHeight, by float_tile.
void LowTile(const GemmFloatRows& r, const Panel& panel, int64_t row,
             int64_t m) {
  const float* rows[kLowHeight];
  float* out[kLowHeight];
  for (int64_t i = 0; i < m; ++i) {
    rows[i] = r.left + (row + i) * r.left_stride;
    out[i] = r.out + (row + i) * r.out_stride + panel.column;
  }
  GemmFloatTile tile;
  const int64_t n = r.n - panel.column;
  tile.m = static_cast<int>(m);
  tile.n = static_cast<int>(n < kPanel ? n : kPanel);
  tile.taps = r.taps;
  tile.depth = r.depth;
  tile.rows = r.runs == nullptr ? rows : r.runs + row;
  tile.row_pitch = r.run_pitch;
  tile.rhs = panel.rhs;
  tile.bias = r.bias == nullptr ? nullptr : r.bias + panel.column;
  tile.min = r.min;
  tile.max = r.max;
  tile.out = out;
  tile.adds = r.adds;
  GemmAvx512()->float_tile(tile);
}

// `tiles` tiles of m rows each.
template <Width kWidth, bool kRuns>
void RunTiles(const GemmFloatRows& r, Panel* panel, int64_t row, int64_t m,
              int64_t tiles) {
  switch (m) {
    case 14:
      if constexpr (!kRuns)
        return Tiles<14, kWidth, kRuns>(r, panel, row, tiles);
      return;
    case 13:
      return Tiles<13, kWidth, kRuns>(r, panel, row, tiles);
    case 12:
      return Tiles<12, kWidth, kRuns>(r, panel, row, tiles);
    case 11:
      return Tiles<11, kWidth, kRuns>(r, panel, row, tiles);
    case 10:
      return Tiles<10, kWidth, kRuns>(r, panel, row, tiles);
    case 9:
      return Tiles<9, kWidth, kRuns>(r, panel, row, tiles);
    default:
      for (; tiles > 0; --tiles, row += m) LowTile(r, *panel, row, m);
  }
}

int64_t MostHeight(const GemmFloatRows& r) {
  if (r.runs != nullptr) return kRunsHeight;
  return r.left_stride % kCollidingFloats == 0 ? kHalf : kHeight;
}

// Rows [row, end) in tiles of nearly equal heights.
template <Width kWidth, bool kRuns>
void RunPanel(const GemmFloatRows& r, Panel* panel, int64_t row, int64_t end,
              int64_t height) {
  const int64_t tiles = (end - row + height - 1) / height;
  const int64_t m = (end - row) / tiles, higher = (end - row) % tiles;
  if (higher > 0) RunTiles<kWidth, kRuns>(r, panel, row, m + 1, higher);
  RunTiles<kWidth, kRuns>(r, panel, row + higher * (m + 1), m, tiles - higher);
}

// Rows [row, end) with the `n` columns of the panel.
template <bool kRuns>
void RunColumns(const GemmFloatRows& r, Panel* panel, int64_t n, int64_t row,
                int64_t end) {
  if (n <= kLanes / 2) {
    RunPanel<Width::kOne, kRuns>(r, panel, row, end, kLowHeight);
  } else if (n <= kLanes) {
    panel->last = TailMask16(n);
    RunPanel<Width::kOne, kRuns>(r, panel, row, end, MostHeight(r));
  } else {
    panel->last = TailMask16(n - kLanes);
    n <= kLanes + kLanes / 2
        ? RunPanel<Width::kOneAndHalf, kRuns>(r, panel, row, end, MostHeight(r))
        : RunPanel<Width::kTwo, kRuns>(r, panel, row, end, MostHeight(r));
  }
}

}  // namespace

void FloatRowsAvx512(const GemmFloatRows& r) {
  const int64_t block = RowsOfBlock(r, MostHeight(r));
  for (int64_t row = 0; row < r.rows; row += block) {
    const int64_t end = r.rows - row < block ? r.rows : row + block;
    Panel panel;
    panel.rhs = r.rhs;
    for (int64_t at = 0; at < r.n; at += kPanel, panel.rhs += r.panel_step) {
      panel.column = at;
      const bool is_last = at + kPanel >= r.n;
      panel.next = panel.rhs + (is_last ? 0 : r.panel_step);
      panel.ahead_tiles = is_last ? 0 : kAheadTiles;
      r.runs == nullptr ? RunColumns<false>(r, &panel, r.n - at, row, end)
                        : RunColumns<true>(r, &panel, r.n - at, row, end);
    }
  }
}

}  // namespace tflite::kernels

#endif
