#ifndef KERNELS_MATH_BYTES_LANES_H_
#define KERNELS_MATH_BYTES_LANES_H_

#include <immintrin.h>

#include <cstdint>

// Vectors of the instruction set that the including source is compiled for.
// Everything is local to that source (see lanes.h of math/elementary).
namespace tflite::kernels {
namespace {

#define TFLL_LANES inline __attribute__((always_inline))

#if defined(__AVX512BW__)
constexpr int kLanes = 16;  // 32-bit elements of a vector
typedef __m512i Ints;
typedef __m512 Floats;
typedef __m128i Bytes;      // as many 8-bit elements
typedef __m256i HalfBytes;  // twice as many

TFLL_LANES Floats All(float x) { return _mm512_set1_ps(x); }
TFLL_LANES Ints AllInts(int32_t x) { return _mm512_set1_epi32(x); }
TFLL_LANES Ints AllWords(int x) {
  return _mm512_set1_epi16(static_cast<int16_t>(x));
}
TFLL_LANES Ints AllBytes(int x) {
  return _mm512_set1_epi8(static_cast<char>(x));
}
TFLL_LANES Floats LoadFloats(const float* p) { return _mm512_loadu_ps(p); }
TFLL_LANES Floats ToFloats(Ints v) { return _mm512_cvtepi32_ps(v); }
// What does not fit, and NaN, becomes the lowest integer.
TFLL_LANES Ints ToInts(Floats v) { return _mm512_cvtps_epi32(v); }
TFLL_LANES Floats Fma(Floats a, Floats b, Floats c) {
  return _mm512_fmadd_ps(a, b, c);
}
// kLanes and 2 kLanes stored bytes as integers of 32 and 16 bits.
template <bool kSigned>
TFLL_LANES Ints LoadInts(const uint8_t* p) {
  const Bytes v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return kSigned ? _mm512_cvtepi8_epi32(v) : _mm512_cvtepu8_epi32(v);
}
template <bool kSigned>
TFLL_LANES Ints LoadWords(const uint8_t* p) {
  const HalfBytes v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  return kSigned ? _mm512_cvtepi8_epi16(v) : _mm512_cvtepu8_epi16(v);
}
TFLL_LANES Ints SubWords(Ints a, Ints b) { return _mm512_sub_epi16(a, b); }
// Products of words, in the order that StoreBytes undoes.
TFLL_LANES void MulWords(Ints a, Ints b, Ints* first, Ints* second) {
  const Ints low = _mm512_mullo_epi16(a, b), high = _mm512_mulhi_epi16(a, b);
  *first = _mm512_unpacklo_epi16(low, high);
  *second = _mm512_unpackhi_epi16(low, high);
}
// `below` where v is negative.
TFLL_LANES Floats BySign(Ints v, Floats above, Floats below) {
  return _mm512_mask_mov_ps(above, _mm512_movepi32_mask(v), below);
}
// The upper halves of both by turns.
TFLL_LANES Ints Pack2(Ints a, Ints b) {
  return _mm512_mask_blend_epi16(0xAAAAAAAA, _mm512_srli_epi32(a, 16), b);
}
// The even bytes of each eight, then the odd ones: parts what Pack2 mixed.
TFLL_LANES Ints PartBytes(Ints v) {
  return _mm512_shuffle_epi8(
      v, _mm512_broadcast_i32x4(_mm_setr_epi8(0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12,
                                              14, 9, 11, 13, 15)));
}
// Saturated to bytes; each operand is of Pack2.
template <bool kSigned>
TFLL_LANES Ints PackBytes(Ints a, Ints b) {
  return kSigned ? _mm512_packs_epi16(a, b) : _mm512_packus_epi16(a, b);
}
template <bool kSigned>
TFLL_LANES Ints ClampBytes(Ints v, Ints low, Ints high) {
  return kSigned ? _mm512_min_epi8(_mm512_max_epi8(v, low), high)
                 : _mm512_min_epu8(_mm512_max_epu8(v, low), high);
}
// Stores what PackBytes has mixed in order. kByFours: its operands were packed
// from four consecutive vectors, otherwise from MulWords.
template <bool kByFours>
TFLL_LANES void StoreInOrder(Ints v, uint8_t* out) {
  const Ints order = kByFours ? _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2,
                                                  6, 10, 14, 3, 7, 11, 15)
                              : _mm512_setr_epi32(0, 1, 4, 5, 8, 9, 12, 13, 2,
                                                  3, 6, 7, 10, 11, 14, 15);
  _mm512_storeu_si512(out, _mm512_permutexvar_epi32(order, PartBytes(v)));
}
// Collects elements in which all bits of a mask are 0.
struct Doubts {
  TFLL_LANES explicit Doubts(int32_t mask) : bits(AllInts(mask)) {}
  TFLL_LANES void Look(Ints v) {
    clear = _mm512_mask_test_epi32_mask(clear, v, bits);
  }
  TFLL_LANES bool any() const { return clear != 0xFFFF; }
  Ints bits;
  __mmask16 clear = 0xFFFF;
};

#else  // AVX2
constexpr int kLanes = 8;
typedef __m256i Ints;
typedef __m256 Floats;

TFLL_LANES Floats All(float x) { return _mm256_set1_ps(x); }
TFLL_LANES Ints AllInts(int32_t x) { return _mm256_set1_epi32(x); }
TFLL_LANES Ints AllWords(int x) {
  return _mm256_set1_epi16(static_cast<int16_t>(x));
}
TFLL_LANES Ints AllBytes(int x) {
  return _mm256_set1_epi8(static_cast<char>(x));
}
TFLL_LANES Floats LoadFloats(const float* p) { return _mm256_loadu_ps(p); }
TFLL_LANES Floats ToFloats(Ints v) { return _mm256_cvtepi32_ps(v); }
TFLL_LANES Ints ToInts(Floats v) { return _mm256_cvtps_epi32(v); }
TFLL_LANES Floats Fma(Floats a, Floats b, Floats c) {
  return _mm256_fmadd_ps(a, b, c);
}
template <bool kSigned>
TFLL_LANES Ints LoadInts(const uint8_t* p) {
  const __m128i v = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
  return kSigned ? _mm256_cvtepi8_epi32(v) : _mm256_cvtepu8_epi32(v);
}
template <bool kSigned>
TFLL_LANES Ints LoadWords(const uint8_t* p) {
  const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return kSigned ? _mm256_cvtepi8_epi16(v) : _mm256_cvtepu8_epi16(v);
}
TFLL_LANES Ints SubWords(Ints a, Ints b) { return _mm256_sub_epi16(a, b); }
TFLL_LANES void MulWords(Ints a, Ints b, Ints* first, Ints* second) {
  const Ints low = _mm256_mullo_epi16(a, b), high = _mm256_mulhi_epi16(a, b);
  *first = _mm256_unpacklo_epi16(low, high);
  *second = _mm256_unpackhi_epi16(low, high);
}
TFLL_LANES Floats BySign(Ints v, Floats above, Floats below) {
  return _mm256_blendv_ps(above, below, _mm256_castsi256_ps(v));
}
TFLL_LANES Ints Pack2(Ints a, Ints b) {
  return _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xAA);
}
TFLL_LANES Ints PartBytes(Ints v) {
  return _mm256_shuffle_epi8(
      v, _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 2, 4, 6, 1, 3, 5, 7, 8,
                                                   10, 12, 14, 9, 11, 13, 15)));
}
template <bool kSigned>
TFLL_LANES Ints PackBytes(Ints a, Ints b) {
  return kSigned ? _mm256_packs_epi16(a, b) : _mm256_packus_epi16(a, b);
}
template <bool kSigned>
TFLL_LANES Ints ClampBytes(Ints v, Ints low, Ints high) {
  return kSigned ? _mm256_min_epi8(_mm256_max_epi8(v, low), high)
                 : _mm256_min_epu8(_mm256_max_epu8(v, low), high);
}
template <bool kByFours>
TFLL_LANES void StoreInOrder(Ints v, uint8_t* out) {
  v = PartBytes(v);
  v = kByFours ? _mm256_permutevar8x32_epi32(
                     v, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))
               : _mm256_permute4x64_epi64(v, 0xD8);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), v);
}
struct Doubts {
  TFLL_LANES explicit Doubts(int32_t mask)
      : bits(AllInts(mask)), found(_mm256_setzero_si256()) {}
  TFLL_LANES void Look(Ints v) {
    found = _mm256_or_si256(found, _mm256_cmpeq_epi32(_mm256_and_si256(v, bits),
                                                      _mm256_setzero_si256()));
  }
  TFLL_LANES bool any() const { return _mm256_movemask_epi8(found) != 0; }
  Ints bits, found;
};
#endif

// Saturated to bytes within [low, high] and stored; each operand is of Pack2.
template <bool kSigned, bool kByFours>
TFLL_LANES void StoreBytes(Ints a, Ints b, Ints low, Ints high, uint8_t* out) {
  StoreInOrder<kByFours>(
      ClampBytes<kSigned>(PackBytes<kSigned>(a, b), low, high), out);
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_BYTES_LANES_H_
