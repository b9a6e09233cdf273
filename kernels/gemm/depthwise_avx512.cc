// Compiled with AVX-512 F, BW, DQ and VL; see isa.h for what may be included.
#include "kernels/gemm/depthwise_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__)
#include <immintrin.h>

#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 16;
constexpr int kVectors = 2;

template <bool kTail>
inline __m512 Load(const float* p, __mmask16 mask) {
  return kTail ? _mm512_maskz_loadu_ps(mask, p) : _mm512_loadu_ps(p);
}

// V vectors from channel c on.
template <int P, int V, bool kTail>
inline void FloatChannels(const DepthwiseFloatTile& t, int64_t c) {
  __mmask16 masks[V];
  __m512 acc[P][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    masks[v] = TailMask16(t.channels - c - v * kLanes);
    const __m512 bias = t.bias == nullptr
                            ? _mm512_setzero_ps()
                            : Load<kTail>(t.bias + c + v * kLanes, masks[v]);
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p) acc[p][v] = bias;
  }
  const float* in = t.in + c;
  const float* weights = t.weights + c;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* from = in + t.offsets[tap];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      const __m512 w =
          Load<kTail>(weights + t.weight_offsets[tap] + v * kLanes, masks[v]);
      TFLL_GEMM_UNROLL
      for (int p = 0; p < P; ++p) {
        acc[p][v] = _mm512_fmadd_ps(
            Load<kTail>(from + p * t.pixel_step + v * kLanes, masks[v]), w,
            acc[p][v]);
      }
    }
  }
  const __m512 min = _mm512_set1_ps(t.min);
  const __m512 max = _mm512_set1_ps(t.max);
  TFLL_GEMM_UNROLL
  for (int p = 0; p < P; ++p) {
    TFLL_GEMM_UNROLL
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

// P pixels from column x on, channels [c, c + kLanes); w holds the weights.
// Columns [begin, end) of the filter.
template <int L, int S, int P, bool kTail, int kBegin = 0, int kEnd = 3>
inline void LinePixels(const DepthwiseFloatLine& t, int64_t c, int64_t x,
                       __mmask16 mask, const __m512 (&w)[L][3], __m512 bias) {
  constexpr int kColumns = (P - 1) * S + 3;
  __m512 acc[P];
  for (int p = 0; p < P; ++p) acc[p] = bias;
  for (int l = 0; l < L; ++l) {
    const float* in = t.in[l] + x * S * t.column_step + c;
    __m512 column[kColumns];
    for (int i = kBegin; i < kColumns - (3 - kEnd); ++i) {
      column[i] = Load<kTail>(in + i * t.column_step, mask);
    }
    for (int tap = kBegin; tap < kEnd; ++tap) {
      for (int p = 0; p < P; ++p) {
        acc[p] = _mm512_fmadd_ps(column[p * S + tap], w[l][tap], acc[p]);
      }
    }
  }
  const __m512 min = _mm512_set1_ps(t.min);
  const __m512 max = _mm512_set1_ps(t.max);
  for (int p = 0; p < P; ++p) {
    const __m512 y = _mm512_min_ps(max, _mm512_max_ps(min, acc[p]));
    float* out = t.out + (x + p) * t.out_step + c;
    if (kTail) {
      _mm512_mask_storeu_ps(out, mask, y);
    } else {
      _mm512_storeu_ps(out, y);
    }
  }
}

template <int L, int S, bool kTail>
void LineChannels(const DepthwiseFloatLine& t, int64_t c) {
  const __mmask16 mask = TailMask16(t.channels - c);
  __m512 w[L][3];
  for (int l = 0; l < L; ++l) {
    for (int tap = 0; tap < 3; ++tap) {
      w[l][tap] = Load<kTail>(t.weights + (3 * l + tap) * t.tap_step + c, mask);
    }
  }
  const __m512 bias =
      t.bias == nullptr ? _mm512_setzero_ps() : Load<kTail>(t.bias + c, mask);
  int64_t x = 0;
  if (t.cut_first) {
    LinePixels<L, S, 1, kTail, 1, 3>(t, c, x++, mask, w, bias);
  }
  const int64_t end = t.pixels - (t.cut_last ? 1 : 0);
  for (; x + 4 <= end; x += 4) {
    LinePixels<L, S, 4, kTail>(t, c, x, mask, w, bias);
  }
  for (; x < end; ++x) LinePixels<L, S, 1, kTail>(t, c, x, mask, w, bias);
  if (t.cut_last) {
    LinePixels<L, S, 1, kTail, 0, 2>(t, c, x, mask, w, bias);
  }
}

template <int L, int S>
void Line(const DepthwiseFloatLine& t) {
  int64_t c = 0;
  for (; c + kLanes <= t.channels; c += kLanes) LineChannels<L, S, false>(t, c);
  if (c < t.channels) LineChannels<L, S, true>(t, c);
}

template <int S>
void Lines(const DepthwiseFloatLine& t) {
  switch (t.lines) {
    case 1:
      return Line<1, S>(t);
    case 2:
      return Line<2, S>(t);
    default:
      return Line<3, S>(t);
  }
}

template <int P>
void FloatPixels(const DepthwiseFloatTile& t) {
  constexpr int64_t kStep = kVectors * kLanes;
  int64_t c = 0;
  for (; c + kStep <= t.channels; c += kStep)
    FloatChannels<P, kVectors, false>(t, c);
  for (; c < t.channels; c += kLanes) FloatChannels<P, 1, true>(t, c);
}

}  // namespace

void DepthwiseFloatAvx512(const DepthwiseFloatTile& t) {
  TFLL_GEMM_BY_4(P, t.pixels, FloatPixels<P>(t))
}

void DepthwiseFloatLineAvx512(const DepthwiseFloatLine& t) {
  if (t.stride == 1) {
    Lines<1>(t);
  } else {
    Lines<2>(t);
  }
}

}  // namespace tflite::kernels

#endif
