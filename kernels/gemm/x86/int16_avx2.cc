// Tiles of a 16-bit left operand. Compiled with AVX2 and FMA; see isa.h for
// what may be included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/x86/requant_avx2.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 8;
constexpr int kPanel = 2 * kLanes;   // columns
constexpr int kGroupBytes = kPanel;  // of a vector of columns
constexpr int64_t kRows = 6;         // of a tile

inline int32_t LoadGroup(const uint8_t* p) {
  int32_t word;
  __builtin_memcpy(&word, p, sizeof(word));
  return word;
}

inline __m256i Load(const int32_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

inline __m256i LoadRight(const int8_t* p) {
  return _mm256_cvtepi8_epi16(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}

template <int M, int V>
inline __attribute__((always_inline)) void Sums(const GemmIntTile& t,
                                                __m256i (&acc)[M][V]) {
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const __m256i start = Load(t.start + v * kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) acc[i][v] = start;
  }
  const uint8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) a[i] = t.left + i * t.left_stride;
  const int8_t* b = t.rhs;
  TFLL_GEMM_UNROLL_DEPTH
  for (int64_t g = 0; g < t.groups; ++g) {
    __m256i right[V];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) right[v] = LoadRight(b + v * kGroupBytes);
    b += V * kGroupBytes;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const __m256i left = _mm256_set1_epi32(LoadGroup(a[i] + 4 * g));
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        acc[i][v] =
            _mm256_add_epi32(acc[i][v], _mm256_madd_epi16(left, right[v]));
      }
    }
  }
}

inline void StoreHalf(__m128i bytes, uint8_t* out) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
}

template <int M, int V>
inline __attribute__((always_inline)) void Store(const GemmIntTile& t,
                                                 const __m256i (&acc)[M][V]) {
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      _mm256_storeu_si256(
          reinterpret_cast<__m256i*>(t.acc + i * t.acc_pitch + v * kLanes),
          acc[i][v]);
    }
  }
}

template <int M, int V>
void Tile(const GemmIntTile& t) {
  __m256i acc[M][V];
  Sums<M, V>(t, acc);
  Store<M, V>(t, acc);
}

template <int V>
void Rows(const GemmIntTile& t) {
  TFLL_GEMM_BY_6(M, t.m, Tile<M, V>(t))
}

// How the sums of a panel become bytes.
struct ByteColumns {
  Factors first, second;
  PairBounds bounds;
};

// Stores the sums of a tile with results in doubt. They are computed again:
// kept until then, they would take the registers that all results need.
template <int V>
__attribute__((noinline)) void StoreSums(const GemmIntTile& t,
                                         const int32_t* terms) {
  Rows<V>(t);
  if (terms == nullptr) return;
  for (int64_t i = 0; i < t.m; ++i) {
    const __m256i term = _mm256_set1_epi32(terms[i]);
    int32_t* sums = t.acc + i * t.acc_pitch;
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v, sums += kLanes) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums),
                          _mm256_add_epi32(Load(sums), term));
    }
  }
}

// Stores 16 bytes for each row of a tile. `terms` may be null. Returns false if
// a result is in doubt; then the sums are in t.acc.
template <int M, int V>
__attribute__((noinline)) bool Results(const GemmIntTile& t,
                                       const ByteColumns& by,
                                       const int32_t* terms, uint8_t* out,
                                       int64_t stride) {
  constexpr int kLast = V - 1;
  __m256i acc[M][V];
  Sums<M, V>(t, acc);
  if (terms != nullptr) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const __m256i term = _mm256_set1_epi32(terms[i]);
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        acc[i][v] = _mm256_add_epi32(acc[i][v], term);
      }
    }
  }
  __m256 farthest = _mm256_setzero_ps();
  const auto words = [&](int i) __attribute__((always_inline)) {
    const __m256i low = by.first.Round(acc[i][0], &farthest);
    return by.bounds.Words(
        low, V > 1 ? by.second.Round(acc[i][kLast], &farthest) : low);
  };
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; i += 2, out += 2 * stride) {
    const bool pair = i + 1 < M;
    const __m256i first = words(i);
    const __m256i bytes = by.bounds.Bytes(first, pair ? words(i + 1) : first);
    StoreHalf(_mm256_castsi256_si128(bytes), out);
    if (pair) StoreHalf(_mm256_extracti128_si256(bytes, 1), out + stride);
  }
  if (!InDoubt(farthest)) return true;
  StoreSums<V>(t, terms);
  return false;
}

template <int V>
bool ResultRows(const GemmIntTile& t, const ByteColumns& by,
                const int32_t* terms, uint8_t* out, int64_t stride) {
  TFLL_GEMM_BY_6(M, t.m, Results<M, V>(t, by, terms, out, stride))
}

// The sums of one row with P panels. `b`: the first panel.
template <int P>
inline __attribute__((always_inline)) void RowSums(const GemmIntRows& r,
                                                   __m256i (&acc)[2 * P]) {
  const int64_t panel = r.groups * 2 * kGroupBytes;
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 2 * P; ++v) acc[v] = Load(r.start + v * kLanes);
  const int8_t* b = r.rhs;
  TFLL_GEMM_UNROLL_DEPTH
  for (int64_t g = 0; g < r.groups; ++g, b += 2 * kGroupBytes) {
    const __m256i left = _mm256_set1_epi32(LoadGroup(r.left + 4 * g));
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 2 * P; ++v) {
      const __m256i right = LoadRight(b + v / 2 * panel + v % 2 * kGroupBytes);
      acc[v] = _mm256_add_epi32(acc[v], _mm256_madd_epi16(left, right));
    }
  }
  if (r.terms == nullptr) return;
  const __m256i term = _mm256_set1_epi32(r.terms[0]);
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 2 * P; ++v) acc[v] = _mm256_add_epi32(acc[v], term);
}

