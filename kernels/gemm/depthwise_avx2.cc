// Compiled with AVX2 and FMA; see isa.h for what may be included.
#include "kernels/gemm/depthwise_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 8;
constexpr int kVectors = 2;  // of floats at a time
constexpr int kBlock = 16;   // channels of the integer kernel

template <bool kTail>
inline __m256 Load(const float* p, __m256i mask) {
  return kTail ? _mm256_maskload_ps(p, mask) : _mm256_loadu_ps(p);
}

// kVectors vectors from channel c on.
template <int P, bool kTail>
inline void FloatChannels(const DepthwiseFloatTile& t, int64_t c) {
  __m256i masks[kVectors];
  __m256 acc[P][kVectors];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < kVectors; ++v) {
    masks[v] = TailMask8(t.channels - c - v * kLanes);
    const __m256 bias = t.bias == nullptr
                            ? _mm256_setzero_ps()
                            : Load<kTail>(t.bias + c + v * kLanes, masks[v]);
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p) acc[p][v] = bias;
  }
  const float* in = t.in + c;
  const float* weights = t.weights + c;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* from = in + t.offsets[tap];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const __m256 w =
          Load<kTail>(weights + t.weight_offsets[tap] + v * kLanes, masks[v]);
      TFLL_GEMM_UNROLL
      for (int p = 0; p < P; ++p) {
        acc[p][v] = _mm256_fmadd_ps(
            Load<kTail>(from + p * t.pixel_step + v * kLanes, masks[v]), w,
            acc[p][v]);
      }
    }
  }
  const __m256 min = _mm256_set1_ps(t.min);
  const __m256 max = _mm256_set1_ps(t.max);
  TFLL_GEMM_UNROLL
  for (int p = 0; p < P; ++p) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < kVectors; ++v) {
      const __m256 y = _mm256_min_ps(max, _mm256_max_ps(min, acc[p][v]));
      float* out = t.out + p * t.out_step + c + v * kLanes;
      if (kTail) {
        _mm256_maskstore_ps(out, masks[v], y);
      } else {
        _mm256_storeu_ps(out, y);
      }
    }
  }
}

template <int P>
void FloatPixels(const DepthwiseFloatTile& t) {
  constexpr int64_t kStep = kVectors * kLanes;
  int64_t c = 0;
  for (; c + kStep <= t.channels; c += kStep) FloatChannels<P, false>(t, c);
  if (c < t.channels) FloatChannels<P, true>(t, c);
}

// n bytes, fewer than a block, and zeros. Reads nothing beyond them: pieces
// that overlap, shifted to their places.
inline __m128i LoadFew(const uint8_t* p, int64_t n) {
  if (n >= 8) {
    const __m128i first = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    const __m128i last =
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p + n - 8));
    const __m128i shift = _mm_cvtsi64_si128(8 * (16 - n));
    return _mm_unpacklo_epi64(first, _mm_srl_epi64(last, shift));
  }
  uint64_t word = 0;
  if (n >= 4) {
    uint32_t first, last;
    __builtin_memcpy(&first, p, 4);
    __builtin_memcpy(&last, p + n - 4, 4);
    word = first | static_cast<uint64_t>(last) << (8 * (n - 4));
  } else {
    for (int64_t j = n - 1; j >= 0; --j) word = word << 8 | p[j];
  }
  return _mm_cvtsi64_si128(static_cast<int64_t>(word));
}

template <bool kUnsigned>
inline __m256i LoadWide(const uint8_t* p, int64_t n, __m256i zero_point) {
  const __m128i bytes =
      n >= kBlock ? _mm_loadu_si128(reinterpret_cast<const __m128i*>(p))
                  : LoadFew(p, n);
  const __m256i wide =
      kUnsigned ? _mm256_cvtepu8_epi16(bytes) : _mm256_cvtepi8_epi16(bytes);
  return _mm256_sub_epi16(wide, zero_point);
}

inline __m256i LoadIntegers(const void* p) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(p));
}

// Two taps at a time: their values side by side times their weights.
template <bool kUnsigned>
void Int16Blocks(const DepthwiseIntTile& t) {
  const __m256i zero_point =
      _mm256_set1_epi16(static_cast<int16_t>(t.zero_point));
  const int16_t* weights = static_cast<const int16_t*>(t.weights);
  for (int64_t c = 0; c < t.channels; c += kBlock) {
    const int64_t n = t.channels - c;
    __m256i low = _mm256_setzero_si256();
    __m256i high = low;
    for (int64_t tap = 0; tap < t.taps; tap += 2, weights += 2 * kBlock) {
      const __m256i a = LoadWide<kUnsigned>(t.in[tap] + c, n, zero_point);
      const __m256i b = LoadWide<kUnsigned>(t.in[tap + 1] + c, n, zero_point);
      low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b),
                                                    LoadIntegers(weights)));
      high = _mm256_add_epi32(
          high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b),
                                  LoadIntegers(weights + kBlock)));
    }
    const __m256i first = _mm256_permute2x128_si256(low, high, 0x20);
    const __m256i second = _mm256_permute2x128_si256(low, high, 0x31);
    __m256i* acc = reinterpret_cast<__m256i*>(t.acc + c);
    _mm256_storeu_si256(acc,
                        _mm256_add_epi32(first, LoadIntegers(t.start + c)));
    _mm256_storeu_si256(
        acc + 1, _mm256_add_epi32(second, LoadIntegers(t.start + c + kLanes)));
  }
}

}  // namespace

void DepthwiseFloatAvx2(const DepthwiseFloatTile& t) {
  TFLL_GEMM_BY_4(P, t.pixels, FloatPixels<P>(t))
}

void DepthwiseInt16Avx2(const DepthwiseIntTile& t) {
  if (t.is_unsigned) {
    Int16Blocks<true>(t);
  } else {
    Int16Blocks<false>(t);
  }
}

}  // namespace tflite::kernels

#endif
