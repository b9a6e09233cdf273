// Products of any number of rows of floats with all of their columns. Compiled
// with AVX2 and FMA; see isa.h for what may be included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kLanes = 8;
constexpr int64_t kPanel = 2 * kLanes;  // columns
// The panels of a single row that are computed together.
constexpr int kRowPanels = 4;
// The rows of a tile by its vectors of columns: twelve sums, which leave
// registers for what is multiplied.
constexpr int64_t Height(int vectors) { return vectors == 3 ? 4 : 6; }

// Adjacent columns that are computed together: two vectors of one panel, the
// pair, and perhaps a third one of a panel beside it.
struct Columns {
  const float* pair;
  const float* single;
  int64_t pair_at, single_at;      // where they are in a row of results
  int64_t pair_tail, single_tail;  // columns of each one's last vector
  alignas(32) float bias[3 * kLanes];
};

// acc += left * right, of a vector in a register or in memory. Written out: the
// compiler would load what is in memory once for all rows, an instruction more
// and a register, and it mixes the steps of a turn until it runs out of them.
inline __attribute__((always_inline)) void AddProduct(__m256 left, __m256 right,
                                                      __m256* acc) {
  asm("vfmadd231ps %2, %1, %0" : "+x"(*acc) : "x"(left), "x"(right));
}
inline __attribute__((always_inline)) void AddProduct(__m256 left,
                                                      const float* right,
                                                      __m256* acc) {
  asm("vfmadd231ps %2, %1, %0"
      : "+x"(*acc)
      : "x"(left), "m"(*reinterpret_cast<const __m256_u*>(right)));
}

template <int M, int V>
inline __attribute__((always_inline)) void Step(const float* const (&a)[M],
                                                int64_t k, const float* pair,
                                                const float* single,
                                                __m256 (&acc)[M][V]) {
  const __m256 first = _mm256_loadu_ps(pair);
  const __m256 second = _mm256_loadu_ps(pair + kLanes);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const __m256 left = _mm256_broadcast_ss(a[i] + k);
    AddProduct(left, first, &acc[i][0]);
    AddProduct(left, second, &acc[i][1]);
    if (V == 3) AddProduct(left, single, &acc[i][V - 1]);
  }
}

// Adds the products of one run, and moves to what is multiplied after it.
template <int kPitch, int M, int V>
inline __attribute__((always_inline)) void Run(const float* const (&a)[M],
                                               int64_t depth,
                                               const float** pair,
                                               const float** single,
                                               __m256 (&acc)[M][V]) {
  constexpr int64_t kSteps = 8;  // in a turn of the loop
  const float* p = *pair;
  const float* s = *single;
  int64_t k = 0;
  for (; k + kSteps <= depth; k += kSteps) {
    TFLL_GEMM_UNROLL
    for (int64_t j = 0; j < kSteps; ++j) {
      Step(a, k + j, p + j * kPanel, s + j * kPitch, acc);
    }
    p += kSteps * kPanel;
    s += kSteps * kPitch;
  }
  TFLL_GEMM_ROLLED
  for (; k < depth; ++k, p += kPanel, s += kPitch) Step(a, k, p, s, acc);
  *pair = p;
  *single = s;
}

template <int M, int V>
inline __attribute__((always_inline)) void Start(const GemmFloatRows& r,
                                                 const Columns& c, int64_t row,
                                                 __m256 (&acc)[M][V]) {
  if (r.adds) {
    const float* out = r.out + row * r.out_stride;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i, out += r.out_stride) {
      acc[i][0] = _mm256_loadu_ps(out + c.pair_at);
      acc[i][1] = _mm256_loadu_ps(out + c.pair_at + kLanes);
      if (V == 3) acc[i][V - 1] = _mm256_loadu_ps(out + c.single_at);
    }
    return;
  }
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const __m256 bias = _mm256_load_ps(c.bias + v * kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) acc[i][v] = bias;
  }
}

inline __attribute__((always_inline)) void StoreVector(float* out, int64_t n,
                                                       bool whole, __m256 x) {
  if (whole) {
    _mm256_storeu_ps(out, x);
  } else {
    StoreTail(out, n, x);
  }
}

