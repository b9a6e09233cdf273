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
// Results of a line in all channels before those that follow: a vector has half
// of a cache line, whose other half should not be loaded again.
constexpr int64_t kLineResults = 12;

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
        StoreTail(out, t.channels - c - v * kLanes, y);
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

// True if a line's bounds change results: infinite ones do not.
inline bool Clamps(const DepthwiseFloatLine& t) {
  return t.min > -__builtin_inff() || t.max < __builtin_inff();
}

// Stores P results of a line from x on.
template <int P, bool kTail>
inline void StoreLine(const DepthwiseFloatLine& t, int64_t c, int64_t x,
                      bool clamps, __m256 (&acc)[P]) {
  if (clamps) {
    const __m256 min = _mm256_set1_ps(t.min);
    const __m256 max = _mm256_set1_ps(t.max);
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p) {
      acc[p] = _mm256_min_ps(max, _mm256_max_ps(min, acc[p]));
    }
  }
  const int64_t step = t.out_step;
  const int64_t left = t.channels - c;
  float* out = t.out + x * step + c;
  TFLL_GEMM_UNROLL
  for (int p = 0; p < P; ++p, out += step) {
    if (kTail) {
      StoreTail(out, left, acc[p]);
    } else {
      _mm256_storeu_ps(out, acc[p]);
    }
  }
}

// P pixels from column x on, channels [c, c + kLanes); w holds the weights.
// Columns [kBegin, kEnd) of the filter. Each column of the image is loaded once
// for all taps that multiply it.
template <int L, int S, int P, bool kTail, int kBegin = 0, int kEnd = 3>
inline void LinePixels(const DepthwiseFloatLine& t, int64_t c, int64_t x,
                       __m256i mask, const __m256 (&w)[L][3], __m256 bias,
                       bool clamps) {
  constexpr int kColumns = (P - 1) * S + kEnd;
  __m256 acc[P];
  TFLL_GEMM_UNROLL
  for (int p = 0; p < P; ++p) acc[p] = bias;
  TFLL_GEMM_UNROLL
  for (int l = 0; l < L; ++l) {
    const float* in = t.in[l] + x * S * t.column_step + c;
    TFLL_GEMM_UNROLL
    for (int i = kBegin; i < kColumns; ++i) {
      const __m256 column = Load<kTail>(in + i * t.column_step, mask);
      TFLL_GEMM_UNROLL
      for (int tap = kBegin; tap < kEnd; ++tap) {
        const int p = (i - tap) / S;
        if (i >= tap && (i - tap) % S == 0 && p < P) {
          acc[p] = _mm256_fmadd_ps(column, w[l][tap], acc[p]);
        }
      }
    }
  }
  StoreLine<P, kTail>(t, c, x, clamps, acc);
}

// Results [begin, end) in one vector of channels.
template <int L, int S, bool kTail>
void LineChannels(const DepthwiseFloatLine& t, int64_t c, int64_t begin,
                  int64_t end) {
  const __m256i mask = TailMask8(t.channels - c);
  __m256 w[L][3];
  TFLL_GEMM_UNROLL
  for (int l = 0; l < L; ++l) {
    TFLL_GEMM_UNROLL
    for (int tap = 0; tap < 3; ++tap) {
      w[l][tap] = Load<kTail>(t.weights + (3 * l + tap) * t.tap_step + c, mask);
    }
  }
  const __m256 bias =
      t.bias == nullptr ? _mm256_setzero_ps() : Load<kTail>(t.bias + c, mask);
  const bool clamps = Clamps(t);
  int64_t x = begin;
  if (t.cut_first && x == 0) {
    LinePixels<L, S, 1, kTail, 1, 3>(t, c, x++, mask, w, bias, clamps);
  }
  const int64_t whole = t.cut_last && end == t.pixels ? end - 1 : end;
  constexpr int kAtOnce = kTail ? 2 : 4;  // the mask takes a register
  for (; x + kAtOnce <= whole; x += kAtOnce) {
    LinePixels<L, S, kAtOnce, kTail>(t, c, x, mask, w, bias, clamps);
  }
  if (!kTail && x + 2 <= whole) {
    LinePixels<L, S, 2, kTail>(t, c, x, mask, w, bias, clamps);
    x += 2;
  }
  for (; x < whole; ++x)
    LinePixels<L, S, 1, kTail>(t, c, x, mask, w, bias, clamps);
  if (x < end) LinePixels<L, S, 1, kTail, 0, 2>(t, c, x, mask, w, bias, clamps);
}

// Calls body(begin, end) for the parts of a line of results that are computed
// in all channels before the next part. The first results, which are cut, are
// computed one by one.
template <typename Body>
inline void ForEachPart(const DepthwiseFloatLine& t, const Body& body) {
  int64_t step = t.cut_first + kLineResults;
  for (int64_t begin = 0; begin < t.pixels; step = kLineResults) {
    const int64_t end =
        t.pixels - begin < 2 * kLineResults ? t.pixels : begin + step;
    body(begin, end);
    begin = end;
  }
}

template <int L, int S>
void Line(const DepthwiseFloatLine& t) {
  ForEachPart(t, [&](int64_t begin, int64_t end) {
    int64_t c = 0;
    for (; c + kLanes <= t.channels; c += kLanes) {
      LineChannels<L, S, false>(t, c, begin, end);
    }
    if (c < t.channels) LineChannels<L, S, true>(t, c, begin, end);
  });
}

// ---- lines of 5 taps ----

constexpr int kWide = 5;