constexpr int32_t kNoColumnSums[kInt16RowPanels * kPanel] = {};

// Makes results of sums in memory.
void FinishRows(const GemmIntRows& r, const int32_t* sums, int64_t pitch,
                int64_t m, int64_t row) {
  if (r.to.column_scale != nullptr) {
    float scales[kRows];
    float* out[kRows];
    for (int64_t i = 0; i < m; ++i) {
      scales[i] = r.to.row_scale;
      out[i] = static_cast<float*>(r.to.out) + (row + i) * r.to.out_stride;
    }
    return DequantizeAvx2({sums, pitch, m, r.n, scales, nullptr, kNoColumnSums,
                           r.to.column_scale, r.to.bias, r.to.min, r.to.max,
                           out});
  }
  uint8_t* out[kRows];
  for (int64_t i = 0; i < m; ++i) {
    out[i] = static_cast<uint8_t*>(r.to.out) + (row + i) * r.to.out_stride;
  }
  const GemmRequantTile tile = {
      sums, pitch, m, r.n, r.to.columns, r.to.first_column, out};
  r.to.floats_fit ? RequantizeFloatsAvx2(tile) : RequantizeAvx2(tile);
}

// A row with kInt16RowPanels whole panels.
__attribute__((noinline)) void WideRow(const GemmIntRows& r) {
  constexpr int64_t kColumns = kInt16RowPanels * kPanel;
  __m256i acc[2 * kInt16RowPanels];
  RowSums<kInt16RowPanels>(r, acc);
  alignas(32) int32_t sums[kColumns];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 2 * kInt16RowPanels; ++v) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(sums + v * kLanes), acc[v]);
  }
  FinishRows(r, sums, kColumns, 1, 0);
}

// Calls body(tile, first row) for tiles of nearly equal heights, whose sums may
// be stored in memory.
template <typename Body>
inline void ForEachTile(const GemmIntRows& r, const Body& body) {
  alignas(32) int32_t sums[kRows * kPanel];
  GemmIntTile t = {};
  t.n = r.n;
  t.groups = r.groups;
  t.left = r.left;
  t.left_stride = r.left_stride;
  t.rhs = r.rhs;
  t.start = r.start;
  t.acc = sums;
  t.acc_pitch = kPanel;
  ForEachHeight(r.rows, kRows, [&](int64_t row, int64_t rows) {
    t.m = static_cast<int>(rows);
    body(t, row);
    t.left += rows * t.left_stride;
  });
}

// The first n columns of rows of 16 bytes.
void CopyColumns(const uint8_t* rows, int64_t m, int64_t n, uint8_t* out,
                 int64_t stride) {
  for (; m > 0; --m, rows += kPanel, out += stride) {
    int64_t j = 0;
    if (n >= 8) {
      __builtin_memcpy(out, rows, 8);
      j = 8;
    }
    for (; j < n; ++j) out[j] = rows[j];
  }
}

// Rows whose sums become bytes by floats.
void RowsByFloats(const GemmIntRows& r) {
  const GemmRequantColumns& columns = *r.to.columns;
  const int64_t c = r.to.first_column;
  const ByteColumns by = {Factors(columns, c), Factors(columns, c + kLanes),
                          PairBounds(columns)};
  auto* out = static_cast<uint8_t*>(r.to.out);
  const int32_t* terms = r.terms;
  uint8_t few[kRows * kPanel];
  const bool whole = r.n == kPanel;
  ForEachTile(r, [&](const GemmIntTile& t, int64_t row) {
    uint8_t* const to = whole ? out : few;
    const int64_t stride = whole ? r.to.out_stride : kPanel;
    const bool done = t.n > kLanes ? ResultRows<2>(t, by, terms, to, stride)
                                   : ResultRows<1>(t, by, terms, to, stride);
    if (!done) {
      FinishRows(r, t.acc, t.acc_pitch, t.m, row);
    } else if (!whole) {
      CopyColumns(few, t.m, r.n, out, r.to.out_stride);
    }
    out += t.m * r.to.out_stride;
    if (terms != nullptr) terms += t.m;
  });
}

}  // namespace

void Int16TileAvx2(const GemmIntTile& t) {
  if (t.n > kLanes) return Rows<2>(t);
  Rows<1>(t);
}

void Int16RowsAvx2(const GemmIntRows& r) {
  if (r.n > kPanel) return WideRow(r);
  if (r.to.column_scale == nullptr && r.to.floats_fit) return RowsByFloats(r);
  ForEachTile(r, [&](const GemmIntTile& t, int64_t row) {
    Int16TileAvx2(t);
    if (r.terms != nullptr) {
      AddRowTermsAvx2(t.acc, t.acc_pitch, t.m, t.n, r.terms + row);
    }
    FinishRows(r, t.acc, t.acc_pitch, t.m, row);
  });
}

}  // namespace tflite::kernels

#endif
