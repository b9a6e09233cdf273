// Products of any number of rows of floats with all of their columns. Compiled
// with AVX-512 F, BW, DQ and VL; see isa.h for what may be included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX512F__)
#include <immintrin.h>

#include <type_traits>

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
// Tiles with two vectors of columns are as low up to this depth, at whose end
// their results are stored: those of a low tile while the next one multiplies.
constexpr int64_t kShallow = 48;
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

// Tiles of one height, one after the other: those of adjacent panels, then
// those of the rows below.
struct TileOrder {
  const GemmFloatRows& r;
  Panel panel;  // of the current tile
  int64_t row;
  int64_t panels, panels_left;
  int64_t tiles_left;  // down the rows

  // Moves on from a tile of this height; false where that was the last one.
  // Then this is at the first panel of the row below.
  bool Next(int64_t height) {
    if (--panels_left > 0) {
      panel.rhs += r.panel_step;
      panel.column += kPanel;
      return true;
    }
    panel.rhs -= (panels - 1) * r.panel_step;
    panel.column -= (panels - 1) * kPanel;
    panels_left = panels;
    row += height;
    return --tiles_left > 0;
  }
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

struct NothingAhead {};

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
      // A mask would be there only after all products that come first.
      second = panel.last == 0xFFFF
                   ? _mm512_loadu_ps(bias + kLanes)
                   : _mm512_maskz_loadu_ps(panel.last, bias + kLanes);
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
    if constexpr (kWidth == Width::kTwo &&
                  !std::is_same_v<Ahead, NothingAhead>) {
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

// Multiplies the current tile, of M rows; kRuns: the rows lie anywhere.
template <int M, Width kWidth, bool kRuns>
inline __attribute__((always_inline)) void AddTile(
    const TileOrder& t, __m512 (&acc)[M], __m512 (&rest)[kRest<M, kWidth>]) {
  const GemmFloatRows& r = t.r;
  const Panel& panel = t.panel;
  const float* b = panel.rhs;
  if constexpr (kRuns) {
    const int64_t line = (panel.ahead_tiles + 1) % kAheadTiles * kLanes;
    const DistantAhead ahead = {panel.ahead_tiles > 0 ? panel.next - b + line
                                                      : 0};
    const float* const* runs = r.runs + t.row;
    for (int64_t tap = r.taps; tap > 0; --tap, runs += r.run_pitch) {
      b = AddAll<M, kWidth>(b, ahead, Runs<M>(runs, r.depth), acc, rest);
    }
    return;
  }
  const Rows rows(r.left + t.row * r.left_stride, r.left_stride, r.depth);
  if constexpr (M <= kHalf) {
    AddAll<M, kWidth>(b, NothingAhead(), rows, acc, rest);
  } else {
    const LinesAhead ahead = {panel.next, panel.ahead_tiles > 0 ? kLanes : 0};
    AddAll<M, kWidth>(b, ahead, rows, acc, rest);
  }
}

// All tiles, of M rows each.
template <int M, Width kWidth, bool kRuns>
__attribute__((noinline)) void Tiles(TileOrder* t) {
  do {
    // GCC would keep it in a vector or mask register, which is not read before
    // all products that come first are computed.
    TileOrder* volatile kept = t;
    __m512 acc[M], rest[kRest<M, kWidth>];
    Start<M, kWidth>(t->r, t->panel, t->row, acc, rest);
    AddTile<M, kWidth, kRuns>(*t, acc, rest);
    t = kept;
    Store<M, kWidth>(t->r, t->panel, t->row, acc, rest);
    if (t->panel.ahead_tiles > 0) {
      --t->panel.ahead_tiles;
      t->panel.next += t->r.depth * kLanes;
    }
  } while (t->Next(M));
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

// All tiles, of m rows each.
template <Width kWidth, bool kRuns>
void RunTiles(TileOrder* t, int64_t m) {
  switch (m) {
    case 14:
      if constexpr (!kRuns) return Tiles<14, kWidth, kRuns>(t);
      return;
    case 13:
      return Tiles<13, kWidth, kRuns>(t);
    case 12:
      return Tiles<12, kWidth, kRuns>(t);
    case 11:
      return Tiles<11, kWidth, kRuns>(t);
    case 10:
      return Tiles<10, kWidth, kRuns>(t);
    case 9:
      return Tiles<9, kWidth, kRuns>(t);
  }
  if constexpr (kWidth == Width::kTwo && !kRuns) {
    if (t->r.depth <= kShallow && m == 7) return Tiles<7, kWidth, kRuns>(t);
    if (t->r.depth <= kShallow && m == 6) return Tiles<6, kWidth, kRuns>(t);
  }
  do {
    LowTile(t->r, t->panel, t->row, m);
  } while (t->Next(m));
}

int64_t MostHeight(const GemmFloatRows& r) {
  if (r.runs != nullptr) return kRunsHeight;
  return r.left_stride % kCollidingFloats == 0 ? kHalf : kHeight;
}

// Rows up to `end` in tiles of nearly equal heights.
template <Width kWidth, bool kRuns>
void RunRows(TileOrder* t, int64_t end, int64_t height) {
  const int64_t rows = end - t->row;
  const int64_t tiles = (rows + height - 1) / height;
  const int64_t m = rows / tiles, higher = rows % tiles;
  t->tiles_left = higher;
  if (higher > 0) RunTiles<kWidth, kRuns>(t, m + 1);
  t->tiles_left = tiles - higher;
  RunTiles<kWidth, kRuns>(t, m);
}

// Rows up to `end`, with the panels, whose first one has `n` columns or is
// whole.
template <bool kRuns>
void RunPanels(TileOrder* t, int64_t n, int64_t end) {
  const int64_t most = MostHeight(t->r);
  if (n <= kLanes / 2) {
    RunRows<Width::kOne, kRuns>(t, end, kLowHeight);
  } else if (n <= kLanes) {
    t->panel.last = TailMask16(n);
    RunRows<Width::kOne, kRuns>(t, end, most);
  } else if (t->panel.last = TailMask16(n - kLanes); n <= kLanes + kLanes / 2) {
    RunRows<Width::kOneAndHalf, kRuns>(t, end, most);
  } else {
    const bool low = !kRuns && t->r.depth <= kShallow;
    RunRows<Width::kTwo, kRuns>(t, end, low ? kHalf : most);
  }
}

}  // namespace

void FloatRowsAvx512(const GemmFloatRows& r) {
  const int64_t block = RowsOfBlock(r, MostHeight(r));
  // All panels stay in the first-level cache: results are written in order, for
  // which the processor reads their lines in time.
  const bool in_order = r.block_rows < r.rows;
  TileOrder t = {r, {}, 0, 1, 1, 0};
  for (int64_t row = 0; row < r.rows; row += block) {
    const int64_t end = row + block < r.rows ? row + block : r.rows;
    t.panel.rhs = r.rhs;
    for (int64_t at = 0; at < r.n; at += t.panels * kPanel) {
      const int64_t whole = (r.n - at) / kPanel;
      t.panels = in_order && whole > 1 ? whole : 1;
      t.panels_left = t.panels;
      t.row = row;
      t.panel.column = at;
      const float* const next = t.panel.rhs + t.panels * r.panel_step;
      const bool reads_ahead = t.panels == 1 && at + kPanel < r.n;
      t.panel.next = reads_ahead ? next : t.panel.rhs;
      t.panel.ahead_tiles = reads_ahead ? kAheadTiles : 0;
      r.runs == nullptr ? RunPanels<false>(&t, r.n - at, end)
                        : RunPanels<true>(&t, r.n - at, end);
      t.panel.rhs = next;
    }
  }
}

}  // namespace tflite::kernels

#endif
