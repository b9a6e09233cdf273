// Compiled with AVX2 and FMA; see kernels/gemm/isa.h for what may be included.
#include "kernels/gemm/stored/float_row_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/tiles/unroll.h"
#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kLanes = 8;  // columns of a vector of sums
constexpr int kDepths = 4;     // multiplied at a time
constexpr int kMostVectors = 4;

// Elements [d, d + 4) of a column; those from `n` on are 0.
template <bool kWhole>
inline __attribute__((always_inline)) __m128 LoadDepths(const float* at,
                                                        __m128i mask) {
  return kWhole ? _mm_loadu_ps(at) : _mm_maskload_ps(at, mask);
}

// Adds the products of `n` depths of eight columns, 4 unless !kWhole.
template <bool kWhole>
inline __attribute__((always_inline)) __m256 AddDepths(
    const float* const* columns, int64_t d, const float* row, int n,
    __m256 sums) {
  const __m128i mask =
      _mm_cmpgt_epi32(_mm_set1_epi32(n), _mm_setr_epi32(0, 1, 2, 3));
  // Columns i and i + 4 side by side, then the depths of all columns.
  __m256 pairs[4];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < 4; ++i) {
    pairs[i] = _mm256_insertf128_ps(
        _mm256_castps128_ps256(LoadDepths<kWhole>(columns[i] + d, mask)),
        LoadDepths<kWhole>(columns[i + 4] + d, mask), 1);
  }
  const __m256d low01 =
      _mm256_castps_pd(_mm256_unpacklo_ps(pairs[0], pairs[1]));
  const __m256d low23 =
      _mm256_castps_pd(_mm256_unpacklo_ps(pairs[2], pairs[3]));
  const __m256d high01 =
      _mm256_castps_pd(_mm256_unpackhi_ps(pairs[0], pairs[1]));
  const __m256d high23 =
      _mm256_castps_pd(_mm256_unpackhi_ps(pairs[2], pairs[3]));
  const __m256 depths[kDepths] = {
      _mm256_castpd_ps(_mm256_unpacklo_pd(low01, low23)),
      _mm256_castpd_ps(_mm256_unpackhi_pd(low01, low23)),
      _mm256_castpd_ps(_mm256_unpacklo_pd(high01, high23)),
      _mm256_castpd_ps(_mm256_unpackhi_pd(high01, high23))};
  TFLL_GEMM_UNROLL
  for (int i = 0; i < kDepths; ++i) {
    if (!kWhole && i >= n) break;
    sums = _mm256_fmadd_ps(_mm256_broadcast_ss(row + d + i), depths[i], sums);
  }
  return sums;
}

// At most V * 8 columns from `begin` on. A column beyond the last one is read
// as the last one, and not stored.
template <int V>
void Columns(const StoredFloatRow& a, int64_t begin, int64_t end) {
  const float* columns[V * kLanes];
  for (int64_t j = 0; j < V * kLanes; ++j) {
    const int64_t column = begin + j < end ? begin + j : end - 1;
    columns[j] = a.weights + column * a.depth;
  }
  __m256 sums[V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const int64_t first = begin + v * kLanes;
    sums[v] = a.bias == nullptr
                  ? _mm256_setzero_ps()
                  : _mm256_maskload_ps(a.bias + first, TailMask8(end - first));
  }
  // A cache line of each column at a time: lines of many columns may lie in the
  // same few sets of the cache. The processor does not foresee which lines so
  // many columns need next: those of the next columns are asked for.
  constexpr int64_t kLine = 4 * kDepths;
  const int64_t ahead = V * kLanes * a.depth;
  int64_t d = 0;
  for (; d + kLine <= a.depth; d += kLine) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      TFLL_GEMM_UNROLL
      for (int64_t i = 0; i < kLanes; ++i) {
        _mm_prefetch(columns[v * kLanes + i] + d + ahead, _MM_HINT_T0);
      }
      TFLL_GEMM_UNROLL
      for (int64_t i = 0; i < kLine; i += kDepths) {
        sums[v] = AddDepths<true>(columns + v * kLanes, d + i, a.row, kDepths,
                                  sums[v]);
      }
    }
  }
  for (; d < a.depth; d += kDepths) {
    const int n =
        a.depth - d < kDepths ? static_cast<int>(a.depth - d) : kDepths;
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      sums[v] = AddDepths<false>(columns + v * kLanes, d, a.row, n, sums[v]);
    }
  }
  // The instruction returns the second operand where either is NaN: NaN
  // propagates.
  const __m256 min = _mm256_set1_ps(a.min), max = _mm256_set1_ps(a.max);
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const int64_t first = begin + v * kLanes;
    StoreTail(a.out + first, end - first,
              _mm256_min_ps(max, _mm256_max_ps(min, sums[v])));
  }
}

}  // namespace

void StoredFloatRowAvx2(const StoredFloatRow& args, int64_t begin,
                        int64_t end) {
  for (; begin + kMostVectors * kLanes <= end; begin += kMostVectors * kLanes) {
    Columns<kMostVectors>(args, begin, end);
  }
  if (begin + 2 * kLanes < end) return Columns<kMostVectors>(args, begin, end);
  if (begin + kLanes < end) return Columns<2>(args, begin, end);
  if (begin < end) Columns<1>(args, begin, end);
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {

// Never called: HasStoredFloatRow() is false without AVX2.
void StoredFloatRowAvx2(const StoredFloatRow&, int64_t, int64_t) {}

}  // namespace tflite::kernels

#endif
