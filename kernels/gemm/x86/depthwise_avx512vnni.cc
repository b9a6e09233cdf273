// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/depthwise_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include <immintrin.h>

#include "kernels/gemm/x86/requant_avx512.h"
#include "kernels/gemm/x86/tail_mask.h"
#include "kernels/gemm/x86/x86_isa.h"

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

// Interleaves four taps: the four bytes of a channel become adjacent.
inline void SideBySide(__m512i a0, __m512i a1, __m512i a2, __m512i a3,
                       __m512i (&out)[4]) {
  const __m512i low01 = _mm512_unpacklo_epi8(a0, a1);
  const __m512i low23 = _mm512_unpacklo_epi8(a2, a3);
  const __m512i high01 = _mm512_unpackhi_epi8(a0, a1);
  const __m512i high23 = _mm512_unpackhi_epi8(a2, a3);
  out[0] = _mm512_unpacklo_epi16(low01, low23);
  out[1] = _mm512_unpackhi_epi16(low01, low23);
  out[2] = _mm512_unpacklo_epi16(high01, high23);
  out[3] = _mm512_unpackhi_epi16(high01, high23);
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
    __m512i left[4];
    SideBySide(a0, a1, a2, a3, left);
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

// ---- lines ----

// The values of a block's channels in the order of the sums that interleaved
// taps give; with kTail, n values, the rest 0.
template <bool kTail>
inline void Interleaved(const void* from, int64_t n, __m512i (&out)[4]) {
  const auto* values = static_cast<const int32_t*>(from);
  __m512i in[4];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 4; ++v, values += kLanes) {
    const __mmask16 mask = TailMask16(kTail ? n - v * kLanes : kLanes);
    in[v] = _mm512_maskz_loadu_epi32(mask, values);
  }
  TransposeLanes(in, out);
}

// What the results of a line need in a block of channels that have the exact
// form of requantization.
template <bool kSigned, bool kTail>
struct LineFactors {
  LineFactors(const DepthwiseIntLine& t, int64_t c) : bounds(*t.to.columns) {
    const GemmRequantColumns& columns = *t.to.columns;
    const int64_t first = t.to.first_column + c, n = t.channels - c;
    __m512i high[4], low[4], half[4];
    Interleaved<kTail>(t.start + c, n, start);
    Interleaved<kTail>(columns.high + first, n, high);
    Interleaved<kTail>(columns.low + first, n, low);
    Interleaved<kTail>(columns.half + first, n, half);
    for (int v = 0; v < 4; ++v) {
      factors[v].high = _mm512_castsi512_ps(high[v]);
      factors[v].low = _mm512_castsi512_ps(low[v]);
      factors[v].half = half[v];
    }
  }
  FourBounds bounds;
  __m512i start[4];
  ExactFactors<kSigned> factors[4];
};

// A line in a block of channels, the columns of taps in turn.
template <bool kTail>
struct LineInput {
  LineInput(const DepthwiseIntLine& t, int64_t c)
      : padding(t.padding + c),
        x(t.left),
        width(t.width),
        mask((__mmask64{1} << (kTail ? t.channels - c : 0)) - 1),
        flip(_mm512_set1_epi8(static_cast<char>(t.flip))) {
    for (int l = 0; l < 3; ++l) {
      step[l] = t.column_step[l];
      in[l] = t.in[l] + c;
    }
  }
  inline __attribute__((always_inline)) void Column(
      const uint8_t* const (&from)[3], __m512i (&out)[4]) const {
    __m512i lines[3];
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) {
      lines[l] = LoadBytes<kTail>(from[l], mask, flip);
    }
    // The fourth tap of a column has no weight.
    SideBySide(lines[0], lines[1], lines[2], lines[2], out);
  }
  inline __attribute__((always_inline)) void Next(__m512i (&out)[4]) {
    const bool inside = x >= 0 && x < width;
    const uint8_t* from[3];
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l)
      from[l] = inside ? in[l] + x * step[l] : padding;
    Column(from, out);
    ++x;
  }
  // With stride 0: the column `apart` bytes on, and then the next result.
  inline __attribute__((always_inline)) void Apart(int64_t apart,
                                                   __m512i (&out)[4]) const {
    const uint8_t* from[3];
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) from[l] = in[l] + apart;
    Column(from, out);
  }
  inline __attribute__((always_inline)) void NextResult() {
    for (int l = 0; l < 3; ++l) in[l] += step[l];
  }
  const uint8_t* in[3];
  int64_t step[3];
  const uint8_t* padding;
  int64_t x, width;
  __mmask64 mask;
  __m512i flip;
};

// The results of a line in a block of channels. Adjacent ones share columns.
template <int kStride, int kParts, bool kSigned, bool kTail>
__attribute__((noinline)) void LineBlock(const DepthwiseIntLine& t, int64_t c,
                                         const int8_t* weights) {
  // Columns that the next result shares.
  constexpr int kOld = kStride == 0 ? 0 : 3 - kStride;
  const LineFactors<kSigned, kTail> all(t, c);
  // Bytes that are stored might be any object's in memory.
  const FourBounds bounds = all.bounds;
  const int64_t out_stride = t.to.out_stride;
  LineInput<kTail> in(t, c);
  __m512i columns[3][4];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < kOld; ++i) in.Next(columns[i]);
  uint8_t* out = static_cast<uint8_t*>(t.to.out) + c;
  for (int64_t rest = t.pixels; rest > 0; --rest, out += out_stride) {
    TFLL_GEMM_UNROLL
    for (int i = kOld; i < 3; ++i) {
      kStride == 0 ? in.Apart(t.apart[i], columns[i]) : in.Next(columns[i]);
    }
    if (kStride == 0) in.NextResult();
    __m512i sums[4];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 4; ++v) sums[v] = all.start[v];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3; ++i) {
      TFLL_GEMM_UNROLL
      for (int j = 0; j < 4 * kParts; ++j) {
        sums[j % 4] =
            Add(sums[j % 4], columns[i][j % 4],
                _mm512_loadu_si512(weights + (4 * kParts * i + j) * kBlock));
      }
    }
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 4; ++v) sums[v] = all.factors[v].Round(sums[v]);
    const __m512i bytes = bounds.Quarters(sums[0], sums[1], sums[2], sums[3]);
    if (kTail) {
      _mm512_mask_storeu_epi8(out, in.mask, bytes);
    } else {
      _mm512_storeu_si512(out, bytes);
    }
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kOld; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < 4; ++v) columns[i][v] = columns[i + kStride][v];
    }
  }
}

