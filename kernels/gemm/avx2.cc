// Compiled with AVX2 and FMA; see isa.h for what may be included.
#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/isa.h"
#include "kernels/gemm/pack_isa.h"
#include "kernels/gemm/winograd/winograd_isa.h"
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int kRows = 6;
constexpr int kLanes = 8;

// ---- float ----

// kWhole: all columns are stored.
template <bool kWhole, int M, int V>
inline __attribute__((always_inline)) void StoreTile(
    const GemmFloatTile& t, const __m256 (&acc)[M][V]) {
  // The instruction returns the second operand where either is NaN: NaN
  // propagates.
  const __m256 min = _mm256_set1_ps(t.min);
  const __m256 max = _mm256_set1_ps(t.max);
  float* const* const rows = t.out;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    float* const out = rows[i];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      const __m256 y = _mm256_min_ps(max, _mm256_max_ps(min, acc[i][v]));
      if (kWhole || v + 1 < V) {
        _mm256_storeu_ps(out + v * kLanes, y);
      } else {
        StoreTail(out + v * kLanes, t.n - v * kLanes, y);
      }
    }
  }
}

// Not inlined: what saves its registers would be run for each other tile, too.
template <int M, int V>
__attribute__((noinline)) void FloatTile(const GemmFloatTile& t) {
  constexpr int kLast = V - 1;  // the vector that may not be full
  const int64_t tail = t.n - kLast * kLanes;
  __m256 acc[M][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const float* from = t.bias + v * kLanes;
    const __m256 bias = t.bias == nullptr ? _mm256_setzero_ps()
                        : v < kLast || tail >= kLanes
                            ? _mm256_loadu_ps(from)
                            : _mm256_maskload_ps(from, TailMask8(tail));
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) acc[i][v] = bias;
  }
  if (t.adds) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        acc[i][v] = _mm256_loadu_ps(t.out[i] + v * kLanes);
      }
    }
  }
  const float* b = t.rhs;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* const* rows = t.rows + tap * t.row_pitch;
    const float* a[M];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] = rows[i];
    TFLL_GEMM_UNROLL_DEPTH
    for (int64_t k = 0; k < t.depth; ++k) {
      __m256 right[V];
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) right[v] = _mm256_loadu_ps(b + v * kLanes);
      b += V * kLanes;
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        const __m256 left = _mm256_broadcast_ss(a[i] + k);
        TFLL_GEMM_UNROLL
        for (int v = 0; v < V; ++v) {
          acc[i][v] = _mm256_fmadd_ps(left, right[v], acc[i][v]);
        }
      }
    }
  }
  if (tail >= kLanes) {
    StoreTile<true>(t, acc);
  } else {
    StoreTile<false>(t, acc);
  }
}

template <int V>
void FloatRows(const GemmFloatTile& t) {
  TFLL_GEMM_BY_6(M, t.m, FloatTile<M, V>(t))
}

void RunFloatTile(const GemmFloatTile& t) {
  if (t.n > kLanes) {
    FloatRows<2>(t);
  } else {
    FloatRows<1>(t);
  }
}

// ---- accumulators to results ----

inline __m256i Load(const int32_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// The low 32 bits of (p + 2^30) >> 31, lane by lane, from the products of the
// even and of the odd lanes.
inline __m256i HighHalves(__m256i even, __m256i odd) {
  const __m256i half = _mm256_set1_epi64x(int64_t{1} << 30);
  even = _mm256_srli_epi64(_mm256_add_epi64(even, half), 31);
  odd = _mm256_slli_epi64(_mm256_add_epi64(odd, half), 1);
  return _mm256_blend_epi32(even, odd, 0xAA);
}

inline void StoreBytes(__m256i y, int64_t n, uint8_t* out) {
  const __m256i low = _mm256_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1,
                                       -1, -1, -1, -1, -1, 0, 4, 8, 12, -1, -1,
                                       -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  y = _mm256_shuffle_epi8(y, low);
  const __m128i bytes = _mm_unpacklo_epi32(_mm256_castsi256_si128(y),
                                           _mm256_extracti128_si256(y, 1));
  if (n >= kLanes) {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), bytes);
  } else {
    uint64_t word = static_cast<uint64_t>(_mm_cvtsi128_si64(bytes));
    for (int64_t j = 0; j < n; ++j, word >>= 8)
      out[j] = static_cast<uint8_t>(word);
  }
}

