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
// The rows of the highest tile of GemmIsa::float_tile.
constexpr int64_t kLowHeight = 8;
// The tiles in which the panel after this one is read ahead, and how far ahead
// this one is.
constexpr int64_t kAheadTiles = 2;
constexpr int64_t kAheadFloats = 512;

struct Panel {
  const float* rhs;
  int64_t column;       // its first one
  __mmask16 last;       // of its second vector
  const float* next;    // what is read ahead: from here on,
  int64_t next_step;    // so many floats for each step of the depth,
  int64_t ahead_tiles;  // in as many tiles
};

// Rows at an even distance: seven addresses have the form
// base + {1, 2, 4} * {0, distance, 3 * distance, 5 * distance}.
struct Rows {
  const char* low;   // rows 0 to 6
  const char* high;  // from row 7 on
  int64_t one, three, five;

  Rows(const float* first, int64_t distance)
      : low(reinterpret_cast<const char*>(first)),
        high(low + kHalf * distance * 4),
        one(distance * 4),
        three(distance * 12),
        five(distance * 20) {}

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
  }
};

template <int M>
inline __attribute__((always_inline)) void Start(const GemmFloatRows& r,
                                                 const Panel& panel,
                                                 int64_t row,
                                                 __m512 (&acc)[M][2]) {
  if (r.adds) {
    const float* out = r.out + row * r.out_stride + panel.column;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i, out += r.out_stride) {
      acc[i][0] = _mm512_loadu_ps(out);
      acc[i][1] = _mm512_loadu_ps(out + kLanes);
    }
    return;
  }
  __m512 first = _mm512_setzero_ps(), second = first;
  if (r.bias != nullptr) {
    const float* bias = r.bias + panel.column;
    first = _mm512_loadu_ps(bias);
    second = _mm512_maskz_loadu_ps(panel.last, bias + kLanes);
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    acc[i][0] = first;
    acc[i][1] = second;
  }
}

template <int M>
inline __attribute__((always_inline)) void Store(const GemmFloatRows& r,
                                                 const Panel& panel,
                                                 int64_t row,
                                                 __m512 (&acc)[M][2]) {
  // The instruction returns the second operand where either is NaN: NaN
  // propagates.
  const __m512 min = _mm512_set1_ps(r.min), max = _mm512_set1_ps(r.max);
  float* out = r.out + row * r.out_stride + panel.column;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i, out += r.out_stride) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 2; ++v) {
      acc[i][v] = _mm512_min_ps(max, _mm512_max_ps(min, acc[i][v]));
    }
    _mm512_storeu_ps(out, acc[i][0]);
    _mm512_mask_storeu_ps(out + kLanes, panel.last, acc[i][1]);
  }
}

// `tiles` tiles of M rows, from `row` on.
template <int M>
__attribute__((noinline)) void Tiles(const GemmFloatRows& r, Panel* panel,
                                     int64_t row, int64_t tiles) {
  const float* next = panel->next;
  for (; tiles > 0; --tiles, row += M) {
    __m512 acc[M][2];
    Start(r, *panel, row, acc);
    const int64_t next_step = panel->ahead_tiles-- > 0 ? panel->next_step : 0;
    const float* b = panel->rhs;
    Rows rows(r.left + row * r.left_stride, r.left_stride);
    TFLL_GEMM_ROLLED
    for (int64_t k = r.depth; k > 0; --k) {
      const __m512 first = _mm512_loadu_ps(b);
      const __m512 second = _mm512_loadu_ps(b + kLanes);
      _mm_prefetch(b + kAheadFloats, _MM_HINT_T0);
      _mm_prefetch(b + kAheadFloats + kLanes, _MM_HINT_T0);
      _mm_prefetch(next, _MM_HINT_T1);
      next += next_step;
      b += kPanel;
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        const __m512 left = rows.At(i);
        acc[i][0] = _mm512_fmadd_ps(left, first, acc[i][0]);
        acc[i][1] = _mm512_fmadd_ps(left, second, acc[i][1]);
      }
      rows.Step();
    }
    Store(r, *panel, row, acc);
  }
  panel->next = next;
}