// Results [first, first + count) in n channels from c on, of their sums.
void Finish(const DepthwiseIntLine& t, int64_t c, int64_t n, int64_t first,
            int64_t count, const int32_t* sums) {
  const GemmResults& to = t.to;
  const int64_t at = first * to.out_stride + c;
  if (to.column_scale == nullptr) {
    uint8_t* out[kGemmRequantRows];
    for (int64_t i = 0; i < count; ++i) {
      out[i] = static_cast<uint8_t*>(to.out) + at + i * to.out_stride;
    }
    const GemmRequantTile tile = {
        sums, kBlock, count, n, to.columns, to.first_column + c, out};
    to.floats_fit ? RequantizeFloatsAvx512(tile) : RequantizeAvx2(tile);
    return;
  }
  float* out[kGemmRequantRows];
  float scales[kGemmRequantRows];
  for (int64_t i = 0; i < count; ++i) {
    out[i] = static_cast<float*>(to.out) + at + i * to.out_stride;
    scales[i] = to.row_scale;
  }
  GemmDequantTile tile;
  tile.acc = sums;
  tile.acc_pitch = kBlock;
  tile.m = count;
  tile.n = n;
  tile.row_scale = scales;
  tile.row_offset = nullptr;
  tile.column_sum = t.start;  // any
  tile.column_scale = to.column_scale + c;
  tile.bias = to.bias == nullptr ? nullptr : to.bias + c;
  tile.min = to.min;
  tile.max = to.max;
  tile.out = out;
  GemmAvx512()->dequantize(tile);
}

// Where line l of column j of result i is, l < 4, of all channels.
const uint8_t* TapOf(const DepthwiseIntLine& t, int64_t i, int64_t j,
                     int64_t l) {
  if (t.stride == 0) {
    const int64_t line = l < 3 ? l : 0;  // the fourth has no weight
    return t.in[line] + t.apart[j] + i * t.column_step[line];
  }
  const int64_t x = t.left + i * t.stride + j;
  if (x < 0 || x >= t.width || l == 3) return t.padding;
  return t.in[l] + x * t.column_step[l];
}

// The same as LineBlock for other results.
void OtherResults(const DepthwiseIntLine& t, int64_t c, int64_t n,
                  const int8_t* weights) {
  alignas(64) int32_t sums[kGemmRequantRows * kBlock];
  const uint8_t* taps[12];
  DepthwiseIntTile tile = {};
  tile.channels = n;
  tile.taps = 12;
  tile.in = taps;
  tile.weights = weights;
  tile.start = t.start + c;
  tile.parts = t.parts;
  tile.flip = t.flip;
  for (int64_t first = 0; first < t.pixels; first += kGemmRequantRows) {
    const int64_t rest = t.pixels - first;
    const int64_t count = rest < kGemmRequantRows ? rest : kGemmRequantRows;
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t j = 0; j < 3; ++j) {
        for (int64_t l = 0; l < 4; ++l) {
          taps[4 * j + l] = TapOf(t, first + i, j, l) + c;
        }
      }
      tile.acc = sums + i * kBlock;
      DepthwiseBytesAvx512Vnni(tile);
    }
    Finish(t, c, n, first, count, sums);
  }
}

template <int kStride, int kParts, bool kSigned>
void LineBlocks(const DepthwiseIntLine& t) {
  const auto* weights = static_cast<const int8_t*>(t.weights);
  for (int64_t c = 0; c < t.channels;
       c += kBlock, weights += 12 * kParts * kBlock) {
    const int64_t n = t.channels - c < kBlock ? t.channels - c : kBlock;
    if (t.to.column_scale != nullptr || !t.to.floats_fit ||
        !AreExact(*t.to.columns, t.to.first_column + c, n)) {
      OtherResults(t, c, n, weights);
    } else if (n < kBlock) {
      LineBlock<kStride, kParts, kSigned, true>(t, c, weights);
    } else {
      LineBlock<kStride, kParts, kSigned, false>(t, c, weights);
    }
  }
}

template <int kStride>
void Lines(const DepthwiseIntLine& t) {
  if (t.parts == 2) return LineBlocks<kStride, 2, true>(t);
  if (t.to.column_scale == nullptr && AreOneSided(*t.to.columns)) {
    return LineBlocks<kStride, 1, false>(t);
  }
  LineBlocks<kStride, 1, true>(t);
}

}  // namespace

void DepthwiseBytesAvx512Vnni(const DepthwiseIntTile& t) {
  if (t.parts == 1) {
    Blocks<1>(t);
  } else {
    Blocks<2>(t);
  }
}

void DepthwiseLineAvx512Vnni(const DepthwiseIntLine& t) {
  t.stride == 0 ? Lines<0>(t) : t.stride == 1 ? Lines<1>(t) : Lines<2>(t);
}

}  // namespace tflite::kernels

#endif
