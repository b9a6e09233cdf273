// Compiled with AVX2 and FMA; see isa.h for what may be included.
#include "kernels/gemm/pack_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/pack_blocks.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 8;

// Eight words of eight columns.
inline void Transpose8(const PackWordsArgs& a, int64_t column, int64_t word) {
  const __m256i flip = _mm256_set1_epi32(static_cast<int>(a.flip));
  __m256i r[kLanes];
  for (int i = 0; i < kLanes; ++i) {
    const uint8_t* in = a.in + (column + i) * a.column_stride + 4 * word;
    r[i] = _mm256_xor_si256(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in)), flip);
  }
  __m256i p[kLanes];  // words of two columns side by side
  for (int i = 0; i < 4; ++i) {
    p[2 * i] = _mm256_unpacklo_epi32(r[2 * i], r[2 * i + 1]);
    p[2 * i + 1] = _mm256_unpackhi_epi32(r[2 * i], r[2 * i + 1]);
  }
  __m256i q[kLanes];  // of four: q[w] low lane word w, high lane word w + 4
  for (int i = 0; i < 2; ++i) {
    q[4 * i] = _mm256_unpacklo_epi64(p[4 * i], p[4 * i + 2]);
    q[4 * i + 1] = _mm256_unpackhi_epi64(p[4 * i], p[4 * i + 2]);
    q[4 * i + 2] = _mm256_unpacklo_epi64(p[4 * i + 1], p[4 * i + 3]);
    q[4 * i + 3] = _mm256_unpackhi_epi64(p[4 * i + 1], p[4 * i + 3]);
  }
  uint32_t* out = a.out + word * a.width + column;
  for (int w = 0; w < 4; ++w) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + w * a.width),
                        _mm256_permute2x128_si256(q[w], q[w + 4], 0x20));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + (w + 4) * a.width),
                        _mm256_permute2x128_si256(q[w], q[w + 4], 0x31));
  }
}

constexpr int64_t kPiece = 16;  // bytes that widen to a vector

template <bool kUnsigned>
inline void WidenPiece(const uint8_t* in, __m256i zero_point, int16_t* out) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
  const __m256i wide =
      kUnsigned ? _mm256_cvtepu8_epi16(bytes) : _mm256_cvtepi8_epi16(bytes);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                      _mm256_sub_epi16(wide, zero_point));
}

template <bool kUnsigned>
inline void WidenHalf(const uint8_t* in, __m256i zero_point, int16_t* out) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(in));
  const __m128i wide =
      kUnsigned ? _mm_cvtepu8_epi16(bytes) : _mm_cvtepi8_epi16(bytes);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                   _mm_sub_epi16(wide, _mm256_castsi256_si128(zero_point)));
}

// The last piece may overlap the one before it.
template <bool kUnsigned>
void Widen(const WidenArgs& a) {
  const __m256i zero_point = _mm256_set1_epi16(a.zero_point);
  if (a.n >= kPiece) {
    int64_t i = 0;
    for (; i + kPiece <= a.n; i += kPiece) {
      WidenPiece<kUnsigned>(a.in + i, zero_point, a.out + i);
    }
    if (i == a.n) return;
    i = a.n - kPiece;
    return WidenPiece<kUnsigned>(a.in + i, zero_point, a.out + i);
  }
  if (a.n >= kPiece / 2) {
    WidenHalf<kUnsigned>(a.in, zero_point, a.out);
    const int64_t i = a.n - kPiece / 2;
    return WidenHalf<kUnsigned>(a.in + i, zero_point, a.out + i);
  }
  for (int64_t i = 0; i < a.n; ++i) {
    const int value = kUnsigned ? a.in[i] : static_cast<int8_t>(a.in[i]);
    a.out[i] = static_cast<int16_t>(value - a.zero_point);
  }
}

}  // namespace

void PackWordsAvx2(const PackWordsArgs& a) {
  PackBlocks<kLanes, Transpose8>(a);
}

void WidenBytesAvx2(const WidenArgs& a) {
  a.is_unsigned ? Widen<true>(a) : Widen<false>(a);
}

void FlipBytesAvx2(const FlipArgs& a) {
  constexpr int64_t kBytes = 32;
  static_assert(kLeastFlipped >= 2 * kBytes, "two vectors at a time");
  const __m256i flip = _mm256_set1_epi8(static_cast<char>(a.flip));
  const auto copy = [&](int64_t at) {
    const auto* in = reinterpret_cast<const __m256i*>(a.in + at);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(a.out + at),
                        _mm256_xor_si256(_mm256_loadu_si256(in), flip));
  };
  for (int64_t i = 0; i < a.n - 2 * kBytes; i += 2 * kBytes) {
    copy(i);
    copy(i + kBytes);
  }
  // These may overlap what has been copied.
  copy(a.n - 2 * kBytes);
  copy(a.n - kBytes);
}

uint32_t SumBytesAvx2(const uint8_t* in, int64_t n, uint8_t flip) {
  const __m256i flips = _mm256_set1_epi8(static_cast<char>(flip));
  __m256i sums = _mm256_setzero_si256();
  int64_t i = 0;
  for (; i + 32 <= n; i += 32) {
    const __m256i x = _mm256_xor_si256(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in + i)), flips);
    sums = _mm256_add_epi64(sums, _mm256_sad_epu8(x, _mm256_setzero_si256()));
  }
  alignas(32) uint64_t parts[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(parts), sums);
  uint64_t sum = parts[0] + parts[1] + parts[2] + parts[3];
  for (; i < n; ++i) sum += static_cast<uint8_t>(in[i] ^ flip);
  return static_cast<uint32_t>(sum);
}

}  // namespace tflite::kernels

#endif
