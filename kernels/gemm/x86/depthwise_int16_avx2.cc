// Depthwise convolutions of bytes by 16-bit weights. Compiled with AVX2 and
// FMA; see isa.h for what may be included.
#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/x86/requant_avx2.h"
#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int kBlock = 16;
constexpr int kLanes = 8;

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

// Stores 16 channels that are in the order in which unpacking leaves them: 4 of
// the low half, then 4 of the high one.
inline void StoreSums(__m256i low, __m256i high, int32_t* out) {
  auto* acc = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(acc, _mm256_permute2x128_si256(low, high, 0x20));
  _mm256_storeu_si256(acc + 1, _mm256_permute2x128_si256(low, high, 0x31));
}

// 16 values, to be added to such channels.
inline __m256i LowOrder(const void* p) {
  const auto* quarters = static_cast<const __m128i*>(p);
  return _mm256_set_m128i(_mm_loadu_si128(quarters + 2),
                          _mm_loadu_si128(quarters));
}
inline __m256i HighOrder(const void* p) {
  const auto* quarters = static_cast<const __m128i*>(p);
  return _mm256_set_m128i(_mm_loadu_si128(quarters + 3),
                          _mm_loadu_si128(quarters + 1));
}

// A block of channels, two taps at a time: their values side by side times
// their weights.
template <bool kUnsigned, bool kTail>
inline __attribute__((always_inline)) void Int16Block(const DepthwiseIntTile& t,
                                                      int64_t c,
                                                      const int16_t* weights) {
  const int64_t n = t.channels - c;
  const uint8_t* const* in = t.in;
  __m256i low = LowOrder(t.start + c), high = HighOrder(t.start + c);
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
  StoreSums(low, high, t.acc + c);
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

// ---- lines ----

// Where the columns of a line's taps are, in a block of channels.
template <bool kUnsigned, int kStride, bool kTail>
struct LineInput {
  // Pairs of lines 0 and 1, in two halves, and line 2.
  struct Column {
    __m256i low, high, last;
  };

  LineInput(const DepthwiseIntLine& line, int64_t c, int64_t first)
      : padding(line.padding + c),
        channels(line.channels - c),
        x(line.left + first * kStride),
        width(line.width) {
    for (int l = 0; l < 3; ++l) {
      step[l] = line.column_step[l];
      in[l] = line.in[l] + c + (kStride == 0 ? first * step[l] : 0);
    }
  }

  inline __attribute__((always_inline)) Column Next() {
    const bool outside = x < 0 || x >= width;
    const uint8_t* from[3];
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l)
      from[l] = outside ? padding : in[l] + x * step[l];
    ++x;
    return Load(from);
  }
  // With stride 0: the column `apart` bytes on, and then the next result.
  inline __attribute__((always_inline)) Column Apart(int64_t apart) const {
    const uint8_t* from[3];
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) from[l] = in[l] + apart;
    return Load(from);
  }
  inline __attribute__((always_inline)) void NextResult() {
    for (int l = 0; l < 3; ++l) in[l] += step[l];
  }

 private:
  inline __attribute__((always_inline)) Column Load(
      const uint8_t* const (&from)[3]) const {
    __m256i lines[3];
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) {
      lines[l] = LoadWide<kUnsigned, kTail>(from[l], channels);
    }
    return {_mm256_unpacklo_epi16(lines[0], lines[1]),
            _mm256_unpackhi_epi16(lines[0], lines[1]), lines[2]};
  }

  const uint8_t* in[3];
  int64_t step[3];
  const uint8_t* padding;
  int64_t channels, x, width;
};

inline __attribute__((always_inline)) void Add(__m256i* sums, __m256i pairs,
                                               const int16_t* by) {
  *sums = _mm256_add_epi32(*sums, _mm256_madd_epi16(pairs, LoadIntegers(by)));
  // The compiler would add products to each other first, and keep them all.
  asm("" : "+x"(*sums));
}

