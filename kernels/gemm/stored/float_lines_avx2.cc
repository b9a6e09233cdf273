// Compiled with AVX2 and FMA; see kernels/gemm/isa.h for what may be included.
#include "kernels/gemm/stored/float_row_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/tiles/unroll.h"
#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int64_t kLanes = 8;
// Vectors of sums: a product takes four cycles, and two start in each.
constexpr int kSums = 8;
// Longer lines are multiplied kLines at a time, from their beginnings to their
// ends: each is in pages of its own, and the processor reads ahead in order.
constexpr int64_t kLongLine = 512, kLines = 16;

// A part of the depth; all but the first one are added to the results.
struct Part {
  int64_t begin, end;
};

template <bool kWhole>
inline __attribute__((always_inline)) __m256 Load(const float* p,
                                                  __m256i mask) {
  return kWhole ? _mm256_loadu_ps(p) : _mm256_maskload_ps(p, mask);
}

// Adds the products of depths d to d + S - 1 to as many sums of each column.
template <bool kWhole, int S, int V>
inline __attribute__((always_inline)) void AddLines(const FloatRowByLines& a,
                                                    int64_t d,
                                                    const float* line,
                                                    __m256i mask,
                                                    __m256 (&sums)[S][V]) {
  TFLL_GEMM_UNROLL
  for (int s = 0; s < S; ++s) {
    const __m256 row = _mm256_broadcast_ss(a.row + d + s);
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      sums[s][v] = _mm256_fmadd_ps(row, Load<kWhole>(line + v * kLanes, mask),
                                   sums[s][v]);
    }
    line += a.columns;
  }
}

// Adds the second half of 2 * N sums to the first one.
template <int N, int S, int V>
inline __attribute__((always_inline)) void Fold(__m256 (&sums)[S][V]) {
  if constexpr (2 * N <= S) {
    TFLL_GEMM_UNROLL
    for (int s = 0; s < N; ++s) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        sums[s][v] = _mm256_add_ps(sums[s][v], sums[s + N][v]);
      }
    }
  }
}

// V vectors of columns from `column` on. Unless kWhole, V is 1 and `count`
// columns are stored.
template <int V, bool kWhole = true>
void Columns(const FloatRowByLines& a, const Part& part, int64_t column,
             int64_t count = kLanes) {
  constexpr int S = kSums / V;
  const __m256i mask = TailMask8(count);
  float* const out = a.out + column;
  __m256 sums[S][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    sums[0][v] = part.begin > 0 ? Load<kWhole>(out + v * kLanes, mask)
                                : _mm256_setzero_ps();
    TFLL_GEMM_UNROLL
    for (int s = 1; s < S; ++s) sums[s][v] = _mm256_setzero_ps();
  }
  const float* line = a.matrix + part.begin * a.columns + column;
  int64_t d = part.begin;
  for (; d + S <= part.end; d += S, line += S * a.columns) {
    AddLines<kWhole>(a, d, line, mask, sums);
  }
  __m256 first[1][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) first[0][v] = sums[0][v];
  for (; d < part.end; ++d, line += a.columns) {
    AddLines<kWhole>(a, d, line, mask, first);
  }
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) sums[0][v] = first[0][v];
  Fold<4>(sums);
  Fold<2>(sums);
  Fold<1>(sums);
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    if (kWhole) {
      _mm256_storeu_ps(out + v * kLanes, sums[0][v]);
    } else {
      StoreTail(out, count, sums[0][v]);
    }
  }
}

void AllColumns(const FloatRowByLines& a, const Part& part, int64_t begin,
                int64_t end) {
  for (; begin + 8 * kLanes <= end; begin += 8 * kLanes) {
    Columns<8>(a, part, begin);
  }
  if (begin + 4 * kLanes <= end) {
    Columns<4>(a, part, begin);
    begin += 4 * kLanes;
  }
  if (begin + 2 * kLanes <= end) {
    Columns<2>(a, part, begin);
    begin += 2 * kLanes;
  }
  if (begin + kLanes <= end) {
    Columns<1>(a, part, begin);
    begin += kLanes;
  }
  if (begin < end) Columns<1, false>(a, part, begin, end - begin);
}

}  // namespace

void FloatRowByLinesAvx2(const FloatRowByLines& args, int64_t begin,
                         int64_t end) {
  const int64_t step = args.columns > kLongLine ? kLines : args.depth;
  Part part = {0, 0};
  do {
    const int64_t next = part.begin + step;
    part.end = next < args.depth ? next : args.depth;
    AllColumns(args, part, begin, end);
    part.begin = part.end;
  } while (part.begin < args.depth);
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {

// Never called: HasStoredFloatRow() is false without AVX2.
void FloatRowByLinesAvx2(const FloatRowByLines&, int64_t, int64_t) {}

}  // namespace tflite::kernels

#endif
