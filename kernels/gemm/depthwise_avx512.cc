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

template <bool kTail>
inline __attribute__((always_inline)) void StoreClamped(
    const DepthwiseFloatLine& t, __m512 sum, __mmask16 mask, float* out) {
  const __m512 y = _mm512_min_ps(_mm512_set1_ps(t.max),
                                 _mm512_max_ps(_mm512_set1_ps(t.min), sum));
  if (kTail) {
    _mm512_mask_storeu_ps(out, mask, y);
  } else {
    _mm512_storeu_ps(out, y);
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
  for (int p = 0; p < P; ++p) {
    StoreClamped<kTail>(t, acc[p], mask, t.out + (x + p) * t.out_step + c);
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

// R rows of results, channels [c, c + kLanes), from column to column. The three
// columns that a result reads are in registers, each in place x % 3, so that an
// element is read once for all results that it is part of.
template <int R, int S, bool kTail>
class Band {
 public:
  static constexpr int kLines = (R - 1) * S + 3;

  Band(const DepthwiseFloatLine& line, int64_t channel)
      : t(line), c(channel), mask(TailMask16(line.channels - channel)) {
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) {
      TFLL_GEMM_UNROLL
      for (int tap = 0; tap < 3; ++tap) {
        w[l][tap] =
            Load<kTail>(t.weights + (3 * l + tap) * t.tap_step + c, mask);
      }
    }
    bias =
        t.bias == nullptr ? _mm512_setzero_ps() : Load<kTail>(t.bias + c, mask);
  }

  // Columns [x, end).
  __attribute__((noinline)) void Run(int64_t x, int64_t end) const {
    if (x == 0 && t.cut_first) CutColumn<1, 3>(x++);
    const bool cut_last = end == t.pixels && t.cut_last;
    if (cut_last) --end;
    if (x < end) {
      const Band band = *this;  // which no store can change
      __m512 columns[kLines][3];
      TFLL_GEMM_UNROLL
      for (int i = 0; i < 3 - S; ++i) band.LoadColumn(x * S + i, i, columns);
      for (; x + 3 <= end; x += 3) {
        band.template Column<0>(x, columns);
        band.template Column<1>(x + 1, columns);
        band.template Column<2>(x + 2, columns);
      }
      if (x < end) band.template Column<0>(x++, columns);
      if (x < end) band.template Column<1>(x++, columns);
    }
    if (cut_last) CutColumn<0, 2>(end);
  }

 private:
  inline __attribute__((always_inline)) void LoadColumn(
      int64_t x, int place, __m512 (&columns)[kLines][3]) const {
    TFLL_GEMM_UNROLL
    for (int l = 0; l < kLines; ++l) {
      columns[l][place] = Load<kTail>(t.in[l] + x * t.column_step + c, mask);
    }
  }

  // Results of column x, which is `kStep` of three.
  template <int kStep>
  inline __attribute__((always_inline)) void Column(
      int64_t x, __m512 (&columns)[kLines][3]) const {
    TFLL_GEMM_UNROLL
    for (int i = 3 - S; i < 3; ++i) {
      LoadColumn(x * S + i, (kStep * S + i) % 3, columns);
    }
    TFLL_GEMM_UNROLL
    for (int r = 0; r < R; ++r) {
      __m512 sum = bias;
      TFLL_GEMM_UNROLL
      for (int l = 0; l < 3; ++l) {
        TFLL_GEMM_UNROLL
        for (int tap = 0; tap < 3; ++tap) {
          sum = _mm512_fmadd_ps(columns[r * S + l][(kStep * S + tap) % 3],
                                w[l][tap], sum);
        }
      }
      StoreClamped<kTail>(t, sum, mask,
                          t.out + r * t.out_row_step + x * t.out_step + c);
    }
  }

  // Column x of each row without some of the taps.
  template <int kBegin, int kEnd>
  void CutColumn(int64_t x) const {
    DepthwiseFloatLine row = t;
    TFLL_GEMM_UNROLL
    for (int r = 0; r < R; ++r) {
      for (int l = 0; l < 3; ++l) row.in[l] = t.in[r * S + l];
      LinePixels<3, S, 1, kTail, kBegin, kEnd>(row, c, x, mask, w, bias);
      row.out += t.out_row_step;
    }
  }

  const DepthwiseFloatLine& t;
  const int64_t c;
  const __mmask16 mask;
  __m512 w[3][3], bias;
};

template <int L, int S>
void Line(const DepthwiseFloatLine& t) {
  int64_t c = 0;
  for (; c + kLanes <= t.channels; c += kLanes) LineChannels<L, S, false>(t, c);
  if (c < t.channels) LineChannels<L, S, true>(t, c);
}

// Pixels that are a multiple of 2 KB apart share two sets of the first-level
// cache: the channels of a few pixels at a time miss it less often.
constexpr int64_t kFarApart = 512;  // floats
constexpr int64_t kFewColumns = 6;

template <int R, int S>
void RowsOfLines(const DepthwiseFloatLine& t) {
  const int64_t step = t.column_step % kFarApart == 0 ? kFewColumns : t.pixels;
  for (int64_t x = 0; x < t.pixels; x += step) {
    const int64_t end = x + step < t.pixels ? x + step : t.pixels;
    int64_t c = 0;
    for (; c + kLanes <= t.channels; c += kLanes) {
      Band<R, S, false>(t, c).Run(x, end);
    }
    if (c < t.channels) Band<R, S, true>(t, c).Run(x, end);
  }
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

// P pixels from column x on by lines of 5 taps, without the first columns and
// the last ones of what they read, two at most. The weights of a line are in
// registers at a time.
template <int S, int P, bool kTail>
inline void WidePixels(const DepthwiseFloatLine& t, int64_t c, int64_t x,
                       int64_t first, int64_t last, __mmask16 mask) {
  constexpr int kTaps = 5, kColumns = (P - 1) * S + kTaps;
  __m512 acc[P];
  acc[0] =
      t.bias == nullptr ? _mm512_setzero_ps() : Load<kTail>(t.bias + c, mask);
  TFLL_GEMM_UNROLL
  for (int p = 1; p < P; ++p) acc[p] = acc[0];
  const float* weights = t.weights + c;
  for (int l = 0; l < t.lines; ++l) {
    __m512 w[kTaps];
    TFLL_GEMM_UNROLL
    for (int tap = 0; tap < kTaps; ++tap, weights += t.tap_step) {
      w[tap] = Load<kTail>(weights, mask);
    }
    const float* in = t.in[l] + x * S * t.column_step + c;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kColumns; ++i, in += t.column_step) {
      if (i < kTaps / 2 && i < first) continue;
      if (i >= kColumns - kTaps / 2 && i >= kColumns - last) continue;
      const __m512 column = Load<kTail>(in, mask);
      TFLL_GEMM_UNROLL
      for (int tap = 0; tap < kTaps; ++tap) {
        const int p = (i - tap) / S;
        if (i >= tap && (i - tap) % S == 0 && p < P) {
          acc[p] = _mm512_fmadd_ps(column, w[tap], acc[p]);
        }
      }
    }
  }
  TFLL_GEMM_UNROLL
  for (int p = 0; p < P; ++p) {
    StoreClamped<kTail>(t, acc[p], mask, t.out + (x + p) * t.out_step + c);
  }
}

// All channels of a few pixels, so that what is read is adjacent.
template <int S, int P>
void WideColumns(const DepthwiseFloatLine& t, int64_t x) {
  const int64_t first = t.cut_first - x * S;
  const int64_t last = t.cut_last - (t.pixels - x - P) * S;
  int64_t c = 0;
  for (; c + kLanes <= t.channels; c += kLanes) {
    WidePixels<S, P, false>(t, c, x, first, last, 0);
  }
  if (c < t.channels) {
    WidePixels<S, P, true>(t, c, x, first, last, TailMask16(t.channels - c));
  }
}

template <int S>
void WideLine(const DepthwiseFloatLine& t) {
  // Many images have a multiple of 7 columns.
  constexpr int kMost = S == 1 ? 7 : 6;
  int64_t x = 0;
  for (; x + kMost <= t.pixels; x += kMost) WideColumns<S, kMost>(t, x);
  for (; x + 4 <= t.pixels; x += 4) WideColumns<S, 4>(t, x);
  for (; x + 2 <= t.pixels; x += 2) WideColumns<S, 2>(t, x);
  if (x < t.pixels) WideColumns<S, 1>(t, x);
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
  if (t.taps == 5) return t.stride == 1 ? WideLine<1>(t) : WideLine<2>(t);
  if (t.stride == 1) {
    if (t.rows == 3) return RowsOfLines<3, 1>(t);
    if (t.rows == 2) return RowsOfLines<2, 1>(t);
    return Lines<1>(t);
  }
  if (t.rows == 1) return Lines<2>(t);
  // Five lines with pixels in as few sets of the cache displace each other.
  if (t.column_step % (kFarApart / 2) != 0) return RowsOfLines<2, 2>(t);
  DepthwiseFloatLine row = t;
  for (int r = 0; r < t.rows; ++r, row.out += t.out_row_step) {
    for (int l = 0; l < 3; ++l) row.in[l] = t.in[r * t.stride + l];
    Lines<2>(row);
  }
}

}  // namespace tflite::kernels

#endif
