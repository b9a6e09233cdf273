// Compiled with AVX-512 F, BW, DQ and VL; see isa.h for what may be included.
#include "kernels/gemm/depthwise_isa.h"
#include "kernels/gemm/isa.h"
#include "kernels/gemm/pack_isa.h"
#include "kernels/gemm/winograd/winograd_isa.h"
#include "kernels/gemm/x86/narrow_isa.h"
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__)
#include <immintrin.h>

#include "kernels/gemm/x86/tail_mask.h"

namespace tflite::kernels {
namespace {

constexpr int kRows = 8;
constexpr int kLanes = 16;
constexpr int kPrefetch = 512;  // floats ahead

// ---- float ----

template <int M, int V>
void FloatTile(const GemmFloatTile& t) {
  __mmask16 masks[V];
  __m512 acc[M][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    masks[v] = TailMask16(t.n - v * kLanes);
    const __m512 bias = t.bias == nullptr ? _mm512_setzero_ps()
                                          : _mm512_maskz_loadu_ps(
                                                masks[v], t.bias + v * kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) acc[i][v] = bias;
  }
  if (t.adds) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        acc[i][v] = _mm512_loadu_ps(t.out[i] + v * kLanes);
      }
    }
  }
  const float* b = t.rhs;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* const* rows = t.rows + tap * t.row_pitch;
    const float* a[M];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] = rows[i];
    for (int64_t k = 0; k < t.depth; ++k) {
      __m512 right[V];
      // Panels of deep matrices come from the second-level cache. Those that
      // few rows read come from farther away, which prefetches slow down.
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        right[v] = _mm512_loadu_ps(b + v * kLanes);
        if (M > 2) _mm_prefetch(b + v * kLanes + kPrefetch, _MM_HINT_T0);
      }
      b += V * kLanes;
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        const __m512 left = _mm512_set1_ps(a[i][k]);
        TFLL_GEMM_UNROLL
        for (int v = 0; v < V; ++v) {
          acc[i][v] = _mm512_fmadd_ps(left, right[v], acc[i][v]);
        }
      }
    }
  }
  // The second operand where either is NaN, which propagates.
  const __m512 min = _mm512_set1_ps(t.min);
  const __m512 max = _mm512_set1_ps(t.max);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      const __m512 y = _mm512_min_ps(max, _mm512_max_ps(min, acc[i][v]));
      _mm512_mask_storeu_ps(t.out[i] + v * kLanes, masks[v], y);
    }
  }
}

// Columns of a vector and a half: two vectors would take a third longer.
constexpr int kHalf = kLanes / 2;

template <int M>
void FloatHalfTile(const GemmFloatTile& t) {
  const auto mask = static_cast<__mmask8>((1u << (t.n - kLanes)) - 1);
  __m512 acc[M];
  __m256 half[M];
  acc[0] = t.bias == nullptr ? _mm512_setzero_ps() : _mm512_loadu_ps(t.bias);
  half[0] = t.bias == nullptr ? _mm256_setzero_ps()
                              : _mm256_maskz_loadu_ps(mask, t.bias + kLanes);
  TFLL_GEMM_UNROLL
  for (int i = 1; i < M; ++i) {
    acc[i] = acc[0];
    half[i] = half[0];
  }
  const float* b = t.rhs;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* const* rows = t.rows + tap * t.row_pitch;
    const float* a[M];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] = rows[i];
    for (int64_t k = 0; k < t.depth; ++k, b += 2 * kLanes) {
      const __m512 right = _mm512_loadu_ps(b);
      const __m256 rest = _mm256_loadu_ps(b + kLanes);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        const __m512 left = _mm512_set1_ps(a[i][k]);
        acc[i] = _mm512_fmadd_ps(left, right, acc[i]);
        half[i] = _mm256_fmadd_ps(_mm512_castps512_ps256(left), rest, half[i]);
      }
    }
  }
  // The second operand where either is NaN, which propagates.
  const __m512 min = _mm512_set1_ps(t.min), max = _mm512_set1_ps(t.max);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    _mm512_storeu_ps(t.out[i], _mm512_min_ps(max, _mm512_max_ps(min, acc[i])));
    const __m256 y =
        _mm256_min_ps(_mm512_castps512_ps256(max),
                      _mm256_max_ps(_mm512_castps512_ps256(min), half[i]));
    _mm256_mask_storeu_ps(t.out[i] + kLanes, mask, y);
  }
}

template <int V>
void FloatRows(const GemmFloatTile& t) {
  TFLL_GEMM_BY_8(M, t.m, FloatTile<M, V>(t))
}

void FloatHalfRows(const GemmFloatTile& t) {
  TFLL_GEMM_BY_8(M, t.m, FloatHalfTile<M>(t))
}

