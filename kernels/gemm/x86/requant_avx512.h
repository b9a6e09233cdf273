#ifndef KERNELS_GEMM_X86_REQUANT_AVX512_H_
#define KERNELS_GEMM_X86_REQUANT_AVX512_H_

#include <immintrin.h>

#include "kernels/gemm/requant_tiles.h"

// Sums to bytes by floats, see GemmRequantColumns. In an unnamed namespace,
// because files with different instructions include it.

namespace tflite::kernels {
namespace {

// 16 columns' factors.
struct Factors {
  Factors(const GemmRequantColumns& columns, int64_t c)
      : scale(_mm512_loadu_ps(columns.scale + c)),
        nudge(_mm512_castps_si512(_mm512_loadu_ps(columns.nudge + c))) {}
  // Returns rounded sums. *farthest is the largest distance of a sum from an
  // integer so far.
  __m512i Round(__m512i x, __m512* farthest) const {
    // (x & sign bit) | nudge
    const __m512i sign = _mm512_set1_epi32(INT32_MIN);
    const __m512i signed_nudge =
        _mm512_ternarylogic_epi32(x, sign, nudge, 0xEA);
    const __m512 y = _mm512_fmadd_ps(_mm512_cvtepi32_ps(x), scale,
                                     _mm512_castsi512_ps(signed_nudge));
    // y minus the nearest integer; the largest magnitude of both.
    *farthest = _mm512_range_ps(*farthest, _mm512_reduce_ps(y, 0x08), 0x0B);
    return _mm512_cvtps_epi32(y);
  }
  __m512 scale;
  __m512i nudge;
};

inline bool InDoubt(__m512 farthest) {
  return _mm512_cmp_ps_mask(farthest, _mm512_set1_ps(0.5f - kGemmRequantDoubt),
                            _CMP_GT_OQ) != 0;
}

// The bytes of two vectors of columns.
struct ByteBounds {
  explicit ByteBounds(const GemmRequantColumns& columns)
      : zero_point(_mm512_set1_epi16(static_cast<int16_t>(columns.zero_point))),
        min(_mm512_set1_epi16(static_cast<int16_t>(columns.min))),
        max(_mm512_set1_epi16(static_cast<int16_t>(columns.max))),
        // Packing interleaves the vectors' 128-bit quarters.
        order(_mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7)) {}
  __m256i Bytes(__m512i first, __m512i second) const {
    __m512i y =
        _mm512_adds_epi16(_mm512_packs_epi32(first, second), zero_point);
    y = _mm512_min_epi16(_mm512_max_epi16(y, min), max);
    return _mm256_permutevar8x32_epi32(_mm512_cvtepi16_epi8(y), order);
  }
  __m512i zero_point, min, max;
  __m256i order;
};

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_REQUANT_AVX512_H_