template <int M, int V>
inline __attribute__((always_inline)) void Store(const GemmFloatRows& r,
                                                 const Columns& c, int64_t row,
                                                 __m256 (&acc)[M][V]) {
  // The instruction returns the second operand where either is NaN: NaN
  // propagates. Infinite bounds change nothing.
  if (r.min > -__builtin_inff()) {
    const __m256 min = _mm256_set1_ps(r.min);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) acc[i][v] = _mm256_max_ps(min, acc[i][v]);
    }
  }
  if (r.max < __builtin_inff()) {
    const __m256 max = _mm256_set1_ps(r.max);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) acc[i][v] = _mm256_min_ps(max, acc[i][v]);
    }
  }
  float* pair = r.out + row * r.out_stride + c.pair_at;
  float* single = r.out + row * r.out_stride + c.single_at;
  const bool whole = c.pair_tail == kLanes && c.single_tail == kLanes;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    _mm256_storeu_ps(pair, acc[i][0]);
    StoreVector(pair + kLanes, c.pair_tail, whole, acc[i][1]);
    if (V == 3) StoreVector(single, c.single_tail, whole, acc[i][V - 1]);
    pair += r.out_stride;
    single += r.out_stride;
  }
}

// `tiles` tiles of M rows, from `row` on. kRuns: their first runs are at
// runs[0], runs[1] and so on; otherwise rows have one run each.
template <int M, int V, int kPitch, bool kRuns>
__attribute__((noinline)) void Tiles(const GemmFloatRows& r, const Columns& c,
                                     int64_t row, int64_t tiles,
                                     const float* const* runs) {
  const float* left = r.left + row * r.left_stride;
  for (; tiles > 0; --tiles, row += M) {
    __m256 acc[M][V];
    Start(r, c, row, acc);
    const float* pair = c.pair;
    const float* single = c.single;
    const float* a[M];
    if (kRuns) {
      for (int64_t tap = 0; tap < r.taps; ++tap) {
        TFLL_GEMM_UNROLL
        for (int i = 0; i < M; ++i) a[i] = runs[tap * r.run_pitch + i];
        Run<kPitch>(a, r.depth, &pair, &single, acc);
      }
      runs += M;
    } else {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) a[i] = left + i * r.left_stride;
      Run<kPitch>(a, r.depth, &pair, &single, acc);
      left += M * r.left_stride;
    }
    Store(r, c, row, acc);
  }
}

// A tile of `m` rows, fewer than the height.
template <int V, int kPitch>
void LowTile(const GemmFloatRows& r, const Columns& c, int64_t row, int64_t m) {
  const float* rows[Height(V)];
  const float* const* runs = r.runs == nullptr ? rows : r.runs + row;
  for (int64_t i = 0; r.runs == nullptr && i < m; ++i) {
    rows[i] = r.left + (row + i) * r.left_stride;
  }
  if constexpr (V == 3) {
    TFLL_GEMM_BY_4(M, m, Tiles<M, V, kPitch, true>(r, c, row, 1, runs))
  } else {
    TFLL_GEMM_BY_6(M, m, Tiles<M, V, kPitch, true>(r, c, row, 1, runs))
  }
}

// Rows [row, end) of the columns.
template <int V, int kPitch>
void Rows(const GemmFloatRows& r, const Columns& c, int64_t row, int64_t end) {
  constexpr int64_t kHeight = Height(V);
  // Two tiles of nearly equal heights at the end: one of a row or two takes as
  // long as a whole one.
  int64_t tiles = (end - row) / kHeight;
  if (tiles > 0 && (end - row) % kHeight != 0) --tiles;
  if (r.runs == nullptr) {
    Tiles<kHeight, V, kPitch, false>(r, c, row, tiles, nullptr);
  } else {
    Tiles<kHeight, V, kPitch, true>(r, c, row, tiles, r.runs + row);
  }
  row += tiles * kHeight;
  const int64_t rest = end - row;
  if (rest > kHeight) {
    LowTile<V, kPitch>(r, c, row, (rest + 1) / 2);
    row += (rest + 1) / 2;
  }
  if (row < end) LowTile<V, kPitch>(r, c, row, end - row);
}

// The bias of a vector of columns from `at` on.
void SetBias(const GemmFloatRows& r, int64_t at, float* bias) {
  const __m256 value =
      r.bias == nullptr ? _mm256_setzero_ps()
                        : _mm256_maskload_ps(r.bias + at, TailMask8(r.n - at));
  _mm256_store_ps(bias, value);
}

