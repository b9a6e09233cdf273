// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/isa.h"
#include "kernels/gemm/pack_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include "kernels/gemm/x86/requant_avx512.h"
#include "kernels/gemm/x86/tail_mask.h"
#include "kernels/gemm/x86/vnni_avx512.h"
#include "kernels/gemm/x86/vnni_pairs.h"
#include "kernels/gemm/x86/vnni_tiles.h"
#include "kernels/gemm/x86/x86_isa.h"

namespace tflite::kernels {
namespace {

// How the sums of V vectors of columns become bytes. Columns beyond the last
// are 0, never in doubt.
template <typename FactorsOf, int V>
struct ByteColumns {
  explicit ByteColumns(const GemmIntRows& r)
      : sign(SignOf(*r.to.columns)),
        bounds(*r.to.columns),
        mask(static_cast<__mmask32>((uint64_t{1} << r.n) - 1)) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      factors[v] = {*r.to.columns, r.to.first_column + v * Bytes512::kLanes};
    }
  }
  __m512i Round(int v, __m512i x, __m512* farthest) const {
    if constexpr (FactorsOf::kHasDoubts) {
      return factors[v].Round(x, sign, farthest);
    } else {
      return factors[v].Round(x);
    }
  }
  FactorsOf factors[V];
  __m512i sign;
  FourBounds bounds;
  __mmask32 mask;
};

// `count` tiles of `m` rows each, from `row` on.
template <typename Columns>
struct ResultTiles {
  const GemmIntRows& r;
  const Columns& columns;
  int64_t run_groups;
  Ahead ahead;
  int64_t row, m, count;

  // Moves on by a tile; false where that was the last one.
  bool Next() {
    row += m;
    ahead.at += ahead.step * r.groups;
    return --count > 0;
  }
};

// How many vectors of sums a row has while it is multiplied: those of pairs of
// vnni_pairs.h, or kWhole, which are two vectors of 16 columns.
constexpr int kWhole = 4;
constexpr int VectorsOfColumns(int w) { return (w + 1) / 2; }

// The sums of the first tile; returns `tiles`.
template <int W, int M, int V, typename Columns>
inline __attribute__((always_inline)) ResultTiles<Columns>* Multiply(
    ResultTiles<Columns>* tiles, __m512i (&acc)[M][V]) {
  // The innermost loop takes nearly all registers. GCC would move others to
  // vector registers, which are not read before all that comes first is done.
  ResultTiles<Columns>* volatile kept = tiles;
  const GemmIntRows& r = tiles->r;
  constexpr bool kPairs = W < kWhole;
  __m512i pairs[M][W];
  if constexpr (kPairs) {
    StartPairs(r.start, pairs);
  } else {
    StartSums<Bytes512, M, V>(r.start, acc);
  }
  const uint8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const int64_t row = tiles->row + i;
    a[i] = r.left_rows == nullptr ? r.left + row * r.left_stride
                                  : r.left_rows[row];
  }
  const int8_t* b = r.rhs;
  Ahead ahead = tiles->ahead;
  const __m512i flip = _mm512_set1_epi8(static_cast<char>(r.flip));
  for (int64_t volatile run = r.runs;;) {
    const int64_t groups = kept->run_groups;
    if constexpr (kPairs) {
      b = AddPairs<V>(a, b, groups, flip, pairs);
    } else if (kept->r.flip != 0) {
      b = AddGroups<Bytes512, M, V, true>(a, b, groups, acc, &ahead, flip);
    } else {
      b = AddGroups<Bytes512, M, V>(a, b, groups, acc, &ahead);
    }
    run = run - 1;
    if (run == 0) break;
    const int64_t step = kept->r.run_step;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] += step;
  }
  ResultTiles<Columns>* const t = kept;
  if constexpr (kPairs) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) JoinPairs(pairs[i], acc[i]);
  }
  if (t->r.terms == nullptr) return t;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const __m512i term = _mm512_set1_epi32(t->r.terms[t->row + i]);
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) acc[i][v] = _mm512_add_epi32(acc[i][v], term);
  }
  return t;
}

// Calls run(tiles) for tiles of nearly equal heights up to `most`: a single row
// would take as long as several.
template <int V, typename Columns, typename Run>
inline void ForEachResultHeight(const GemmIntRows& r, const Columns& columns,
                                int64_t most, const Run& run) {
  const int64_t count = (r.rows + most - 1) / most;
  const int64_t least = r.rows / count, higher = r.rows % count;
  const int64_t run_groups = r.runs == 1 ? r.groups : r.groups / r.runs;
  ResultTiles<Columns> tiles = {r, columns, run_groups, {r.rhs, 0}, 0, 0, 0};
  if (r.ahead != nullptr) {
    tiles.ahead = {r.ahead, (V * Bytes512::kGroupColumns + count - 1) / count};
  }
  if (higher > 0) {
    tiles.m = least + 1;
    tiles.count = higher;
    run(&tiles);
  }
  tiles.m = least;
  tiles.count = count - higher;
  run(&tiles);
}