// Calls body(i, low, high) with the sums, unpacked, of the results
// [first, first + count) of a line in the block of channels from c on. Adjacent
// ones share columns of taps.
template <bool kUnsigned, int kStride, bool kTail, typename Body>
inline __attribute__((always_inline)) void ForEachResult(
    const DepthwiseIntLine& t, int64_t c, const int16_t* block_weights,
    int64_t first, int64_t count, const Body& body) {
  // Columns that the next result shares.
  constexpr int kOld = kStride == 0 ? 0 : 3 - kStride;
  using Input = LineInput<kUnsigned, kStride, kTail>;
  Input in(t, c, first);
  const int64_t apart[3] = {t.apart[0], t.apart[1], t.apart[2]};
  const __m256i start[2] = {LowOrder(t.start + c), HighOrder(t.start + c)};
  typename Input::Column columns[3];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < kOld; ++i) columns[i] = in.Next();
  for (int64_t p = 0; p < count; ++p) {
    // The compiler would keep in registers what is the same for all results, or
    // for those that share a column, and there are too few.
    const int16_t* weights = block_weights;
    asm volatile("" : "+r"(weights));
    __m256i low = start[0], high = start[1];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3; ++i, weights += 4 * kBlock) {
      if (i >= kOld) columns[i] = kStride == 0 ? in.Apart(apart[i]) : in.Next();
      Add(&low, columns[i].low, weights);
      Add(&high, columns[i].high, weights + kBlock);
      // The last line's partner has no weight.
      __m256i last = columns[i].last;
      asm volatile("" : "+x"(last));
      Add(&low, _mm256_unpacklo_epi16(last, last), weights + 2 * kBlock);
      Add(&high, _mm256_unpackhi_epi16(last, last), weights + 3 * kBlock);
    }
    if (kStride == 0) in.NextResult();
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kOld; ++i) columns[i] = columns[i + kStride];
    body(p, low, high);
  }
}

// How the sums of a block become bytes.
struct ByteFactors {
  ByteFactors(const GemmRequantColumns& columns, int64_t c)
      : low(_mm256_castsi256_ps(LowOrder(columns.scale + c)),
            _mm256_castsi256_ps(LowOrder(columns.nudge + c)), columns.sign_bit),
        high(_mm256_castsi256_ps(HighOrder(columns.scale + c)),
             _mm256_castsi256_ps(HighOrder(columns.nudge + c)),
             columns.sign_bit),
        bounds(columns) {}
  // In the order of channels, as packing joins halves of vectors.
  inline __attribute__((always_inline)) __m256i Words(__m256i sums_low,
                                                      __m256i sums_high,
                                                      __m256* farthest) const {
    return bounds.Words(low.Round(sums_low, farthest),
                        high.Round(sums_high, farthest));
  }
  inline __attribute__((always_inline)) __m256i Bytes(__m256i first,
                                                      __m256i second) const {
    return _mm256_permute4x64_epi64(bounds.Clamped(first, second), 0xD8);
  }
  Factors low, high;
  PairBounds bounds;
};

// So many results become bytes, and are checked, together: if one of them is in
// doubt, they are computed again.
constexpr int64_t kPart = 8;
static_assert(kPart <= kGemmRequantRows && kPart % 2 == 0, "rows of a tile");

// Results [first, first + count) in the block of channels from c on, by
// integers.
template <bool kUnsigned, int kStride, bool kTail>
__attribute__((noinline)) void PartByIntegers(const DepthwiseIntLine& t,
                                              int64_t c, const int16_t* weights,
                                              int64_t first, int64_t count) {
  alignas(32) int32_t sums[kPart * kBlock];
  ForEachResult<kUnsigned, kStride, kTail>(
      t, c, weights, first, count,
      [&](int64_t i, __m256i low, __m256i high) __attribute__((always_inline)) {
        StoreSums(low, high, sums + i * kBlock);
      });
  uint8_t* out[kPart];
  for (int64_t i = 0; i < count; ++i) {
    out[i] =
        static_cast<uint8_t*>(t.to.out) + (first + i) * t.to.out_stride + c;
  }
  const GemmRequantTile tile = {sums,         kBlock,
                                count,        kTail ? t.channels - c : kBlock,
                                t.to.columns, t.to.first_column + c,
                                out};
  t.to.floats_fit ? RequantizeFloatsAvx2(tile) : RequantizeAvx2(tile);
}

template <bool kTail>
inline void StoreBytes(__m128i bytes, int64_t n, uint8_t* out) {
  if (kTail) {
    StoreFirst(bytes, n, out);
  } else {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
  }
}

// `count` results of n channels. Of an odd number, the last of `words` is any.
template <bool kTail>
inline __attribute__((always_inline)) void StoreWords(const ByteFactors& by,
                                                      const __m256i* words,
                                                      int64_t count, int64_t n,
                                                      uint8_t* out,
                                                      int64_t stride) {
  for (int64_t i = 0; i < count; i += 2, out += 2 * stride) {
    const __m256i bytes = by.Bytes(words[i], words[i + 1]);
    StoreBytes<kTail>(_mm256_castsi256_si128(bytes), n, out);
    if (i + 1 == count) return;
    StoreBytes<kTail>(_mm256_extracti128_si256(bytes, 1), n, out + stride);
  }
}