template <bool kWhole>
void RequantizeColumns(const GemmRequantTile& t, int64_t at) {
  const GemmRequantColumns& columns = *t.columns;
  const int64_t c = t.first_column + at;
  const __m256i multiplier = Load(columns.multiplier + c);
  const __m256i odd_multiplier = _mm256_srli_epi64(multiplier, 32);
  const __m256i left = Load(columns.left + c);
  const __m256i right = Load(columns.right + c);
  const __m256i one = _mm256_set1_epi32(1);
  // 2^right - 1; right may be 31.
  const __m256i mask = _mm256_sub_epi32(_mm256_sllv_epi32(one, right), one);
  const __m256i threshold = _mm256_srli_epi32(mask, 1);
  // Leaves the sign bit, or nothing where halves are taken up.
  const __m256i sign_shift = _mm256_set1_epi32(columns.sign_bit == 0 ? 32 : 31);
  const __m256i zero_point = _mm256_set1_epi32(columns.zero_point);
  // Before the zero point is added, which could take a result past 32 bits.
  const __m256i min = _mm256_set1_epi32(columns.min - columns.zero_point);
  const __m256i max = _mm256_set1_epi32(columns.max - columns.zero_point);
  const __m256i tail = TailMask8(t.n - at);
  for (int64_t i = 0; i < t.m; ++i) {
    const int32_t* sums = t.acc + i * t.acc_pitch + at;
    const __m256i x = _mm256_sllv_epi32(
        kWhole ? Load(sums) : _mm256_maskload_epi32(sums, tail), left);
    const __m256i high =
        HighHalves(_mm256_mul_epi32(x, multiplier),
                   _mm256_mul_epi32(_mm256_srli_epi64(x, 32), odd_multiplier));
    const __m256i remainder = _mm256_and_si256(high, mask);
    const __m256i limit =
        _mm256_add_epi32(threshold, _mm256_srlv_epi32(high, sign_shift));
    // Minus one where the value rounds up.
    const __m256i up = _mm256_cmpgt_epi32(remainder, limit);
    __m256i y = _mm256_sub_epi32(_mm256_srav_epi32(high, right), up);
    y = _mm256_min_epi32(_mm256_max_epi32(y, min), max);
    y = _mm256_add_epi32(y, zero_point);
    StoreBytes(y, t.n - at, t.out[i] + at);
  }
}

// ---- floats to bytes ----

FloatRange RangeOf(const float* in, int64_t n) {
  // The instruction returns the second operand where the first is NaN.
  __m256 min = _mm256_setzero_ps();
  __m256 max = min;
  for (int64_t i = 0; i < n; i += kLanes) {
    const __m256 x = n - i >= kLanes
                         ? _mm256_loadu_ps(in + i)
                         : _mm256_maskload_ps(in + i, TailMask8(n - i));
    min = _mm256_min_ps(x, min);
    max = _mm256_max_ps(x, max);
  }
  alignas(32) float least[kLanes], most[kLanes];
  _mm256_store_ps(least, min);
  _mm256_store_ps(most, max);
  FloatRange range = {least[0], most[0]};
  for (int j = 1; j < kLanes; ++j) {
    range.min = least[j] < range.min ? least[j] : range.min;
    range.max = most[j] > range.max ? most[j] : range.max;
  }
  return range;
}

void QuantizeRow(const QuantizeRowArgs& a) {
  // The largest float below one half: added with x's sign before cutting the
  // fraction off, it rounds halves away from zero and nothing else up.
  const __m256 half = _mm256_set1_ps(0.49999997f);
  const __m256 sign = _mm256_set1_ps(-0.0f);
  const __m256i flip = _mm256_set1_epi32(a.flip);
  for (int64_t i = 0; i < a.n; i += kLanes) {
    const __m256 in = a.n - i >= kLanes
                          ? _mm256_loadu_ps(a.in + i)
                          : _mm256_maskload_ps(a.in + i, TailMask8(a.n - i));
    __m256 x = _mm256_add_ps(_mm256_set1_ps(a.offset),
                             _mm256_mul_ps(in, _mm256_set1_ps(a.inverse)));
    x = _mm256_min_ps(_mm256_max_ps(x, _mm256_set1_ps(a.low)),
                      _mm256_set1_ps(a.high));
    x = _mm256_add_ps(x, _mm256_or_ps(half, _mm256_and_ps(sign, x)));
    const __m256i y = _mm256_xor_si256(_mm256_cvttps_epi32(x), flip);
    StoreBytes(y, a.n - i, reinterpret_cast<uint8_t*>(a.out + i));
  }
}

