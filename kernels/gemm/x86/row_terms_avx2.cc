// Compiled with AVX2 and FMA; see isa.h for what may be included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__)
#include <immintrin.h>

namespace tflite::kernels {
namespace {

constexpr int64_t kPiece = 16;
constexpr int kLanes = 8;

// The sum of n bytes, below 16.
inline uint64_t SumOfFew(const uint8_t* in, int64_t n, uint64_t flip) {
  uint64_t sum = 0;
  if (n >= 8) {
    uint64_t word;
    __builtin_memcpy(&word, in, sizeof(word));
    const __m128i parts =
        _mm_sad_epu8(_mm_cvtsi64_si128(static_cast<int64_t>(word ^ flip)),
                     _mm_setzero_si128());
    sum = static_cast<uint64_t>(_mm_cvtsi128_si64(parts));
    in += 8;
    n -= 8;
  }
  for (int64_t i = 0; i < n; ++i) sum += (in[i] ^ flip) & 0xFF;
  return sum;
}

}  // namespace

void SumRowsAvx2(const GemmRowSums& a) {
  const uint64_t flip = a.flip * uint64_t{0x0101010101010101};
  const __m128i flips = _mm_set1_epi64x(static_cast<int64_t>(flip));
  const __m128i zero = _mm_setzero_si128();
  for (int64_t i = 0; i < a.rows; ++i) {
    const uint8_t* row = a.in + i * a.stride;
    __m128i sums = zero;
    int64_t d = 0;
    for (; d + kPiece <= a.depth; d += kPiece) {
      const __m128i x = _mm_xor_si128(
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + d)), flips);
      sums = _mm_add_epi64(sums, _mm_sad_epu8(x, zero));
    }
    sums = _mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums));
    uint64_t sum = static_cast<uint64_t>(_mm_cvtsi128_si64(sums));
    sum += SumOfFew(row + d, a.depth - d, flip);
    a.out[i] = static_cast<int32_t>((static_cast<uint32_t>(sum) - a.excess) *
                                    static_cast<uint32_t>(a.factor));
  }
}

void AddRowTermsAvx2(int32_t* sums, int64_t pitch, int64_t rows,
                     int64_t columns, const int32_t* terms) {
  for (int64_t i = 0; i < rows; ++i, sums += pitch) {
    const __m256i term = _mm256_set1_epi32(terms[i]);
    for (int64_t j = 0; j < columns; j += kLanes) {
      auto* at = reinterpret_cast<__m256i*>(sums + j);
      _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at), term));
    }
  }
}

int32_t SumWordsAvx2(const int16_t* in, int64_t n) {
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i sums = _mm256_setzero_si256();
  int64_t i = 0;
  for (; i + kPiece <= n; i += kPiece) {
    const auto* at = reinterpret_cast<const __m256i*>(in + i);
    sums =
        _mm256_add_epi32(sums, _mm256_madd_epi16(_mm256_loadu_si256(at), ones));
  }
  __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums),
                               _mm256_extracti128_si256(sums, 1));
  four = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
  four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 1));
  auto sum = static_cast<uint32_t>(_mm_cvtsi128_si32(four));
  for (; i < n; ++i) sum += static_cast<uint32_t>(in[i]);
  return static_cast<int32_t>(sum);
}

}  // namespace tflite::kernels

#endif