int64_t Tail(const GemmFloatRows& r, int64_t at) {
  return r.n - at < kLanes ? r.n - at : kLanes;
}

// Rows [row, end) of the columns from vector `first` on; returns how many
// vectors these are: as many threes as possible, and no single one.
int64_t RunColumns(const GemmFloatRows& r, int64_t first, int64_t row,
                   int64_t end) {
  const int64_t left = (r.n + kLanes - 1) / kLanes - first;
  const float* panel = r.rhs + first / 2 * r.panel_step;
  Columns c;
  c.single_tail = kLanes;
  c.pair_at = first * kLanes;
  SetBias(r, c.pair_at, c.bias);
  if (left % 3 != 0) {
    c.pair = c.single = panel;
    c.single_at = c.pair_at;
    c.pair_tail = Tail(r, c.pair_at + kLanes);
    SetBias(r, c.pair_at + kLanes, c.bias + kLanes);
    Rows<2, kPanel>(r, c, row, end);
    return 2;
  }
  const bool single_first = first % 2 != 0;
  c.pair = single_first ? panel + r.panel_step : panel;
  c.single = single_first ? panel + kLanes : panel + r.panel_step;
  c.single_at = single_first ? c.pair_at : c.pair_at + kPanel;
  if (single_first) {
    c.pair_at += kLanes;
    SetBias(r, c.pair_at, c.bias);
  }
  c.pair_tail = Tail(r, c.pair_at + kLanes);
  c.single_tail = Tail(r, c.single_at);
  SetBias(r, c.pair_at + kLanes, c.bias + kLanes);
  SetBias(r, c.single_at, c.bias + 2 * kLanes);
  // The last panel is narrow where one vector is enough.
  if (!single_first && r.n - c.single_at <= kLanes) {
    Rows<3, kLanes>(r, c, row, end);
  } else {
    Rows<3, kPanel>(r, c, row, end);
  }
  return 3;
}

// The columns of kRowPanels whole panels in a single row: with fewer sums, each
// would wait for the product before it.
__attribute__((noinline)) void RowOfPanels(const GemmFloatRows& r,
                                           int64_t column) {
  constexpr int kVectors = 2 * kRowPanels;
  __m256 acc[kVectors];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    const float* start = r.adds ? r.out : r.bias;
    acc[v] = start == nullptr ? _mm256_setzero_ps()
                              : _mm256_loadu_ps(start + column + v * kLanes);
  }
  const float* b = r.rhs + column / kPanel * r.panel_step;
  for (int64_t tap = 0; tap < r.taps; ++tap) {
    const float* a = r.runs == nullptr ? r.left : r.runs[tap * r.run_pitch];
    TFLL_GEMM_UNROLL_DEPTH
    for (int64_t k = 0; k < r.depth; ++k, b += kPanel) {
      const __m256 left = _mm256_broadcast_ss(a + k);
      TFLL_GEMM_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        const float* right = b + v / 2 * r.panel_step + v % 2 * kLanes;
        acc[v] = _mm256_fmadd_ps(left, _mm256_loadu_ps(right), acc[v]);
      }
    }
  }
  const __m256 min = _mm256_set1_ps(r.min), max = _mm256_set1_ps(r.max);
  TFLL_GEMM_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    _mm256_storeu_ps(r.out + column + v * kLanes,
                     _mm256_min_ps(max, _mm256_max_ps(min, acc[v])));
  }
}

}  // namespace

void FloatRowsAvx2(const GemmFloatRows& r) {
  int64_t first = 0;  // vector of columns
  if (r.rows == 1) {
    // What is left must not be a single vector.
    constexpr int64_t kColumns = kRowPanels * kPanel;
    while (r.n - first * kLanes >= kColumns + kPanel ||
           r.n - first * kLanes == kColumns) {
      RowOfPanels(r, first * kLanes);
      first += 2 * kRowPanels;
    }
  }
  // Of tiles of either height.
  const int64_t block = RowsOfBlock(r, Height(2) * Height(3) / 2);
  for (int64_t row = 0; row < r.rows; row += block) {
    const int64_t end = row + block < r.rows ? row + block : r.rows;
    for (int64_t v = first; v * kLanes < r.n;) v += RunColumns(r, v, row, end);
  }
}

}  // namespace tflite::kernels

#endif