void RunFloatTile(const GemmFloatTile& t) {
  if (t.n > kLanes && t.n <= kLanes + kHalf) {
    FloatHalfRows(t);
  } else if (t.n > kLanes) {
    FloatRows<2>(t);
  } else if (t.n > kHalf) {
    FloatRows<1>(t);
  } else {
    GemmFloatNarrowAvx512(t);
  }
}

// ---- 16-bit left operand ----

inline int32_t LoadGroup(const uint8_t* p) {
  int32_t word;
  __builtin_memcpy(&word, p, sizeof(word));
  return word;
}

template <int M, int V>
void Int16Tile(const GemmIntTile& t) {
  __m512i acc[M][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const __m512i start = _mm512_loadu_si512(t.start + v * kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) acc[i][v] = start;
  }
  const uint8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) a[i] = t.left + i * t.left_stride;
  const int8_t* b = t.rhs;
  for (int64_t g = 0; g < t.groups; ++g) {
    __m512i right[V];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      right[v] = _mm512_cvtepi8_epi16(_mm256_loadu_si256(
          reinterpret_cast<const __m256i*>(b + v * 2 * kLanes)));
    }
    b += V * 2 * kLanes;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const __m512i left = _mm512_set1_epi32(LoadGroup(a[i] + 4 * g));
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        acc[i][v] =
            _mm512_add_epi32(acc[i][v], _mm512_madd_epi16(left, right[v]));
      }
    }
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      _mm512_storeu_si512(t.acc + i * t.acc_pitch + v * kLanes, acc[i][v]);
    }
  }
}

template <int V>
void Int16Rows(const GemmIntTile& t) {
  TFLL_GEMM_BY_8(M, t.m, Int16Tile<M, V>(t))
}

void RunInt16Tile(const GemmIntTile& t) {
  if (t.n > kLanes) {
    Int16Rows<2>(t);
  } else {
    Int16Rows<1>(t);
  }
}

// ---- accumulators to results ----

// One vector of columns; kWhole: all of its lanes.
template <bool kWhole>
inline __attribute__((always_inline)) void DequantizeColumns(
    const GemmDequantTile& t, int64_t at, __mmask16 mask) {
  const __m512 min = _mm512_set1_ps(t.min);
  const __m512 max = _mm512_set1_ps(t.max);
  const __m512 scale = _mm512_maskz_loadu_ps(mask, t.column_scale + at);
  const __m512i sum = _mm512_maskz_loadu_epi32(mask, t.column_sum + at);
  const __m512 bias = t.bias == nullptr
                          ? _mm512_setzero_ps()
                          : _mm512_maskz_loadu_ps(mask, t.bias + at);
  for (int64_t i = 0; i < t.m; ++i) {
    const int32_t* acc = t.acc + i * t.acc_pitch + at;
    __m512i x =
        kWhole ? _mm512_loadu_si512(acc) : _mm512_maskz_loadu_epi32(mask, acc);
    if (t.row_offset != nullptr) {
      x = _mm512_sub_epi32(
          x, _mm512_mullo_epi32(_mm512_set1_epi32(t.row_offset[i]), sum));
    }
    const __m512 factor = _mm512_mul_ps(_mm512_set1_ps(t.row_scale[i]), scale);
    __m512 y =
        _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(x), factor), bias);
    y = _mm512_min_ps(max, _mm512_max_ps(min, y));
    if (kWhole) {
      _mm512_storeu_ps(t.out[i] + at, y);
    } else {
      _mm512_mask_storeu_ps(t.out[i] + at, mask, y);
    }
  }
}

void Dequantize(const GemmDequantTile& tile) {
  // A copy, which no store can change: its fields stay in registers.
  const GemmDequantTile t = tile;
  int64_t at = 0;
  for (; at + kLanes <= t.n; at += kLanes) {
    DequantizeColumns<true>(t, at, 0xFFFF);
  }
  if (at < t.n) DequantizeColumns<false>(t, at, TailMask16(t.n - at));
}

// ---- floats to bytes ----

FloatRange RangeOf(const float* in, int64_t n) {
  // Each instruction waits for the one before it on the same vector.
  constexpr int kTurns = 4;
  // The instruction returns the second operand where the first is NaN.
  __m512 min[kTurns], max[kTurns];
  TFLL_GEMM_UNROLL
  for (int u = 0; u < kTurns; ++u) min[u] = max[u] = _mm512_setzero_ps();
  int64_t i = 0;
  for (; i + kTurns * kLanes <= n; i += kTurns * kLanes) {
    TFLL_GEMM_UNROLL
    for (int u = 0; u < kTurns; ++u) {
      const __m512 x = _mm512_loadu_ps(in + i + u * kLanes);
      min[u] = _mm512_min_ps(x, min[u]);
      max[u] = _mm512_max_ps(x, max[u]);
    }
  }
  for (; i < n; i += kLanes) {
    const __m512 x = _mm512_maskz_loadu_ps(TailMask16(n - i), in + i);
    min[0] = _mm512_min_ps(x, min[0]);
    max[0] = _mm512_max_ps(x, max[0]);
  }
  return {_mm512_reduce_min_ps(_mm512_min_ps(_mm512_min_ps(min[0], min[1]),
                                             _mm512_min_ps(min[2], min[3]))),
          _mm512_reduce_max_ps(_mm512_max_ps(_mm512_max_ps(max[0], max[1]),
                                             _mm512_max_ps(max[2], max[3])))};
}

