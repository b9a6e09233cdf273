// Compiled with AVX-512 F, BW, DQ and VL; see isa.h for what may be included.
#include "kernels/gemm/depthwise_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__)
#include <immintrin.h>

namespace tflite {
namespace {

constexpr int kLanes = 16;
constexpr int kVectors = 2;

inline __mmask16 TailMask(int64_t n) {
  return n >= kLanes ? 0xFFFF : n <= 0 ? 0 : static_cast<__mmask16>((1u << n) - 1);
}

template <bool kTail>
inline __m512 Load(const float* p, __mmask16 mask) {
  return kTail ? _mm512_maskz_loadu_ps(mask, p) : _mm512_loadu_ps(p);
}

// V vectors from channel c on.
template <int P, int V, bool kTail>
inline void FloatChannels(const DepthwiseFloatTile& t, int64_t c) {
  __mmask16 masks[V];
  __m512 acc[P][V];
  for (int v = 0; v < V; ++v) {
    masks[v] = TailMask(t.channels - c - v * kLanes);
    const __m512 bias = t.bias == nullptr
                            ? _mm512_setzero_ps()
                            : Load<kTail>(t.bias + c + v * kLanes, masks[v]);
    for (int p = 0; p < P; ++p) acc[p][v] = bias;
  }
  const float* in = t.in + c;
  const float* weights = t.weights + c;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* from = in + t.offsets[tap];
    for (int v = 0; v < V; ++v) {
      const __m512 w =
          Load<kTail>(weights + t.weight_offsets[tap] + v * kLanes, masks[v]);
      for (int p = 0; p < P; ++p) {
        acc[p][v] = _mm512_fmadd_ps(
            Load<kTail>(from + p * t.pixel_step + v * kLanes, masks[v]), w, acc[p][v]);
      }
    }
  }
  const __m512 min = _mm512_set1_ps(t.min);
  const __m512 max = _mm512_set1_ps(t.max);
  for (int p = 0; p < P; ++p) {
    for (int v = 0; v < V; ++v) {
      const __m512 y = _mm512_min_ps(max, _mm512_max_ps(min, acc[p][v]));
      float* out = t.out + p * t.out_step + c + v * kLanes;
      if (kTail) {
        _mm512_mask_storeu_ps(out, masks[v], y);
      } else {
        _mm512_storeu_ps(out, y);
      }
    }
  }
}

template <int P>
void FloatPixels(const DepthwiseFloatTile& t) {
  constexpr int64_t kStep = kVectors * kLanes;
  int64_t c = 0;
  for (; c + kStep <= t.channels; c += kStep) FloatChannels<P, kVectors, false>(t, c);
  for (; c < t.channels; c += kLanes) FloatChannels<P, 1, true>(t, c);
}

}  // namespace

void DepthwiseFloatAvx512(const DepthwiseFloatTile& t) {
  switch (t.pixels) {
    case 1: return FloatPixels<1>(t);
    case 2: return FloatPixels<2>(t);
    case 3: return FloatPixels<3>(t);
    default: return FloatPixels<4>(t);
  }
}

}  // namespace tflite

#endif
