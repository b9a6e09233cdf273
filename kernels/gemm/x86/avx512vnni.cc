// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include "kernels/gemm/x86/requant_avx512.h"
#include "kernels/gemm/x86/tail_mask.h"
#include "kernels/gemm/x86/vnni_avx512.h"
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

// A tile of `m` rows from `row` on.
template <typename Columns>
struct ResultTile {
  const GemmIntRows& r;
  const Columns& columns;
  int64_t run_groups;
  Ahead ahead;
  int64_t row, m;
  int32_t* sums;  // of bytes: gets all sums if a result is in doubt
};

// The sums of a tile, which is returned.
template <int M, typename Columns, int V>
inline __attribute__((always_inline)) const ResultTile<Columns>& Multiply(
    const ResultTile<Columns>& tile, __m512i (&acc)[M][V]) {
  // The innermost loop takes nearly all registers. GCC would move others to
  // vector registers, which are not read before all that comes first is done.
  const ResultTile<Columns>* volatile kept = &tile;
  const GemmIntRows& r = tile.r;
  StartSums<Bytes512, M, V>(r.start, acc);
  const uint8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const int64_t row = tile.row + i;
    a[i] = r.left_rows == nullptr ? r.left + row * r.left_stride
                                  : r.left_rows[row];
  }
  const int8_t* b = r.rhs;
  Ahead ahead = tile.ahead;
  for (int64_t volatile run = r.runs; run > 0; run = run - 1) {
    b = AddGroups<Bytes512, M, V>(a, b, kept->run_groups, acc, &ahead);
    const int64_t step = kept->r.run_step;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] += step;
  }
  const ResultTile<Columns>& t = *kept;
  if (t.r.terms == nullptr) return t;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const __m512i term = _mm512_set1_epi32(t.r.terms[t.row + i]);
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) acc[i][v] = _mm512_add_epi32(acc[i][v], term);
  }
  return t;
}

// The rows of tiles whose rows share pixels, and the taps of their runs.
constexpr int kSharing = 16, kTaps = 3;

// How far apart kSharing rows are that share all but the first and last pixels
// of their runs: those of adjacent windows with kTaps taps and stride 1. 0 if
// they do not.
inline int64_t SharedStep(const GemmIntRows& r, int64_t row) {
  if (r.left_rows == nullptr || r.terms != nullptr) return 0;
  const uint8_t* const* rows = r.left_rows + row;
  const int64_t step = rows[1] - rows[0];
  const bool shares = kTaps * step * r.runs == 4 * r.groups &&
                      rows[kSharing - 1] - rows[0] == (kSharing - 1) * step;
  return shares ? step : 0;
}

// The sums of kSharing rows that are `step` apart. To load a word for each row
// and tap would take longer than to multiply it by a single vector of columns.
template <typename Columns>
inline __attribute__((always_inline)) const ResultTile<Columns>& MultiplyShared(
    const ResultTile<Columns>& tile, int64_t step,
    __m512i (&acc)[kSharing][1]) {
  constexpr int kThird = (kSharing + kTaps - 1) / 3;  // of the pixels
  static_assert(kThird == 6, "the addresses of a third are those below");
  const ResultTile<Columns>* volatile kept = &tile;
  const GemmIntRows& r = tile.r;
  StartSums<Bytes512, kSharing, 1>(r.start, acc);
  const uint8_t* first = r.left_rows[tile.row];
  const int8_t* b = r.rhs;
  const int64_t tap = step * Bytes512::kLanes;  // of the right operand
  for (int64_t volatile run = r.runs; run > 0; run = run - 1) {
    const uint8_t* thirds[3] = {first, first + kThird * step,
                                first + 2 * kThird * step};
    for (int64_t at = 0; at < step; at += 4, b += Bytes512::kGroupColumns) {
      __m512i right[kTaps];
      TFLL_GEMM_UNROLL
      for (int t = 0; t < kTaps; ++t) right[t] = Bytes512::Right(b + t * tap);
      TFLL_GEMM_UNROLL
      for (int third = 0; third < 3; ++third) {
        const uint8_t* base = thirds[third] + at;
        TFLL_GEMM_UNROLL
        for (int k = 0; k < kThird; ++k) {
          const __m512i left = Bytes512::Broadcast(LoadGroup(base + k * step));
          TFLL_GEMM_UNROLL
          for (int t = 0; t < kTaps; ++t) {
            const int i = third * kThird + k - t;
            if (i < 0 || i >= kSharing) continue;
            acc[i][0] = Bytes512::Add(acc[i][0], left, right[t]);
          }
        }
      }
    }
    b += (kTaps - 1) * tap;
    first += kept->r.run_step;
  }
  return *kept;
}

// Calls run(tile) for tiles of nearly equal heights: a single row would take as
// long as several.
template <int V, int kRows = Bytes512::kRows, typename Columns, typename Run>
inline void ForEachResultTile(const GemmIntRows& r, const Columns& columns,
                              int32_t* sums, const Run& run) {
  const int64_t tiles = (r.rows + kRows - 1) / kRows;
  const int64_t run_groups = r.runs == 1 ? r.groups : r.groups / r.runs;
  ResultTile<Columns> tile = {r, columns, run_groups, {r.rhs, 0}, 0, 0, sums};
  if (r.ahead != nullptr) {
    tile.ahead = {r.ahead, (V * Bytes512::kGroupColumns + tiles - 1) / tiles};
  }
  for (int64_t i = 0; i < tiles; ++i) {
    tile.m = r.rows / tiles + (i < r.rows % tiles ? 1 : 0);
    run(tile);
    tile.row += tile.m;
    tile.ahead.at += tile.ahead.step * r.groups;
  }
}

