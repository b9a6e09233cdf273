// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/depthwise_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include <immintrin.h>

namespace tflite::kernels {
namespace {

constexpr int kBlock = 64;
constexpr int kLanes = 16;

template <bool kTail>
inline __m512i LoadBytes(const uint8_t* p, __mmask64 mask, __m512i flip) {
  return _mm512_xor_si512(
      kTail ? _mm512_maskz_loadu_epi8(mask, p) : _mm512_loadu_si512(p), flip);
}

// Written out because gcc 12 copies the accumulator around the intrinsic.
inline __m512i Add(__m512i acc, __m512i left, __m512i right) {
  asm("vpdpbusd %2, %1, %0" : "+v"(acc) : "v"(left), "vm"(right));
  return acc;
}

// 128-bit lane l of vector v goes to lane v of out[l].
inline void TransposeLanes(const __m512i (&in)[4], __m512i (&out)[4]) {
  const __m512i a = _mm512_shuffle_i32x4(in[0], in[1], 0x44);
  const __m512i b = _mm512_shuffle_i32x4(in[0], in[1], 0xEE);
  const __m512i c = _mm512_shuffle_i32x4(in[2], in[3], 0x44);
  const __m512i d = _mm512_shuffle_i32x4(in[2], in[3], 0xEE);
  out[0] = _mm512_shuffle_i32x4(a, c, 0x88);
  out[1] = _mm512_shuffle_i32x4(a, c, 0xDD);
  out[2] = _mm512_shuffle_i32x4(b, d, 0x88);
  out[3] = _mm512_shuffle_i32x4(b, d, 0xDD);
}

// The block of channels from c on. Four taps at a time: their bytes side by
// side times their weights.
template <bool kTail, int kParts>
inline void Block(const DepthwiseIntTile& t, int64_t c, const int8_t* weights) {
  const __m512i flip = _mm512_set1_epi8(static_cast<char>(t.flip));
  const __mmask64 mask = (__mmask64{1} << (kTail ? t.channels - c : 0)) - 1;
  __m512i acc[4];
  for (int v = 0; v < 4; ++v) acc[v] = _mm512_setzero_si512();
  for (int64_t tap = 0; tap < t.taps;
       tap += 4, weights += kParts * 4 * kBlock) {
    const __m512i a0 = LoadBytes<kTail>(t.in[tap] + c, mask, flip);
    const __m512i a1 = LoadBytes<kTail>(t.in[tap + 1] + c, mask, flip);
    const __m512i a2 = LoadBytes<kTail>(t.in[tap + 2] + c, mask, flip);
    const __m512i a3 = LoadBytes<kTail>(t.in[tap + 3] + c, mask, flip);
    const __m512i low01 = _mm512_unpacklo_epi8(a0, a1);
    const __m512i low23 = _mm512_unpacklo_epi8(a2, a3);
    const __m512i high01 = _mm512_unpackhi_epi8(a0, a1);
    const __m512i high23 = _mm512_unpackhi_epi8(a2, a3);
    const __m512i left[4] = {_mm512_unpacklo_epi16(low01, low23),
                             _mm512_unpackhi_epi16(low01, low23),
                             _mm512_unpacklo_epi16(high01, high23),
                             _mm512_unpackhi_epi16(high01, high23)};
    for (int i = 0; i < 4 * kParts; ++i) {
      acc[i % 4] = Add(acc[i % 4], left[i % 4],
                       _mm512_loadu_si512(weights + i * kBlock));
    }
  }
  __m512i sums[4];
  TransposeLanes(acc, sums);
  for (int v = 0; v < 4; ++v) {
    const __m512i start = _mm512_loadu_si512(t.start + c + v * kLanes);
    _mm512_storeu_si512(t.acc + c + v * kLanes,
                        _mm512_add_epi32(sums[v], start));
  }
}

template <int kParts>
void Blocks(const DepthwiseIntTile& t) {
  const int8_t* weights = static_cast<const int8_t*>(t.weights);
  int64_t c = 0;
  for (; c + kBlock <= t.channels;
       c += kBlock, weights += kParts * t.taps * kBlock) {
    Block<false, kParts>(t, c, weights);
  }
  if (c < t.channels) Block<true, kParts>(t, c, weights);
}

}  // namespace

void DepthwiseBytesAvx512Vnni(const DepthwiseIntTile& t) {
  if (t.parts == 1) {
    Blocks<1>(t);
  } else {
    Blocks<2>(t);
  }
}

}  // namespace tflite::kernels

#endif