constexpr WinogradByteIsa kWinogradBytes = {
    WinogradByteInputAvx2, WinogradByteProductAvx2, WinogradByteOutputAvx2};

constexpr GemmIsa kIsa = {
    "avx2",
    kRows,
    2 * kLanes,
    kLanes,
    kLanes,
    RunFloatTile,
    nullptr,
    kRows,
    2 * kLanes,
    kLanes,
    false,
    nullptr,
    Int16TileAvx2,
    RequantizeFloatsAvx2,
    RequantizeAvx2,
    DequantizeAvx2,
    DepthwiseFloatAvx2,
    DepthwiseFloatLineAvx2,
    {},
    {DepthwiseInt16Avx2, /*group=*/2, /*vectors=*/2, /*lanes=*/2, /*block=*/16,
     /*weight_bytes=*/2, DepthwiseInt16LineAvx2, /*keeps_zero_point=*/true,
     /*line_multiple=*/16, /*line_apart=*/true},
    RangeOf,
    QuantizeRow,
    PackWordsAvx2,
    WidenBytesAvx2,
    SumBytesAvx2,
    SumRowsAvx2,
    AddRowTermsAvx2,
    WinogradInputAvx2,
    WinogradOutputAvx2,
    /*depthwise_line_rows=*/{0, 1, 1},
    GemmLeftBytes::kUnsigned,
    /*release=*/nullptr,
    /*byte_results=*/nullptr,
    Int16RowsAvx2,
    /*floats_need_shift=*/false,
    kInt16RowPanels,
    SumWordsAvx2,
    /*remainder_range=*/nullptr,
    /*float_line_columns=*/0,
    FloatRowsAvx2,
    /*depthwise_five_taps=*/true,
    /*float_results=*/nullptr,
    &kWinogradBytes,
    /*flipped_columns=*/0,
    FlipBytesAvx2,
};

}  // namespace

void DequantizeAvx2(const GemmDequantTile& t) {
  const __m256 min = _mm256_set1_ps(t.min);
  const __m256 max = _mm256_set1_ps(t.max);
  for (int64_t at = 0; at < t.n; at += kLanes) {
    const __m256i mask = TailMask8(t.n - at);
    const __m256 scale = _mm256_maskload_ps(t.column_scale + at, mask);
    const __m256i sum = _mm256_maskload_epi32(t.column_sum + at, mask);
    const __m256 bias = t.bias == nullptr
                            ? _mm256_setzero_ps()
                            : _mm256_maskload_ps(t.bias + at, mask);
    for (int64_t i = 0; i < t.m; ++i) {
      __m256i x = _mm256_maskload_epi32(t.acc + i * t.acc_pitch + at, mask);
      if (t.row_offset != nullptr) {
        x = _mm256_sub_epi32(
            x, _mm256_mullo_epi32(_mm256_set1_epi32(t.row_offset[i]), sum));
      }
      const __m256 factor =
          _mm256_mul_ps(_mm256_set1_ps(t.row_scale[i]), scale);
      __m256 y =
          _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(x), factor), bias);
      y = _mm256_min_ps(max, _mm256_max_ps(min, y));
      StoreTail(t.out[i] + at, t.n - at, y);
    }
  }
}

void RequantizeAvx2(const GemmRequantTile& t) {
  for (int64_t at = 0; at < t.n; at += kLanes) {
    if (t.n - at >= kLanes) {
      RequantizeColumns<true>(t, at);
    } else {
      RequantizeColumns<false>(t, at);
    }
  }
}

const GemmIsa* GemmAvx2() { return &kIsa; }

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmAvx2() { return nullptr; }
}  // namespace tflite::kernels

#endif
