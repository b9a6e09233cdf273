// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/depthwise_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include <immintrin.h>

namespace tflite {
namespace {

constexpr int kBlock = 64;
constexpr int kLanes = 16;

inline __m512i LoadBytes(const uint8_t* p, __mmask64 mask, __m512i flip) {
  return _mm512_xor_si512(_mm512_maskz_loadu_epi8(mask, p), flip);
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

}  // namespace

// Four taps at a time: their bytes side by side times their weights.
void DepthwiseBytesAvx512Vnni(const DepthwiseIntTile& t) {
  const __m512i flip = _mm512_set1_epi8(static_cast<char>(t.flip));
  const int8_t* weights = static_cast<const int8_t*>(t.weights);
  for (int64_t c = 0; c < t.channels; c += kBlock) {
    const int64_t n = t.channels - c;
    const __mmask64 mask =
        n >= kBlock ? ~__mmask64{0} : (__mmask64{1} << n) - 1;
    __m512i acc[4];
    for (int v = 0; v < 4; ++v) acc[v] = _mm512_setzero_si512();
    for (int64_t tap = 0; tap < t.taps; tap += 4, weights += 4 * kBlock) {
      const __m512i a0 = LoadBytes(t.in[tap] + c, mask, flip);
      const __m512i a1 = LoadBytes(t.in[tap + 1] + c, mask, flip);
      const __m512i a2 = LoadBytes(t.in[tap + 2] + c, mask, flip);
      const __m512i a3 = LoadBytes(t.in[tap + 3] + c, mask, flip);
      const __m512i low01 = _mm512_unpacklo_epi8(a0, a1);
      const __m512i low23 = _mm512_unpacklo_epi8(a2, a3);
      const __m512i high01 = _mm512_unpackhi_epi8(a0, a1);
      const __m512i high23 = _mm512_unpackhi_epi8(a2, a3);
      const __m512i left[4] = {_mm512_unpacklo_epi16(low01, low23),
                               _mm512_unpackhi_epi16(low01, low23),
                               _mm512_unpacklo_epi16(high01, high23),
                               _mm512_unpackhi_epi16(high01, high23)};
      for (int v = 0; v < 4; ++v) {
        acc[v] = _mm512_dpbusd_epi32(acc[v], left[v],
                                     _mm512_loadu_si512(weights + v * kBlock));
      }
    }
    __m512i sums[4];
    TransposeLanes(acc, sums);
    for (int v = 0; v < 4; ++v) {
      const __m512i start = _mm512_loadu_si512(t.start + c + v * kLanes);
      _mm512_storeu_si512(t.acc + c + v * kLanes, _mm512_add_epi32(sums[v], start));
    }
  }
}

}  // namespace tflite

#endif
