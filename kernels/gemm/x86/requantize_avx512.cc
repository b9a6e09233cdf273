// Compiled with AVX-512 F, BW, DQ and VL; see isa.h for what may be included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__)
#include <immintrin.h>

#include "kernels/gemm/x86/requant_avx512.h"
#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 16;

// Requantizes a vector of columns from `at` on. Returns false if a result is in
// doubt.
bool OneVector(const GemmRequantTile& t, int64_t at) {
  const GemmRequantColumns& columns = *t.columns;
  const Factors factors(columns, t.first_column + at);
  const __m512i sign = SignOf(columns);
  const __m512i zero_point = _mm512_set1_epi32(columns.zero_point);
  const __m512i min = _mm512_set1_epi32(columns.min);
  const __m512i max = _mm512_set1_epi32(columns.max);
  const __mmask16 mask = TailMask16(t.n - at);
  __m512 farthest = _mm512_setzero_ps();
  const int32_t* sums = t.acc + at;
  for (int64_t i = 0; i < t.m; ++i, sums += t.acc_pitch) {
    const __m512i x = _mm512_maskz_loadu_epi32(mask, sums);
    __m512i y = _mm512_add_epi32(factors.Round(x, sign, &farthest), zero_point);
    y = _mm512_min_epi32(_mm512_max_epi32(y, min), max);
    _mm_mask_storeu_epi8(t.out[i] + at, mask, _mm512_cvtepi32_epi8(y));
  }
  return !InDoubt(farthest);
}

// V vectors of columns from `at` on, which have the exact form; the last one is
// whole or not. (A load by a mask waits until what it reads has been stored.)
template <int V, bool kWhole>
void ExactVectors(const GemmRequantTile& t, int64_t at) {
  constexpr int kRows = 4 / V;  // of four vectors
  ExactFactors<true> factors[V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    factors[v] = {*t.columns, t.first_column + at + v * kLanes};
  }
  const FourBounds bounds(*t.columns);
  const __mmask16 rest = TailMask16(t.n - at - (V - 1) * kLanes);
  const __mmask32 mask =
      V == 1 ? rest : 0xFFFFu | static_cast<uint32_t>(rest) << kLanes;
  for (int64_t i = 0; i < t.m; i += kRows) {
    __m512i y[4];
    TFLL_GEMM_UNROLL
    for (int q = 0; q < 4; ++q) {
      if (i + q / V >= t.m) {
        y[q] = y[q % V];
        continue;
      }
      const int32_t* sums = t.acc + (i + q / V) * t.acc_pitch + at;
      sums += q % V * kLanes;
      const __m512i x = kWhole || q % V < V - 1
                            ? _mm512_loadu_si512(sums)
                            : _mm512_maskz_loadu_epi32(rest, sums);
      y[q] = factors[q % V].Round(x);
    }
    StoreRows<V>(bounds.InOrder(y[0], y[1], y[2], y[3]), mask, t.m - i,
                 t.out + i, at);
  }
}

template <int V>
void Exact(const GemmRequantTile& t, int64_t at) {
  if (t.n - at >= V * kLanes) {
    ExactVectors<V, true>(t, at);
  } else {
    ExactVectors<V, false>(t, at);
  }
}

}  // namespace

void RequantizeFloatsAvx512(const GemmRequantTile& t) {
  for (int64_t at = 0, n; at < t.n; at += n) {
    const GemmRequantColumns& columns = *t.columns;
    // A single row fills all four.
    n = 4 * kLanes;
    if (t.m == 1 && t.n - at >= n &&
        AreExact(columns, t.first_column + at, n)) {
      ExactVectors<4, true>(t, at);
      continue;
    }
    n = t.n - at < 2 * kLanes ? t.n - at : 2 * kLanes;
    if (n > kLanes && AreExact(columns, t.first_column + at, n)) {
      Exact<2>(t, at);
      continue;
    }
    n = n < kLanes ? n : kLanes;
    if (AreExact(columns, t.first_column + at, n)) {
      Exact<1>(t, at);
    } else if (!OneVector(t, at)) {
      RequantizeColumns(t, at, n);
    }
  }
}

void RemainderRangeAvx512(const GemmRemainders& r) {
  const __m512i step = _mm512_loadu_si512(r.step);
  const __m512i back = _mm512_sub_epi32(_mm512_loadu_si512(r.modulus), step);
  __m512i value = _mm512_loadu_si512(r.first);
  __m512i least = value, greatest = value;
  for (uint32_t i = 1; i < r.count; ++i) {
    // The wrong one of both is not below the modulus.
    value = _mm512_min_epu32(_mm512_sub_epi32(value, step),
                             _mm512_add_epi32(value, back));
    least = _mm512_min_epu32(least, value);
    greatest = _mm512_max_epu32(greatest, value);
  }
  _mm512_storeu_si512(r.least, least);
  _mm512_storeu_si512(r.greatest, greatest);
}

}  // namespace tflite::kernels

#endif
