// Compiled with AVX2 and FMA; see isa.h for what may be included.
#include "kernels/gemm/pack_isa.h"
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 8;

// kWhole: loads all sums. Otherwise only those of the mask, and zeros.
template <bool kWhole>
inline __m256i LoadSums(const int32_t* sums, __m256i mask) {
  return kWhole ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums))
                : _mm256_maskload_epi32(sums, mask);
}

// 8 columns' factors.
struct Factors {
  Factors(const GemmRequantColumns& columns, int64_t c)
      : scale(_mm256_loadu_ps(columns.scale + c)),
        nudge(_mm256_loadu_ps(columns.nudge + c)) {}
  // Returns rounded sums. *farthest is the largest distance of a sum from an
  // integer so far.
  __m256i Round(__m256i x, __m256* farthest) const {
    const __m256 sign = _mm256_set1_ps(-0.0f);
    const __m256 signed_nudge =
        _mm256_or_ps(_mm256_and_ps(_mm256_castsi256_ps(x), sign), nudge);
    const __m256 y =
        _mm256_fmadd_ps(_mm256_cvtepi32_ps(x), scale, signed_nudge);
    const __m256 nearest = _mm256_round_ps(y, 0x08);
    *farthest = _mm256_max_ps(
        *farthest, _mm256_andnot_ps(sign, _mm256_sub_ps(y, nearest)));
    return _mm256_cvtps_epi32(nearest);
  }
  __m256 scale, nudge;
};

// Requantizes 16 columns from `at` on. Returns false if a result is in doubt.
// Sums beyond the last column are not read.
template <bool kWhole>
bool TwoVectors(const GemmRequantTile& t, int64_t at) {
  const GemmRequantColumns& columns = *t.columns;
  const int64_t c = t.first_column + at;
  const Factors first(columns, c), second(columns, c + kLanes);
  const __m256i zero_point =
      _mm256_set1_epi16(static_cast<int16_t>(columns.zero_point));
  const __m256i min = _mm256_set1_epi16(static_cast<int16_t>(columns.min));
  const __m256i max = _mm256_set1_epi16(static_cast<int16_t>(columns.max));
  const __m256i low = _mm256_set1_epi16(0xFF);
  const int64_t n = t.n - at;
  const __m256i masks[2] = {TailMask8(n), TailMask8(n - kLanes)};
  __m256 farthest = _mm256_setzero_ps();
  const int32_t* sums = t.acc + at;
  for (int64_t i = 0; i < t.m; ++i, sums += t.acc_pitch) {
    __m256i y = _mm256_packs_epi32(
        first.Round(LoadSums<kWhole>(sums, masks[0]), &farthest),
        second.Round(LoadSums<kWhole>(sums + kLanes, masks[1]), &farthest));
    y = _mm256_adds_epi16(y, zero_point);
    y = _mm256_min_epi16(_mm256_max_epi16(y, min), max);
    // The bytes of a half: 4 columns of the first vector, 4 of the second.
    y = _mm256_and_si256(y, low);
    y = _mm256_packus_epi16(y, y);
    const __m128i bytes = _mm_unpacklo_epi32(_mm256_castsi256_si128(y),
                                             _mm256_extracti128_si256(y, 1));
    if (kWhole) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(t.out[i] + at), bytes);
      continue;
    }
    alignas(16) uint8_t few[2 * kLanes];
    _mm_store_si128(reinterpret_cast<__m128i*>(few), bytes);
    __builtin_memcpy(t.out[i] + at, few, static_cast<size_t>(n));
  }
  const __m256 limit = _mm256_set1_ps(0.5f - kGemmRequantDoubt);
  return _mm256_movemask_ps(_mm256_cmp_ps(farthest, limit, _CMP_GT_OQ)) == 0;
}

}  // namespace

void RequantizeFloatsAvx2(const GemmRequantTile& t) {
  for (int64_t at = 0; at < t.n; at += 2 * kLanes) {
    const bool whole = t.n - at >= 2 * kLanes;
    if (whole ? TwoVectors<true>(t, at) : TwoVectors<false>(t, at)) continue;
    GemmRequantTile again = t;
    uint8_t* out[kGemmRequantRows];
    for (int64_t i = 0; i < t.m; ++i) out[i] = t.out[i] + at;
    again.acc = t.acc + at;
    again.n = t.n - at < 2 * kLanes ? t.n - at : 2 * kLanes;
    again.first_column = t.first_column + at;
    again.out = out;
    RequantizeAvx2(again);
  }
}

}  // namespace tflite::kernels

#endif