template <bool kUnsigned, int kStride, bool kTail>
__attribute__((noinline)) void ByteBlock(const DepthwiseIntLine& t, int64_t c,
                                         const int16_t* weights) {
  const ByteFactors by(*t.to.columns, t.to.first_column + c);
  __m256i words[kPart];
  __m256 farthest = _mm256_setzero_ps();
  int64_t first = 0;  // of the part
  ForEachResult<kUnsigned, kStride, kTail>(
      t, c, weights, 0, t.pixels,
      [&](int64_t p, __m256i low, __m256i high) __attribute__((always_inline)) {
        const int64_t count = p + 1 - first;
        words[count - 1] = by.Words(low, high, &farthest);
        if (count < kPart && p + 1 < t.pixels) return;
        if (count % 2 != 0) words[count] = words[count - 1];
        StoreWords<kTail>(
            by, words, count, t.channels - c,
            static_cast<uint8_t*>(t.to.out) + first * t.to.out_stride + c,
            t.to.out_stride);
        if (InDoubt(farthest)) {
          PartByIntegers<kUnsigned, kStride, kTail>(t, c, weights, first,
                                                    count);
        }
        farthest = _mm256_setzero_ps();
        first = p + 1;
      });
}

// How the sums of 8 channels become floats.
struct FloatFactors {
  FloatFactors(const GemmResults& to, int64_t c, int64_t n)
      : scale(_mm256_mul_ps(
            _mm256_set1_ps(to.row_scale),
            _mm256_maskload_ps(to.column_scale + c, TailMask8(n)))),
        bias(to.bias == nullptr
                 ? _mm256_setzero_ps()
                 : _mm256_maskload_ps(to.bias + c, TailMask8(n))),
        min(_mm256_set1_ps(to.min)),
        max(_mm256_set1_ps(to.max)) {}
  inline __attribute__((always_inline)) __m256 Result(__m256i sums) const {
    const __m256 y =
        _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(sums), scale), bias);
    return _mm256_min_ps(max, _mm256_max_ps(min, y));
  }
  __m256 scale, bias, min, max;
};

template <bool kUnsigned, int kStride, bool kTail>
__attribute__((noinline)) void FloatBlock(const DepthwiseIntLine& t, int64_t c,
                                          const int16_t* weights) {
  const int64_t n = kTail ? t.channels - c : kBlock;
  const FloatFactors first(t.to, c, n), second(t.to, c + kLanes, n - kLanes);
  float* out = static_cast<float*>(t.to.out) + c;
  ForEachResult<kUnsigned, kStride, kTail>(
      t, c, weights, 0, t.pixels,
      [&](int64_t, __m256i low, __m256i high) __attribute__((always_inline)) {
        StoreTail(out, n,
                  first.Result(_mm256_permute2x128_si256(low, high, 0x20)));
        StoreTail(out + kLanes, n - kLanes,
                  second.Result(_mm256_permute2x128_si256(low, high, 0x31)));
        out += t.to.out_stride;
      });
}

template <bool kUnsigned, int kStride, bool kTail>
void LineBlock(const DepthwiseIntLine& t, int64_t c, const int16_t* weights) {
  if (t.to.column_scale != nullptr) {
    return FloatBlock<kUnsigned, kStride, kTail>(t, c, weights);
  }
  if (t.to.floats_fit) {
    return ByteBlock<kUnsigned, kStride, kTail>(t, c, weights);
  }
  for (int64_t first = 0; first < t.pixels; first += kPart) {
    const int64_t rest = t.pixels - first;
    PartByIntegers<kUnsigned, kStride, kTail>(t, c, weights, first,
                                              rest < kPart ? rest : kPart);
  }
}

template <bool kUnsigned, int kStride>
void LineBlocks(const DepthwiseIntLine& t) {
  const auto* weights = static_cast<const int16_t*>(t.weights);
  int64_t c = 0;
  for (; c + kBlock <= t.channels; c += kBlock, weights += 12 * kBlock) {
    LineBlock<kUnsigned, kStride, false>(t, c, weights);
  }
  if (c < t.channels) LineBlock<kUnsigned, kStride, true>(t, c, weights);
}

template <bool kUnsigned>
void Lines(const DepthwiseIntLine& t) {
  t.stride == 0   ? LineBlocks<kUnsigned, 0>(t)
  : t.stride == 1 ? LineBlocks<kUnsigned, 1>(t)
                  : LineBlocks<kUnsigned, 2>(t);
}

}  // namespace

void DepthwiseInt16Avx2(const DepthwiseIntTile& t) {
  if (t.is_unsigned) {
    Int16Blocks<true>(t);
  } else {
    Int16Blocks<false>(t);
  }
}

void DepthwiseInt16LineAvx2(const DepthwiseIntLine& t) {
  t.is_unsigned ? Lines<true>(t) : Lines<false>(t);
}

}  // namespace tflite::kernels

#endif
