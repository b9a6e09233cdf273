#ifndef KERNELS_GEMM_X86_REQUANT_AVX2_H_
#define KERNELS_GEMM_X86_REQUANT_AVX2_H_

#include <immintrin.h>

#include "kernels/gemm/requant_tiles.h"

// Sums to bytes by floats, see GemmRequantColumns. In an unnamed namespace,
// because files with different instructions include it.

namespace tflite::kernels {
namespace {

// 8 columns' factors.
struct Factors {
  Factors(__m256 scales, __m256 nudges, int32_t sign_bit)
      : scale(scales),
        nudge(nudges),
        negative_nudge(_mm256_xor_ps(
            nudge, _mm256_castsi256_ps(_mm256_set1_epi32(sign_bit)))) {}
  Factors(const GemmRequantColumns& columns, int64_t c)
      : Factors(_mm256_loadu_ps(columns.scale + c),
                _mm256_loadu_ps(columns.nudge + c), columns.sign_bit) {}
  // Returns rounded sums. *farthest is the largest distance of a sum from an
  // integer so far.
  __m256i Round(__m256i x, __m256* farthest) const {
    const __m256 signed_nudge =
        _mm256_blendv_ps(nudge, negative_nudge, _mm256_castsi256_ps(x));
    const __m256 y =
        _mm256_fmadd_ps(_mm256_cvtepi32_ps(x), scale, signed_nudge);
    const __m256 distance = _mm256_sub_ps(y, _mm256_round_ps(y, 0x08));
    *farthest = _mm256_max_ps(
        *farthest, _mm256_andnot_ps(_mm256_set1_ps(-0.0f), distance));
    return _mm256_cvtps_epi32(y);
  }
  __m256 scale, nudge, negative_nudge;
};

inline bool InDoubt(__m256 farthest) {
  const __m256 limit = _mm256_set1_ps(0.5f - kGemmRequantDoubt);
  return _mm256_movemask_ps(_mm256_cmp_ps(farthest, limit, _CMP_GT_OQ)) != 0;
}

// The bytes of two rows of two vectors of columns.
struct PairBounds {
  explicit PairBounds(const GemmRequantColumns& columns) {
    // Of [-128, 127] or [0, 255]; those of the latter less 128.
    const bool is_signed = columns.min < 0 || columns.zero_point < 0;
    const int32_t bias = is_signed ? 0 : 128;
    flip = _mm256_set1_epi8(static_cast<char>(bias));
    zero_point =
        _mm256_set1_epi16(static_cast<int16_t>(columns.zero_point - bias));
    min = _mm256_set1_epi8(static_cast<char>(columns.min - bias));
    max = _mm256_set1_epi8(static_cast<char>(columns.max - bias));
  }
  // A row's two vectors.
  __m256i Words(__m256i a, __m256i b) const {
    return _mm256_adds_epi16(_mm256_packs_epi32(a, b), zero_point);
  }
  // Of two rows' words; each half holds 4 columns of each of the four vectors.
  __m256i Clamped(__m256i first, __m256i second) const {
    const __m256i y = _mm256_packs_epi16(first, second);
    return _mm256_xor_si256(_mm256_min_epi8(_mm256_max_epi8(y, min), max),
                            flip);
  }
  // In the order of rows and columns.
  __m256i Bytes(__m256i first, __m256i second) const {
    return _mm256_permutevar8x32_epi32(
        Clamped(first, second), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
  }
  __m256i zero_point, min, max, flip;
};

// The first n bytes; all 16 if n is larger.
inline void StoreFirst(__m128i bytes, int64_t n, uint8_t* out) {
  if (n >= 16) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
    return;
  }
  auto word = static_cast<uint64_t>(_mm_cvtsi128_si64(bytes));
  if (n >= 8) {
    __builtin_memcpy(out, &word, sizeof(word));
    word = static_cast<uint64_t>(_mm_extract_epi64(bytes, 1));
    out += 8;
    n -= 8;
  }
  for (int64_t j = 0; j < n; ++j, word >>= 8) {
    out[j] = static_cast<uint8_t>(word);
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_X86_REQUANT_AVX2_H_