// The same, of rows whose runs lie anywhere.
template <int M>
__attribute__((noinline)) void RunsTiles(const GemmFloatRows& r, Panel* panel,
                                         int64_t row, int64_t tiles) {
  for (; tiles > 0; --tiles, row += M) {
    __m512 acc[M][2];
    Start(r, *panel, row, acc);
    // Of each two lines of the next panel, one in this tile.
    const int64_t ahead =
        panel->ahead_tiles-- > 0
            ? panel->next - panel->rhs + panel->ahead_tiles % 2 * kLanes
            : 0;
    const float* b = panel->rhs;
    for (int64_t tap = 0; tap < r.taps; ++tap) {
      const float* const* runs = r.runs + tap * r.run_pitch + row;
      const float* a[M];  // the ends of the runs
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) a[i] = runs[i] + r.depth;
      int64_t k = -r.depth;
      // Nothing is known of it, so that addresses consist of two registers.
      asm("" : "+r"(k));
      TFLL_GEMM_ROLLED
      for (; k != 0; ++k) {
        const __m512 first = _mm512_loadu_ps(b);
        const __m512 second = _mm512_loadu_ps(b + kLanes);
        _mm_prefetch(b + kAheadFloats, _MM_HINT_T0);
        _mm_prefetch(b + kAheadFloats + kLanes, _MM_HINT_T0);
        _mm_prefetch(b + ahead, _MM_HINT_T1);
        b += kPanel;
        TFLL_GEMM_UNROLL
        for (int i = 0; i < M; ++i) {
          const __m512 left = _mm512_set1_ps(a[i][k]);
          acc[i][0] = _mm512_fmadd_ps(left, first, acc[i][0]);
          acc[i][1] = _mm512_fmadd_ps(left, second, acc[i][1]);
        }
      }
    }
    Store(r, *panel, row, acc);
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
  tile.row_pitch = r.runs == nullptr ? m : r.run_pitch;
  tile.rhs = panel.rhs;
  tile.bias = r.bias == nullptr ? nullptr : r.bias + panel.column;
  tile.min = r.min;
  tile.max = r.max;
  tile.out = out;
  tile.adds = r.adds;
  GemmAvx512()->float_tile(tile);
}

// `tiles` tiles of m rows each, more than kLowHeight.
void RunRunsTiles(const GemmFloatRows& r, Panel* panel, int64_t row, int64_t m,
                  int64_t tiles) {
  switch (m) {
    case 13:
      return RunsTiles<13>(r, panel, row, tiles);
    case 12:
      return RunsTiles<12>(r, panel, row, tiles);
    case 11:
      return RunsTiles<11>(r, panel, row, tiles);
    case 10:
      return RunsTiles<10>(r, panel, row, tiles);
    default:
      return RunsTiles<9>(r, panel, row, tiles);
  }
}

// `tiles` tiles of m rows each.
void RunTiles(const GemmFloatRows& r, Panel* panel, int64_t row, int64_t m,
              int64_t tiles) {
  if (r.runs != nullptr && m > kLowHeight) {
    return RunRunsTiles(r, panel, row, m, tiles);
  }
  switch (m) {
    case 14:
      return Tiles<14>(r, panel, row, tiles);
    case 13:
      return Tiles<13>(r, panel, row, tiles);
    case 12:
      return Tiles<12>(r, panel, row, tiles);
    case 11:
      return Tiles<11>(r, panel, row, tiles);
    case 10:
      return Tiles<10>(r, panel, row, tiles);
    case 9:
      return Tiles<9>(r, panel, row, tiles);
    default:
      for (; tiles > 0; --tiles, row += m) LowTile(r, *panel, row, m);
  }
}

// Rows [row, end) in tiles of nearly equal heights.
void RunPanel(const GemmFloatRows& r, Panel* panel, int64_t row, int64_t end) {
  // Of these columns float_tile computes no more than a vector and a half.
  constexpr int64_t kFewColumns = kLanes + kLanes / 2;
  const int64_t most = r.runs == nullptr ? kHeight : kRunsHeight;
  const int64_t height = r.n - panel->column > kFewColumns ? most : kLowHeight;
  const int64_t tiles = (end - row + height - 1) / height;
  const int64_t m = (end - row) / tiles, higher = (end - row) % tiles;
  if (higher > 0) RunTiles(r, panel, row, m + 1, higher);
  RunTiles(r, panel, row + higher * (m + 1), m, tiles - higher);
}

}  // namespace

void FloatRowsAvx512(const GemmFloatRows& r) {
  for (int64_t row = 0; row < r.rows; row += r.block_rows) {
    const int64_t end =
        r.rows - row < r.block_rows ? r.rows : row + r.block_rows;
    Panel panel;
    panel.rhs = r.rhs;
    for (int64_t at = 0; at < r.n; at += kPanel, panel.rhs += r.panel_step) {
      panel.column = at;
      panel.last = TailMask16(r.n - at - kLanes);
      const bool has_next = at + kPanel < r.n;
      panel.next = panel.rhs + (has_next ? r.panel_step : 0);
      panel.next_step = has_next ? kLanes : 0;
      panel.ahead_tiles = kAheadTiles;
      RunPanel(r, &panel, row, end);
    }
  }
}

}  // namespace tflite::kernels

#endif