// The bytes of m rows from `row` on, of sums that leave results in doubt.
template <int V>
__attribute__((noinline)) void Requantize(const GemmIntRows& r, int64_t row,
                                          int64_t m, const int32_t* sums) {
  uint8_t* out[Bytes512::kRows];
  for (int64_t i = 0; i < m; ++i) {
    out[i] = static_cast<uint8_t*>(r.to.out) + (row + i) * r.to.out_stride;
  }
  RequantizeAvx2({sums, V * Bytes512::kLanes, m, r.n, r.to.columns,
                  r.to.first_column, out});
}

// Stores the bytes of a tile; false if one of them is in doubt.
template <typename FactorsOf, int M, int V>
inline __attribute__((always_inline)) bool StoreBytes(
    const ResultTiles<ByteColumns<FactorsOf, V>>& t,
    const __m512i (&acc)[M][V]) {
  // Bytes that are stored might be any object's in memory.
  const ByteColumns<FactorsOf, V> c = t.columns;
  const int64_t stride = t.r.to.out_stride;
  auto* out = static_cast<uint8_t*>(t.r.to.out) + t.row * stride;
  __m512 farthest[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()};
  constexpr int kRows = 4 / V;  // of four vectors
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; i += kRows, out += kRows * stride) {
    __m512i y[4];
    uint8_t* to[kRows];
    TFLL_GEMM_UNROLL
    for (int q = 0; q < 4; ++q) {
      const int at = i + q / V;
      y[q] = at < M
                 ? c.Round(q % V, acc[at < M ? at : 0][q % V], &farthest[q % 2])
                 : y[q % V];
      to[q / V] = out + q / V * stride;
    }
    StoreRows<V>(c.bounds.InOrder(y[0], y[1], y[2], y[3]), c.mask, M - i, to,
                 0);
  }
  return !FactorsOf::kHasDoubts ||
         !InDoubt(_mm512_max_ps(farthest[0], farthest[1]));
}

// All tiles, which have M rows.
template <typename FactorsOf, int W, int M, int V>
__attribute__((noinline)) void ByteResults(
    ResultTiles<ByteColumns<FactorsOf, V>>* tiles) {
  do {
    __m512i acc[M][V];
    tiles = Multiply<W>(tiles, acc);
    if (StoreBytes(*tiles, acc)) continue;
    alignas(64) int32_t sums[M * V * Bytes512::kLanes];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        Bytes512::Store(sums + (i * V + v) * Bytes512::kLanes, acc[i][v]);
      }
    }
    Requantize<V>(tiles->r, tiles->row, M, sums);
  } while (tiles->Next());
}

// The most rows of a tile. What finds doubts needs registers, too.
template <typename FactorsOf, int W>
constexpr int kByteRows =
    FactorsOf::kHasDoubts&& W == 3 ? Bytes512::kRows - 1 : Bytes512::kRows;

template <typename FactorsOf, int W, int V>
inline void ByteResultTiles(ResultTiles<ByteColumns<FactorsOf, V>>* tiles) {
  constexpr int kMost = kByteRows<FactorsOf, W>;
  TFLL_GEMM_BY_8(M, tiles->m,
                 ByteResults<FactorsOf, W, (M < kMost ? M : kMost)>(tiles))
}

template <typename FactorsOf, int W>
void ByteResultRows(const GemmIntRows& r) {
  constexpr int V = VectorsOfColumns(W);
  const ByteColumns<FactorsOf, V> columns(r);
  ForEachResultHeight<V>(r, columns, kByteRows<FactorsOf, W>, [](auto* tiles) {
    ByteResultTiles<FactorsOf, W>(tiles);
  });
}

template <typename FactorsOf>
void ByteResultsBy(const GemmIntRows& r) {
  if (r.n <= 8) return ByteResultRows<FactorsOf, 1>(r);
  if (r.n <= 16) return ByteResultRows<FactorsOf, 2>(r);
  if (r.n <= 24) return ByteResultRows<FactorsOf, 3>(r);
  ByteResultRows<FactorsOf, kWhole>(r);
}

void RunByteResults(const GemmIntRows& r) {
  if (FewColumnsAvx512Vnni(r)) return;
  WithFactors(*r.to.columns, r.to.first_column, r.n,
              [&r](auto factors) { ByteResultsBy<decltype(factors)>(r); });
}

