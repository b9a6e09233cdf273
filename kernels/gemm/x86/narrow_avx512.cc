// Compiled with AVX-512 F, BW, DQ and VL; see isa.h for what may be included.
#include "kernels/gemm/x86/narrow_isa.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#include <immintrin.h>

#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

// A vector holds 8 columns by 2 of the depth; those of a column are adjacent.
constexpr int kColumns = 8;
constexpr __mmask16 kFirst = 0x5555;  // of two depths

inline __m512i Interleave() {
  return _mm512_setr_epi32(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7,
                           15);
}

inline __m512 Two(const float* in) {
  double two;
  __builtin_memcpy(&two, in, sizeof(two));
  return _mm512_castpd_ps(_mm512_set1_pd(two));
}

// ---- tiles ----

template <int M>
void NarrowTile(const GemmFloatTile& t) {
  const auto mask = static_cast<__mmask16>((1u << t.n) - 1);
  __m512 acc[M];
  acc[0] = t.bias == nullptr
               ? _mm512_setzero_ps()
               : _mm512_permutexvar_ps(Interleave(),
                                       _mm512_maskz_loadu_ps(mask, t.bias));
  TFLL_GEMM_UNROLL
  for (int i = 1; i < M; ++i) acc[i] = acc[0];
  const float* b = t.rhs;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* const* rows = t.rows + tap * t.row_pitch;
    const float* a[M];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] = rows[i];
    int64_t k = 0;
    for (; k + 2 <= t.depth; k += 2, b += 2 * kColumns) {
      const __m512 right =
          _mm512_permutexvar_ps(Interleave(), _mm512_loadu_ps(b));
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        acc[i] = _mm512_fmadd_ps(Two(a[i] + k), right, acc[i]);
      }
    }
    if (k == t.depth) continue;
    const __m512 right = _mm512_permutexvar_ps(
        Interleave(), _mm512_castps256_ps512(_mm256_loadu_ps(b)));
    b += kColumns;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      acc[i] =
          _mm512_mask3_fmadd_ps(_mm512_set1_ps(a[i][k]), right, acc[i], kFirst);
    }
  }
  // Sums of neighbours. The instruction returns the second operand where either
  // is NaN: NaN propagates.
  const __m512i firsts =
      _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m512 min = _mm512_set1_ps(t.min);
  const __m512 max = _mm512_set1_ps(t.max);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    const __m512 sum = _mm512_add_ps(acc[i], _mm512_movehdup_ps(acc[i]));
    const __m512 y = _mm512_min_ps(
        max, _mm512_max_ps(min, _mm512_permutexvar_ps(firsts, sum)));
    _mm512_mask_storeu_ps(t.out[i], mask, y);
  }
}

// ---- lines of an image ----

constexpr int kRuns = kGemmLineRuns;
constexpr int kSteps = (kGemmLineRun + 1) / 2;  // the last one is half
constexpr int kPixels = 8;

struct Constants {
  __m512 weights[kRuns][kSteps];
  __m512 bias, min, max;
};

// Adds even and odd lanes, for two pixels: the result has 8 columns of the
// first pixel, then 8 of the second.
inline __m512 Fold(__m512 a, __m512 b) {
  const __m512 sums = _mm512_add_ps(_mm512_shuffle_ps(a, b, 0x88),
                                    _mm512_shuffle_ps(a, b, 0xDD));
  const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
  return _mm512_castpd_ps(_mm512_permutexvar_pd(order, _mm512_castps_pd(sums)));
}

template <int P>
inline void Pixels(const GemmFloatLine& t, const Constants& c, int64_t x,
                   __mmask8 mask) {
  __m512 acc[P];
#pragma GCC unroll 8
  for (int p = 0; p < P; ++p) acc[p] = c.bias;
#pragma GCC unroll 8
  for (int l = 0; l < kRuns; ++l) {
    const float* in = t.in[l] + x * t.pixel_step;
#pragma GCC unroll 8
    for (int s = 0; s + 1 < kSteps; ++s) {
#pragma GCC unroll 8
      for (int p = 0; p < P; ++p) {
        acc[p] = _mm512_fmadd_ps(Two(in + p * t.pixel_step + 2 * s),
                                 c.weights[l][s], acc[p]);
      }
    }
#pragma GCC unroll 8
    for (int p = 0; p < P; ++p) {
      const float last = in[p * t.pixel_step + 2 * (kSteps - 1)];
      acc[p] = _mm512_mask3_fmadd_ps(_mm512_set1_ps(last),
                                     c.weights[l][kSteps - 1], acc[p], kFirst);
    }
  }
  float* out = t.out + x * t.out_step;
#pragma GCC unroll 8
  for (int p = 0; p < P; p += 2) {
    // The instruction returns the second operand where either is NaN: NaN
    // propagates.
    const __m512 sums = Fold(acc[p], acc[p + 1 < P ? p + 1 : p]);
    const __m512 y = _mm512_min_ps(c.max, _mm512_max_ps(c.min, sums));
    _mm256_mask_storeu_ps(out + p * t.out_step, mask,
                          _mm512_castps512_ps256(y));
    if (p + 1 < P) {
      _mm256_mask_storeu_ps(out + (p + 1) * t.out_step, mask, UpperHalf(y));
    }
  }
}

}  // namespace

void GemmFloatNarrowAvx512(const GemmFloatTile& t) {
  TFLL_GEMM_BY_8(M, t.m, NarrowTile<M>(t))
}

void GemmFloatLineAvx512(const GemmFloatLine& t) {
  static_assert(kGemmLineRun % 2 == 1, "the last step has one depth");
  const auto mask = static_cast<__mmask8>((1u << t.n) - 1);
  Constants c;
  const float* rhs = t.rhs;
#pragma GCC unroll 8
  for (int l = 0; l < kRuns; ++l) {
#pragma GCC unroll 8
    for (int s = 0; s < kSteps; ++s, rhs += 2 * kColumns) {
      const __m512 two = s + 1 < kSteps
                             ? _mm512_loadu_ps(rhs)
                             : _mm512_zextps256_ps512(_mm256_loadu_ps(rhs));
      c.weights[l][s] = _mm512_permutexvar_ps(Interleave(), two);
    }
    rhs -= kColumns;
  }
  c.bias =
      t.bias == nullptr
          ? _mm512_setzero_ps()
          : _mm512_permutexvar_ps(
                Interleave(),
                _mm512_zextps256_ps512(_mm256_maskz_loadu_ps(mask, t.bias)));
  c.min = _mm512_set1_ps(t.min);
  c.max = _mm512_set1_ps(t.max);
  int64_t x = 0;
  for (; x + kPixels <= t.pixels; x += kPixels) Pixels<kPixels>(t, c, x, mask);
  for (; x < t.pixels; ++x) Pixels<1>(t, c, x, mask);
}

}  // namespace tflite::kernels

#endif