struct RowConstants {
  explicit RowConstants(const QuantizeRowArgs& a)
      : inverse(_mm512_set1_ps(a.inverse)),
        offset(_mm512_set1_ps(a.offset)),
        high(_mm512_set1_ps(a.high)),
        low(_mm512_set1_epi8(static_cast<char>(a.low))),
        flip(_mm512_set1_epi8(static_cast<char>(a.flip))) {}
  __m512i Bytes(__m512i y) const {
    return _mm512_xor_si512(_mm512_max_epi8(y, low), flip);
  }
  __m512 inverse, offset, high;
  __m512i low, flip;  // bytes
};

// Rounded and not above `high`: what is too low becomes -128 where it is packed
// with saturation, as the instructions convert it, and NaN, to the least int32.
inline __attribute__((always_inline)) __m512i Quantized(const RowConstants& c,
                                                        __m512 in) {
  // The largest float below one half: added with x's sign before cutting the
  // fraction off, it rounds halves away from zero and nothing else up.
  const __m512i half = _mm512_castps_si512(_mm512_set1_ps(0.49999997f));
  const __m512i sign = _mm512_set1_epi32(INT32_MIN);
  __m512 x = _mm512_add_ps(c.offset, _mm512_mul_ps(in, c.inverse));
  x = _mm512_min_ps(c.high, x);
  // (x & sign) | half
  const __m512i signed_half =
      _mm512_ternarylogic_epi32(_mm512_castps_si512(x), sign, half, 0xEA);
  return _mm512_cvttps_epi32(
      _mm512_add_ps(x, _mm512_castsi512_ps(signed_half)));
}

void QuantizeRow(const QuantizeRowArgs& a) {
  const RowConstants c(a);
  const float* in = a.in;
  int8_t* out = a.out;
  const int64_t n = a.n;
  // Packing leaves every fourth word of four side by side.
  const __m512i order =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  int64_t i = 0;
  for (; i + 4 * kLanes <= n; i += 4 * kLanes) {
    __m512i w[4];
    TFLL_GEMM_UNROLL
    for (int k = 0; k < 4; ++k) {
      w[k] = Quantized(c, _mm512_loadu_ps(in + i + k * kLanes));
    }
    const __m512i bytes = _mm512_packs_epi16(_mm512_packs_epi32(w[0], w[1]),
                                             _mm512_packs_epi32(w[2], w[3]));
    _mm512_storeu_si512(out + i,
                        _mm512_permutexvar_epi32(order, c.Bytes(bytes)));
  }
  for (; i < n; i += kLanes) {
    const __mmask16 mask = TailMask16(n - i);
    const __m128i bytes = _mm512_cvtsepi32_epi8(
        Quantized(c, _mm512_maskz_loadu_ps(mask, in + i)));
    _mm_mask_storeu_epi8(
        out + i, mask,
        _mm512_castsi512_si128(c.Bytes(_mm512_castsi128_si512(bytes))));
  }
}

constexpr GemmIsa kIsa = {
    "avx512",
    kRows,
    2 * kLanes,
    kLanes,
    kLanes / 2,
    RunFloatTile,
    GemmFloatLineAvx512,
    kRows,
    2 * kLanes,
    kLanes,
    false,
    nullptr,
    RunInt16Tile,
    RequantizeFloatsAvx512,
    RequantizeAvx2,
    Dequantize,
    DepthwiseFloatAvx512,
    DepthwiseFloatLineAvx512,
    {},
    // What AVX2 does is enough for machines without VNNI.
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
    WinogradInputAvx512,
    WinogradOutputAvx512,
    /*depthwise_line_rows=*/{0, 3, 2},
    GemmLeftBytes::kUnsigned,
    /*release=*/nullptr,
    /*byte_results=*/nullptr,
    /*byte_rows=*/nullptr,
    /*floats_need_shift=*/false,
    /*row_panels=*/1,
    /*sum_words=*/nullptr,
    RemainderRangeAvx512,
    /*float_line_columns=*/0,
    FloatRowsAvx512,
    /*depthwise_five_taps=*/true,
};

}  // namespace

const GemmIsa* GemmAvx512() { return &kIsa; }

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmAvx512() { return nullptr; }
}  // namespace tflite::kernels

#endif