// What the sums of V vectors of columns become floats by; kAll: all columns are
// stored. The arithmetic is that of GemmIsa::dequantize.
template <int V, bool kAll>
struct FloatColumns {
  explicit FloatColumns(const GemmIntRows& r)
      : min(_mm512_set1_ps(r.to.min)), max(_mm512_set1_ps(r.to.max)) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      const int at = v * Bytes512::kLanes;
      mask[v] = TailMask16(r.n - at);
      scale[v] = _mm512_maskz_loadu_ps(mask[v], r.to.column_scale + at);
      bias[v] = r.to.bias == nullptr
                    ? _mm512_setzero_ps()
                    : _mm512_maskz_loadu_ps(mask[v], r.to.bias + at);
      sums[v] = r.to.row_offsets == nullptr
                    ? _mm512_setzero_si512()
                    : _mm512_maskz_loadu_epi32(mask[v], r.to.column_sums + at);
    }
  }
  void Store(int v, __m512i x, __m512 row_scale, float* out) const {
    const __m512 y =
        _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(x),
                                    _mm512_mul_ps(row_scale, scale[v])),
                      bias[v]);
    const __m512 z = _mm512_min_ps(max, _mm512_max_ps(min, y));
    out += v * Bytes512::kLanes;
    if (kAll) {
      _mm512_storeu_ps(out, z);
    } else {
      _mm512_mask_storeu_ps(out, mask[v], z);
    }
  }
  __mmask16 mask[V];
  __m512 scale[V], bias[V];
  __m512i sums[V];
  __m512 min, max;
};

// All tiles, which have M rows.
template <int W, int M, int V, typename Columns>
__attribute__((noinline)) void FloatResults(ResultTiles<Columns>* tiles) {
  do {
    __m512i acc[M][V];
    tiles = Multiply<W>(tiles, acc);
    const Columns& columns = tiles->columns;
    const GemmResults to = tiles->r.to;
    const int64_t row = tiles->row;
    float* out = static_cast<float*>(to.out) + row * to.out_stride;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i, out += to.out_stride) {
      const __m512 scale = _mm512_set1_ps(
          to.row_scales == nullptr ? to.row_scale : to.row_scales[row + i]);
      if (to.row_offsets != nullptr) {
        const __m512i offset = _mm512_set1_epi32(to.row_offsets[row + i]);
        TFLL_GEMM_UNROLL
        for (int v = 0; v < V; ++v) {
          acc[i][v] = _mm512_sub_epi32(
              acc[i][v], _mm512_mullo_epi32(offset, columns.sums[v]));
        }
      }
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) columns.Store(v, acc[i][v], scale, out);
    }
  } while (tiles->Next());
}

template <int W, int V, typename Columns>
inline void FloatResultTiles(ResultTiles<Columns>* tiles) {
  TFLL_GEMM_BY_8(M, tiles->m, FloatResults<W, M, V>(tiles))
}

template <int W, bool kAll>
void FloatResultRows(const GemmIntRows& r) {
  constexpr int V = VectorsOfColumns(W);
  const FloatColumns<V, kAll> columns(r);
  ForEachResultHeight<V>(r, columns, Bytes512::kRows,
                         [](auto* tiles) { FloatResultTiles<W, V>(tiles); });
}

void RunFloatResults(const GemmIntRows& r) {
  if (r.n == 2 * Bytes512::kLanes) return FloatResultRows<kWhole, true>(r);
  if (r.n <= 16) return FloatResultRows<2, false>(r);
  if (r.n <= 24) return FloatResultRows<3, false>(r);
  FloatResultRows<kWhole, false>(r);
}

template <uint32_t kFlip>
void RunByteRowBy(const GemmByteRow& r) {
  constexpr int64_t kPanel = 2 * Bytes512::kLanes;
  GemmIntTile tile;
  tile.groups = r.groups;
  tile.left = r.left;
  for (int64_t at = 0; at < r.n; at += kPanel) {
    tile.rhs = r.rhs + at * r.groups * 4;
    tile.start = r.start + at;
    tile.acc = r.acc + at;
    r.n - at > Bytes512::kLanes ? Row<Bytes512, 2, kFlip>(tile)
                                : Row<Bytes512, 1, kFlip>(tile);
  }
}

void RunByteRow(const GemmByteRow& r) {
  r.flip == 0 ? RunByteRowBy<0>(r) : RunByteRowBy<0x80808080u>(r);
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmAvx512();
  isa.name = "avx512vnni";
  // int_mr, int_nr and int_vector are those of the AVX-512 row, too.
  isa.bytes = true;
  isa.byte_tile = RunTile<Bytes512>;
  isa.int16_tile = RunTile<Int16s512>;
  isa.depthwise_bytes = {DepthwiseBytesAvx512Vnni,
                         /*group=*/4,
                         /*vectors=*/4,
                         /*lanes=*/4,
                         /*block=*/64,
                         /*weight_bytes=*/1,
                         DepthwiseLineAvx512Vnni,
                         /*keeps_zero_point=*/false,
                         /*line_multiple=*/64,
                         /*line_apart=*/true};
  isa.byte_results = RunByteResults;
  isa.float_results = RunFloatResults;
  isa.flip_bytes = FlipBytesAvx2;
  // With pairs, inverting bits takes no longer than to copy rows. Otherwise,
  // AMD's processors do it beside the products, in units of their own.
  isa.flipped_columns = __builtin_cpu_is("amd") ? INT64_MAX : 24;
  isa.byte_row = RunByteRow;
  isa.pads_runs = true;
  return isa;
}

}  // namespace

const GemmIsa* GemmAvx512Vnni() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmAvx512Vnni() { return nullptr; }
}  // namespace tflite::kernels

#endif
