#ifndef KERNELS_GEMM_X86_REQUANT_AVX512_H_
#define KERNELS_GEMM_X86_REQUANT_AVX512_H_

#include <immintrin.h>

#include "kernels/gemm/requant_tiles.h"

// Sums to bytes by floats, see GemmRequantColumns. In an unnamed namespace,
// because files with different instructions include it.

namespace tflite::kernels {
namespace {

// Whether n columns from c on, at most 64, have the exact form.
inline bool AreExact(const GemmRequantColumns& columns, int64_t c, int64_t n) {
  if (columns.exact == nullptr) return false;
  const uint8_t* exact = columns.exact + c / 16;
  for (int64_t i = 0; i < n; i += 16) {
    if (exact[i / 16] == 0) return false;
  }
  return true;
}

// 16 columns' factors.
struct Factors {
  static constexpr bool kHasDoubts = true;
  Factors() = default;
  Factors(const GemmRequantColumns& columns, int64_t c)
      : scale(_mm512_loadu_ps(columns.scale + c)),
        nudge(_mm512_castps_si512(_mm512_loadu_ps(columns.nudge + c))) {}
  // Returns rounded sums. `sign` is SignOf the columns; *farthest is the
  // largest distance of a sum from an integer so far.
  __m512i Round(__m512i x, __m512i sign, __m512* farthest) const {
    // (x & sign) | nudge
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

inline __m512i SignOf(const GemmRequantColumns& columns) {
  return _mm512_set1_epi32(columns.sign_bit);
}

inline bool InDoubt(__m512 farthest) {
  return _mm512_cmp_ps_mask(farthest, _mm512_set1_ps(0.5f - kGemmRequantDoubt),
                            _CMP_GT_OQ) != 0;
}

// Whether negative sums all have the same result.
inline bool AreOneSided(const GemmRequantColumns& columns) {
  return columns.min >= columns.zero_point;
}

// The same in the exact form: nothing is in doubt. Without kSigned, only for
// AreOneSided columns.
template <bool kSigned>
struct ExactFactors {
  static constexpr bool kHasDoubts = false;
  ExactFactors() = default;
  ExactFactors(const GemmRequantColumns& columns, int64_t c)
      : high(_mm512_loadu_ps(columns.high + c)),
        low(_mm512_loadu_ps(columns.low + c)),
        half(_mm512_castps_si512(_mm512_loadu_ps(columns.half + c))) {}
  __m512i Round(__m512i x) const {
    // (x & sign bit) | half
    const __m512i sign = _mm512_set1_epi32(INT32_MIN);
    const __m512i signed_half =
        kSigned ? _mm512_ternarylogic_epi32(x, sign, half, 0xEA) : half;
    const __m512 y = _mm512_cvtepi32_ps(x);
    const __m512 rest =
        _mm512_fmadd_ps(y, low, _mm512_castsi512_ps(signed_half));
    return _mm512_cvttps_epi32(_mm512_fmadd_round_ps(
        y, high, rest, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
  }
  __m512 high, low;
  __m512i half;
};

// Calls run(the quickest factors that n columns from c on have).
template <typename Run>
inline void WithFactors(const GemmRequantColumns& columns, int64_t c, int64_t n,
                        const Run& run) {
  if (!AreExact(columns, c, n)) {
    run(Factors());
  } else if (AreOneSided(columns)) {
    run(ExactFactors<false>());
  } else {
    run(ExactFactors<true>());
  }
}

// The bytes of four vectors of rounded sums.
struct FourBounds {
  explicit FourBounds(const GemmRequantColumns& columns) {
    // Of [-128, 127] or [0, 255]; those of the latter less 128.
    const bool is_signed = columns.min < 0 || columns.zero_point < 0;
    const int32_t bias = is_signed ? 0 : 128;
    flip = _mm512_set1_epi8(static_cast<char>(bias));
    zero_point =
        _mm512_set1_epi16(static_cast<int16_t>(columns.zero_point - bias));
    min = _mm512_set1_epi8(static_cast<char>(columns.min - bias));
    max = _mm512_set1_epi8(static_cast<char>(columns.max - bias));
  }
  // 128-bit quarter q of the result has those of the four vectors.
  __m512i Quarters(__m512i a, __m512i b, __m512i c, __m512i d) const {
    const __m512i ab = _mm512_adds_epi16(_mm512_packs_epi32(a, b), zero_point);
    const __m512i cd = _mm512_adds_epi16(_mm512_packs_epi32(c, d), zero_point);
    const __m512i y = _mm512_packs_epi16(ab, cd);
    return _mm512_xor_si512(_mm512_min_epi8(_mm512_max_epi8(y, min), max),
                            flip);
  }
  // Quarter q of the result has vector q.
  __m512i InOrder(__m512i a, __m512i b, __m512i c, __m512i d) const {
    const __m512i order =
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_epi32(order, Quarters(a, b, c, d));
  }
  __m512i zero_point, min, max, flip;
};

// Stores the first bytes of 4 / V rows of 16 * V bytes, those of the mask; only
// of as many rows as there are. Of a single row, V = 4, all of them.
template <int V>
inline __attribute__((always_inline)) void StoreRows(__m512i bytes,
                                                     __mmask32 mask,
                                                     int64_t rows,
                                                     uint8_t* const* out,
                                                     int64_t at) {
  if constexpr (V == 4) {
    _mm512_storeu_si512(out[0] + at, bytes);
  } else if constexpr (V == 2) {
    _mm256_mask_storeu_epi8(out[0] + at, mask, _mm512_castsi512_si256(bytes));
    if (rows < 2) return;
    _mm256_mask_storeu_epi8(out[1] + at, mask,
                            _mm512_extracti64x4_epi64(bytes, 1));
  } else {
    const auto few = static_cast<__mmask16>(mask);
    _mm_mask_storeu_epi8(out[0] + at, few, _mm512_castsi512_si128(bytes));
    if (rows < 2) return;
    _mm_mask_storeu_epi8(out[1] + at, few, _mm512_extracti32x4_epi32(bytes, 1));
    if (rows < 3) return;
    _mm_mask_storeu_epi8(out[2] + at, few, _mm512_extracti32x4_epi32(bytes, 2));
    if (rows < 4) return;
    _mm_mask_storeu_epi8(out[3] + at, few, _mm512_extracti32x4_epi32(bytes, 3));
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_REQUANT_AVX512_H_
