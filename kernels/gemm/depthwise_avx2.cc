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

// n: with kTail, fewer than a block.
template <bool kUnsigned, bool kTail>
inline __m256i LoadWide(const uint8_t* p, int64_t n) {
  const __m128i bytes =
      kTail ? LoadFew(p, n)
            : _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  return kUnsigned ? _mm256_cvtepu8_epi16(bytes) : _mm256_cvtepi8_epi16(bytes);
}

inline __m256i LoadIntegers(const void* p) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(p));
}

// Sums of 16 channels in the order in which unpacking leaves them: 4 of the low
// half, then 4 of the high one.
inline void StoreSums(__m256i low, __m256i high, const int32_t* start,
                      int32_t* out) {
  const __m256i first = _mm256_permute2x128_si256(low, high, 0x20);
  const __m256i second = _mm256_permute2x128_si256(low, high, 0x31);
  __m256i* acc = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(acc, _mm256_add_epi32(first, LoadIntegers(start)));
  _mm256_storeu_si256(acc + 1,
                      _mm256_add_epi32(second, LoadIntegers(start + kLanes)));
}

// A block of channels, two taps at a time: their values side by side times
// their weights.
template <bool kUnsigned, bool kTail>
inline __attribute__((always_inline)) void Int16Block(const DepthwiseIntTile& t,
                                                      int64_t c,
                                                      const int16_t* weights) {
  const int64_t n = t.channels - c;
  const uint8_t* const* in = t.in;
  __m256i low = _mm256_setzero_si256();
  __m256i high = low;
  TFLL_GEMM_UNROLL_DEPTH
  for (int64_t tap = 0; tap < t.taps; tap += 2) {
    const __m256i a = LoadWide<kUnsigned, kTail>(in[tap] + c, n);
    const __m256i b = LoadWide<kUnsigned, kTail>(in[tap + 1] + c, n);
    low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b),
                                                  LoadIntegers(weights)));
    high = _mm256_add_epi32(high,
                            _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b),
                                              LoadIntegers(weights + kBlock)));
    weights += 2 * kBlock;
  }
  StoreSums(low, high, t.start + c, t.acc + c);
}

template <bool kUnsigned>
void Int16Blocks(const DepthwiseIntTile& t) {
  const auto* weights = static_cast<const int16_t*>(t.weights);
  int64_t c = 0;
  for (; c + kBlock <= t.channels; c += kBlock, weights += t.taps * kBlock) {
    Int16Block<kUnsigned, false>(t, c, weights);
  }
  if (c < t.channels) Int16Block<kUnsigned, true>(t, c, weights);
}

// The results of a line in a block of channels. Adjacent results share columns
// of taps.
template <bool kUnsigned, int kStride, bool kTail>
class LineBlock {
 public:
  LineBlock(const DepthwiseIntLine& line, int64_t c, const int16_t* weights)
      : t_(line), c_(c), weights_(weights) {}

  __attribute__((noinline)) void Run() const {
    constexpr int kOld = 3 - kStride;  // columns that the next result shares
    Column columns[3];
    int64_t x = t_.left;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kOld; ++i) columns[i] = Load(x++);
    int32_t* out = t_.acc + c_;
    for (int64_t p = 0; p < t_.pixels; ++p, out += t_.acc_pitch) {
      TFLL_GEMM_UNROLL
      for (int i = kOld; i < 3; ++i) columns[i] = Load(x++);
      Result(columns, out);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < kOld; ++i) columns[i] = columns[i + kStride];
    }
  }

 private:
  // Pairs of lines 0 and 1, in two halves, and line 2.
  struct Column {
    __m256i low, high, last;
  };

  inline __attribute__((always_inline)) Column Load(int64_t x) const {
    const bool inside = x >= 0 && x < t_.width;
    __m256i in[3];
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) {
      const uint8_t* from =
          (inside ? t_.in[l] + x * t_.column_step[l] : t_.padding) + c_;
      in[l] = LoadWide<kUnsigned, kTail>(from, t_.channels - c_);
    }
    return {_mm256_unpacklo_epi16(in[0], in[1]),
            _mm256_unpackhi_epi16(in[0], in[1]), in[2]};
  }

  static inline __attribute__((always_inline)) void Add(__m256i* sums,
                                                        __m256i pairs,
                                                        const int16_t* by) {
    *sums = _mm256_add_epi32(*sums, _mm256_madd_epi16(pairs, LoadIntegers(by)));
    // The compiler would add products to each other first, and keep them all.
    asm("" : "+x"(*sums));
  }

  inline __attribute__((always_inline)) void Result(const Column (&columns)[3],
                                                    int32_t* out) const {
    // The compiler would keep in registers what is the same for all results, or
    // for those that share a column, and there are too few.
    const int16_t* weights = weights_;
    const int32_t* start = t_.start + c_;
    asm volatile("" : "+r"(weights), "+r"(start));
    __m256i low = _mm256_setzero_si256(), high = low;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3; ++i, weights += 4 * kBlock) {
      const Column& c = columns[i];
      Add(&low, c.low, weights);
      Add(&high, c.high, weights + kBlock);
      // The last line's partner has no weight.
      __m256i last = c.last;
      asm volatile("" : "+x"(last));
      Add(&low, _mm256_unpacklo_epi16(last, last), weights + 2 * kBlock);
      Add(&high, _mm256_unpackhi_epi16(last, last), weights + 3 * kBlock);
    }
    StoreSums(low, high, start, out);
  }

  const DepthwiseIntLine& t_;
  const int64_t c_;
  const int16_t* const weights_;
};

template <bool kUnsigned, int kStride>
void LineBlocks(const DepthwiseIntLine& t) {
  const int16_t* weights = static_cast<const int16_t*>(t.weights);
  int64_t c = 0;
  for (; c + kBlock <= t.channels; c += kBlock, weights += 12 * kBlock) {
    LineBlock<kUnsigned, kStride, false>(t, c, weights).Run();
  }
  if (c < t.channels) {
    LineBlock<kUnsigned, kStride, true>(t, c, weights).Run();
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

void DepthwiseInt16Avx2(const DepthwiseIntTile& t) {
  if (t.is_unsigned) {
    Int16Blocks<true>(t);
  } else {
    Int16Blocks<false>(t);
  }
}

void DepthwiseInt16LineAvx2(const DepthwiseIntLine& t) {
  if (t.is_unsigned) {
    t.stride == 1 ? LineBlocks<true, 1>(t) : LineBlocks<true, 2>(t);
  } else {
    t.stride == 1 ? LineBlocks<false, 1>(t) : LineBlocks<false, 2>(t);
  }
}

}  // namespace tflite::kernels

#endif
