// Compiled with AVX2 and FMA; see kernels/gemm/isa.h for what may be included.
#include "kernels/gemm/stored/float_row_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/tiles/unroll.h"
#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kLanes = 8, kSums = 2 * kLanes;
constexpr int64_t kMostColumns = 4;  // at a time
// How far ahead weights are asked for, in floats: the processor itself looks
// less far ahead, and not beyond a page. Up to kMostNear weights lie in a near
// cache.
constexpr int64_t kAhead = 4096, kAheadNear = 1024;
constexpr int64_t kMostNear = 1 << 20;

// Adds the products of depths [d, d + kSums) to the sums of C columns; of those
// below a.depth unless kWhole.
template <int C, bool kWhole>
inline __attribute__((always_inline)) void AddDepths(
    const StoredFloatRow& a, const float* const* columns, int64_t d,
    __m256 (&sums)[C][2]) {
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 2; ++v) {
    const int64_t at = d + v * kLanes;
    const __m256i mask = TailMask8(a.depth - at);
    const auto load = [&](const float* from) {
      return kWhole ? _mm256_loadu_ps(from + at)
                    : _mm256_maskload_ps(from + at, mask);
    };
    const __m256 row = load(a.row);
    TFLL_GEMM_UNROLL
    for (int c = 0; c < C; ++c) {
      sums[c][v] = _mm256_fmadd_ps(row, load(columns[c]), sums[c][v]);
    }
  }
}

// The 16 sums of each column in one: halves are added to halves.
template <int C>
inline __attribute__((always_inline)) __m128 Total(const __m256 (&sums)[C][2]) {
  __m128 quarters[kMostColumns];
  TFLL_GEMM_UNROLL
  for (int c = 0; c < kMostColumns; ++c) {
    const __m256 half =
        _mm256_add_ps(sums[c < C ? c : 0][0], sums[c < C ? c : 0][1]);
    quarters[c] = _mm_add_ps(_mm256_castps256_ps128(half),
                             _mm256_extractf128_ps(half, 1));
  }
  _MM_TRANSPOSE4_PS(quarters[0], quarters[1], quarters[2], quarters[3]);
  return _mm_add_ps(_mm_add_ps(quarters[0], quarters[2]),
                    _mm_add_ps(quarters[1], quarters[3]));
}

// C columns from `column` on.
template <int C, int64_t kDistance>
void Columns(const StoredFloatRow& a, int64_t column) {
  const float* columns[C];
  __m256 sums[C][2];
  TFLL_GEMM_UNROLL
  for (int c = 0; c < C; ++c) {
    columns[c] = a.weights + (column + c) * a.depth;
    sums[c][0] = sums[c][1] = _mm256_setzero_ps();
  }
  int64_t d = 0;
  for (; d + kSums <= a.depth; d += kSums) {
    TFLL_GEMM_UNROLL
    for (int c = 0; c < C; ++c) {
      _mm_prefetch(columns[c] + d + kDistance, _MM_HINT_T0);
    }
    AddDepths<C, true>(a, columns, d, sums);
  }
  if (d < a.depth) AddDepths<C, false>(a, columns, d, sums);
  float total[kMostColumns];
  _mm_storeu_ps(total, Total<C>(sums));
  TFLL_GEMM_UNROLL
  for (int c = 0; c < C; ++c) {
    const float y =
        a.bias == nullptr ? total[c] : total[c] + a.bias[column + c];
    // Comparisons are false where y is NaN, which propagates.
    const float least = y < a.min ? a.min : y;
    a.out[column + c] = least > a.max ? a.max : least;
  }
}

template <int64_t kDistance>
void AllColumns(const StoredFloatRow& args, int64_t begin, int64_t end) {
  for (; begin + kMostColumns <= end; begin += kMostColumns) {
    Columns<kMostColumns, kDistance>(args, begin);
  }
  for (; begin < end; ++begin) Columns<1, kDistance>(args, begin);
}

}  // namespace

void StoredFloatRowAvx2(const StoredFloatRow& args, int64_t begin,
                        int64_t end) {
  if ((end - begin) * args.depth > kMostNear) {
    AllColumns<kAhead>(args, begin, end);
  } else {
    AllColumns<kAheadNear>(args, begin, end);
  }
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {

// Never called: HasStoredFloatRow() is false without AVX2.
void StoredFloatRowAvx2(const StoredFloatRow&, int64_t, int64_t) {}

}  // namespace tflite::kernels

#endif