// Multiples of a step, as numbers that the compiler knows nothing about: it
// would keep each multiple that it finds in a register, and there are too few.
struct Steps {
  explicit Steps(int64_t step)
      : one(step), two(2 * step), three(3 * step), four(4 * step) {
    asm volatile("" : "+r"(one), "+r"(two), "+r"(three), "+r"(four));
  }
  // Where column i is if `p` is where column i - i % 4 is.
  const float* At(const float* p, int i) const {
    const int64_t steps[] = {0, one, two, three};
    return p + steps[i % 4];
  }
  int64_t one, two, three, four;
};

// As LinePixels, with columns [kBegin, kEnd) of 5. The weights of a line are in
// registers at a time.
template <int S, int P, bool kTail, int kBegin = 0, int kEnd = kWide>
inline __attribute__((always_inline)) void WidePixels(
    const DepthwiseFloatLine& t, int64_t c, int64_t x, __m256i mask,
    bool clamps, const Steps& columns, const Steps& taps) {
  constexpr int kColumns = (P - 1) * S + kEnd;
  const __m256 bias =
      t.bias == nullptr ? _mm256_setzero_ps() : Load<kTail>(t.bias + c, mask);
  __m256 acc[P];
  TFLL_GEMM_UNROLL
  for (int p = 0; p < P; ++p) acc[p] = bias;
  const int64_t first = x * S * t.column_step + c;
  const float* weights = t.weights + c;
  TFLL_GEMM_ROLLED
  for (int l = 0; l < t.lines; ++l) {
    __m256 w[kWide];
    TFLL_GEMM_UNROLL
    for (int tap = kBegin; tap < kEnd; ++tap) {
      const float* from = tap < 4 ? weights : weights + taps.four;
      w[tap] = Load<kTail>(taps.At(from, tap), mask);
    }
    weights += taps.four + taps.one;
    const float* in = t.in[l] + first;
    TFLL_GEMM_UNROLL
    for (int i = kBegin; i < kColumns; ++i) {
      if (i > 0 && i % 4 == 0) in += columns.four;
      const __m256 column = Load<kTail>(columns.At(in, i), mask);
      TFLL_GEMM_UNROLL
      for (int tap = kBegin; tap < kEnd; ++tap) {
        const int p = (i - tap) / S;
        if (i >= tap && (i - tap) % S == 0 && p < P) {
          acc[p] = _mm256_fmadd_ps(column, w[tap], acc[p]);
        }
      }
    }
  }
  StoreLine<P, kTail>(t, c, x, clamps, acc);
}

// Results [begin, end) in one vector of channels.
template <int S, bool kTail>
__attribute__((noinline)) void WideChannels(const DepthwiseFloatLine& t,
                                            int64_t c, int64_t begin,
                                            int64_t end) {
  const __m256i mask = TailMask8(t.channels - c);
  const bool clamps = Clamps(t);
  const Steps columns(t.column_step), taps(t.tap_step);
  int64_t x = begin;
  for (; x < end && t.cut_first > x * S; ++x) {
    if (t.cut_first - x * S == 1) {
      WidePixels<S, 1, kTail, 1>(t, c, x, mask, clamps, columns, taps);
    } else {
      WidePixels<S, 1, kTail, 2>(t, c, x, mask, clamps, columns, taps);
    }
  }
  // Results from here on lack columns at the end.
  const int64_t cut = t.pixels - (t.cut_last + S - 1) / S;
  const int64_t whole = end < cut ? end : cut;
  if constexpr (!kTail) {
    constexpr int kMost = S == 1 ? 8 : 6, kHalf = kMost / 2;
    for (; x + kMost <= whole; x += kMost) {
      WidePixels<S, kMost, kTail>(t, c, x, mask, clamps, columns, taps);
    }
    for (; x + kHalf <= whole; x += kHalf) {
      WidePixels<S, kHalf, kTail>(t, c, x, mask, clamps, columns, taps);
    }
  }
  for (; x + 2 <= whole; x += 2)
    WidePixels<S, 2, kTail>(t, c, x, mask, clamps, columns, taps);
  for (; x < whole; ++x)
    WidePixels<S, 1, kTail>(t, c, x, mask, clamps, columns, taps);
  for (; x < end; ++x) {
    if (t.cut_last - (t.pixels - 1 - x) * S == 1) {
      WidePixels<S, 1, kTail, 0, kWide - 1>(t, c, x, mask, clamps, columns,
                                            taps);
    } else {
      WidePixels<S, 1, kTail, 0, kWide - 2>(t, c, x, mask, clamps, columns,
                                            taps);
    }
  }
}

template <int S>
void WideLine(const DepthwiseFloatLine& t) {
  ForEachPart(t, [&](int64_t begin, int64_t end) {
    int64_t c = 0;
    for (; c + kLanes <= t.channels; c += kLanes) {
      WideChannels<S, false>(t, c, begin, end);
    }
    if (c < t.channels) WideChannels<S, true>(t, c, begin, end);
  });
}

template <int S>
void Lines(const DepthwiseFloatLine& t) {
  if (t.taps == kWide) return WideLine<S>(t);
  switch (t.lines) {
    case 1:
      return Line<1, S>(t);
    case 2:
      return Line<2, S>(t);
    default:
      return Line<3, S>(t);
  }
}

}  // namespace

void DepthwiseFloatAvx2(const DepthwiseFloatTile& t) {
  TFLL_GEMM_BY_4(P, t.pixels, FloatPixels<P>(t))
}

void DepthwiseFloatLineAvx2(const DepthwiseFloatLine& t) {
  if (t.stride == 1) {
    Lines<1>(t);
  } else {
    Lines<2>(t);
  }
}

}  // namespace tflite::kernels

#endif