// The bytes of m rows from `row` on, of sums that leave results in doubt.
template <int V>
void Requantize(const GemmIntRows& r, int64_t row, int64_t m,
                const int32_t* sums) {
  uint8_t* out[Bytes512::kRows];
  for (int64_t i = 0; i < m; ++i) {
    out[i] = static_cast<uint8_t*>(r.to.out) + (row + i) * r.to.out_stride;
  }
  RequantizeAvx2({sums, V * Bytes512::kLanes, m, r.n, r.to.columns,
                  r.to.first_column, out});
}

// Returns false if a result is in doubt; then tile.sums has all sums.
template <typename FactorsOf, int M, int V>
inline __attribute__((always_inline)) bool ToBytes(
    const ResultTile<ByteColumns<FactorsOf, V>>& t,
    const __m512i (&acc)[M][V]) {
  // Bytes that are stored might be any object's in memory.
  const ByteColumns<FactorsOf, V> c = t.columns;
  int32_t* const sums = t.sums;
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
  if (!FactorsOf::kHasDoubts ||
      !InDoubt(_mm512_max_ps(farthest[0], farthest[1]))) {
    return true;
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      Bytes512::Store(sums + (i * V + v) * Bytes512::kLanes, acc[i][v]);
    }
  }
  return false;
}

template <typename FactorsOf, int M, int V>
__attribute__((noinline)) bool ByteResults(
    const ResultTile<ByteColumns<FactorsOf, V>>& tile) {
  __m512i acc[M][V];
  const auto& t = Multiply(tile, acc);
  return ToBytes(t, acc);
}

template <typename FactorsOf>
__attribute__((noinline)) bool SharedByteResults(
    const ResultTile<ByteColumns<FactorsOf, 1>>& tile, int64_t step) {
  __m512i acc[kSharing][1];
  const auto& t = MultiplyShared(tile, step, acc);
  return ToBytes(t, acc);
}

template <typename FactorsOf, int V>
inline bool ByteResultTile(const ResultTile<ByteColumns<FactorsOf, V>>& tile) {
  TFLL_GEMM_BY_8(M, tile.m, ByteResults<FactorsOf, M, V>(tile))
}

template <typename FactorsOf, int V>
void ByteResultRows(const GemmIntRows& r) {
  const ByteColumns<FactorsOf, V> columns(r);
  alignas(64) int32_t sums[Bytes512::kRows * V * Bytes512::kLanes];
  ForEachResultTile<V>(r, columns, sums, [&](const auto& tile) {
    if (!ByteResultTile(tile)) Requantize<V>(r, tile.row, tile.m, sums);
  });
}

// The same for one vector of columns, where rows share pixels.
template <typename FactorsOf>
void SharedByteResultRows(const GemmIntRows& r) {
  const ByteColumns<FactorsOf, 1> columns(r);
  alignas(64) int32_t sums[kSharing * Bytes512::kLanes];
  ForEachResultTile<1, kSharing>(r, columns, sums, [&](const auto& tile) {
    const int64_t step = tile.m == kSharing ? SharedStep(r, tile.row) : 0;
    if (step > 0) {
      if (SharedByteResults<FactorsOf>(tile, step)) return;
      return Requantize<1>(r, tile.row, tile.m, sums);
    }
    // Such as go on in the next line.
    auto part = tile;
    for (int64_t left = tile.m; left > 0; left -= part.m) {
      part.m = left < Bytes512::kRows ? left : Bytes512::kRows;
      if (!ByteResultTile(part)) Requantize<1>(r, part.row, part.m, sums);
      part.row += part.m;
    }
  });
}

template <typename FactorsOf>
void ByteResultsBy(const GemmIntRows& r) {
  if (r.n > Bytes512::kLanes) return ByteResultRows<FactorsOf, 2>(r);
  r.rows >= kSharing&& SharedStep(r, 0) > 0 ? SharedByteResultRows<FactorsOf>(r)
                                            : ByteResultRows<FactorsOf, 1>(r);
}

void RunByteResults(const GemmIntRows& r) {
  const GemmRequantColumns& columns = *r.to.columns;
  if (!AreExact(columns, r.to.first_column, r.n)) {
    ByteResultsBy<Factors>(r);
  } else if (AreOneSided(columns)) {
    ByteResultsBy<ExactFactors<false>>(r);
  } else {
    ByteResultsBy<ExactFactors<true>>(r);
  }
}

// What the sums of V vectors of columns become floats by; kWhole: all columns
// are stored. The arithmetic is that of GemmIsa::dequantize.
template <int V, bool kWhole>
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
    if (kWhole) {
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

template <typename Columns, int M, int V>
__attribute__((noinline)) void FloatResults(const ResultTile<Columns>& tile) {
  __m512i acc[M][V];
  const ResultTile<Columns>& t = Multiply(tile, acc);
  const GemmResults to = t.r.to;
  const int64_t row = t.row;
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
            acc[i][v], _mm512_mullo_epi32(offset, t.columns.sums[v]));
      }
    }
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) t.columns.Store(v, acc[i][v], scale, out);
  }
}

template <int V, typename Columns>
inline void FloatResultTile(const ResultTile<Columns>& tile) {
  TFLL_GEMM_BY_8(M, tile.m, FloatResults<Columns, M, V>(tile))
}

template <int V, bool kWhole>
void FloatResultRows(const GemmIntRows& r) {
  const FloatColumns<V, kWhole> columns(r);
  ForEachResultTile<V>(r, columns, nullptr,
                       [](const auto& tile) { FloatResultTile<V>(tile); });
}

void RunFloatResults(const GemmIntRows& r) {
  if (r.n == 2 * Bytes512::kLanes) return FloatResultRows<2, true>(r);
  r.n > Bytes512::kLanes ? FloatResultRows<2, false>(r)
                         : FloatResultRows<1, false>(r);
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
