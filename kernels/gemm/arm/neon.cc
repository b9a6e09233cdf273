// The baseline of Arm targets; see isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__ARM_NEON)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 4;
constexpr int kColumns = 8;
// The largest tiles whose sums leave registers for the operands: aarch64 has 32
// vectors, armhf 16. For floats, a wide tile needs the fewest loads, because
// one instruction loads four vectors.
#if defined(__aarch64__)
constexpr int kRows = 8;
constexpr int kFloatVectors = 4;
#else
constexpr int kRows = 4;
constexpr int kFloatVectors = 2;
#endif
constexpr int kFloatRows = 4;
// Of floats in one call, whose own instructions are a fifth of those of a
// shallow tile.
constexpr int kFloatRowsOfCall = kGemmMaxRows;

// ---- float ----

// acc + right * lane kLane of left; fused where the baseline has it.
template <int kLane>
inline float32x4_t MultiplyAdd(float32x4_t acc, float32x4_t right,
                               float32x4_t left) {
#if defined(__aarch64__)
  return vfmaq_laneq_f32(acc, right, left, kLane);
#else
  return vmlaq_lane_f32(acc, right,
                        kLane < 2 ? vget_low_f32(left) : vget_high_f32(left),
                        kLane % 2);
#endif
}

template <int V>
inline void LoadRight(const float* b, float32x4_t (&right)[V]) {
#if defined(__aarch64__)
  if constexpr (V == 4) {
    const float32x4x4_t all = vld1q_f32_x4(b);
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) right[v] = all.val[v];
    return;
  }
#endif
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) right[v] = vld1q_f32(b + v * kLanes);
}

template <int M, int V>
struct FloatSums {
  static constexpr int kStep = V * kLanes;
  float32x4_t acc[M][V];

  // Adds the products of one depth, whose left values are in lane kLane.
  template <int kLane>
  inline __attribute__((always_inline)) void Add(const float32x4_t (&left)[M],
                                                 const float** b) {
    float32x4_t right[V];
    LoadRight(*b, right);
    *b += kStep;
    __asm__("" : "+r"(*b));
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        acc[i][v] = MultiplyAdd<kLane>(acc[i][v], right[v], left[i]);
      }
    }
  }

  inline __attribute__((always_inline)) void Add4(const float32x4_t (&left)[M],
                                                  const float** b) {
    Add<0>(left, b);
    Add<1>(left, b);
    Add<2>(left, b);
    Add<3>(left, b);
  }

  // Adds the products of `depth` adjacent values of each row, and advances `b`
  // past the values used.
  inline __attribute__((always_inline)) void AddRun(const float* const* rows,
                                                    int64_t depth,
                                                    const float** b) {
    const float* a[M];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] = rows[i];
    float32x4_t left[M];
#if defined(__aarch64__)
    for (int64_t n = depth / 8; n > 0; --n) {
      float32x4_t next[M];
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        left[i] = vld1q_f32(a[i]);
        next[i] = vld1q_f32(a[i] + 4);
        a[i] += 8;
        __asm__("" : "+r"(a[i]));
      }
      Add4(left, b);
      Add4(next, b);
    }
    depth %= 8;
#endif
    int64_t k = 0;
    for (; k + 4 <= depth; k += 4) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) left[i] = vld1q_f32(a[i] + k);
      Add4(left, b);
    }
    for (; k < depth; ++k) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) left[i] = vld1q_dup_f32(a[i] + k);
      Add<0>(left, b);
    }
  }
};

// n: the columns of the bias.
template <int M, int V>
inline void StartSums(const float* from, int64_t n, FloatSums<M, V>* sums) {
  float32x4_t bias[V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) bias[v] = vdupq_n_f32(0);
  if (from != nullptr) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v + 1 < V; ++v) bias[v] = vld1q_f32(from + v * kLanes);
    bias[V - 1] = LoadFloats(from + (V - 1) * kLanes, n - (V - 1) * kLanes);
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) sums->acc[i][v] = bias[v];
  }
}

// The first n sums of a row, clamped to the tile's bounds.
template <int V, typename Tile>
inline __attribute__((always_inline)) void StoreRow(const Tile& t, int64_t n,
                                                    const float32x4_t (&acc)[V],
                                                    float* out) {
  // The instructions return NaN where either operand is NaN.
  const float32x4_t min = vdupq_n_f32(t.min), max = vdupq_n_f32(t.max);
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v, out += kLanes) {
    const float32x4_t y = vminq_f32(max, vmaxq_f32(min, acc[v]));
    if (v + 1 < V) {
      vst1q_f32(out, y);
    } else {
      StoreFloats(y, n - v * kLanes, out);
    }
  }
}

// Computes M rows from `begin` on and V vectors of columns, of which the last
// may be incomplete.
template <int M, int V>
inline __attribute__((always_inline)) void FloatTile(const GemmFloatTile& t,
                                                     int begin) {
  FloatSums<M, V> sums;
  float* const* out = t.out + begin;
  if (t.adds) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        sums.acc[i][v] = vld1q_f32(out[i] + v * kLanes);
      }
    }
  } else {
    StartSums(t.bias, t.n, &sums);
  }
  const float* b = t.rhs;
  const float* const* rows = t.rows + begin;
  for (int64_t tap = 0; tap < t.taps; ++tap, rows += t.row_pitch) {
    sums.AddRun(rows, t.depth, &b);
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) StoreRow(t, t.n, sums.acc[i], out[i]);
}

#if defined(__aarch64__)
// P results of a line from x on.
template <int P, int V>
inline __attribute__((always_inline)) void LineResults(const GemmFloatLine& t,
                                                       int64_t x) {
  static_assert(kGemmLineRun == 9,
                "a line is read in two vectors and one more");
  FloatSums<P, V> sums;
  StartSums(t.bias, t.n, &sums);
  const float* b = t.rhs;
  for (int l = 0; l < kGemmLineRuns; ++l) {
    const float* a[P];
    a[0] = t.in[l] + x * t.pixel_step;
    TFLL_GEMM_UNROLL
    for (int p = 1; p < P; ++p) a[p] = a[p - 1] + t.pixel_step;
    float32x4_t left[P];
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p) left[p] = vld1q_f32(a[p]);
    sums.Add4(left, &b);
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p) left[p] = vld1q_f32(a[p] + 4);
    sums.Add4(left, &b);
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p) left[p] = vld1q_dup_f32(a[p] + 8);
    sums.template Add<0>(left, &b);
  }
  float* out = t.out + x * t.out_step;
  TFLL_GEMM_UNROLL
  for (int p = 0; p < P; ++p, out += t.out_step) {
    StoreRow(t, t.n, sums.acc[p], out);
  }
}

template <int V>
void FloatLine(const GemmFloatLine& t) {
  constexpr int kPixels = V <= 2 ? 8 : 4;
  int64_t x = 0;
  for (; x + kPixels <= t.pixels; x += kPixels) LineResults<kPixels, V>(t, x);
  for (; x < t.pixels; ++x) LineResults<1, V>(t, x);
}

void RunFloatLine(const GemmFloatLine& t) {
  TFLL_GEMM_BY_4(V, (t.n + kLanes - 1) / kLanes, FloatLine<V>(t))
}
#endif

// ---- 16-bit left operand ----

// Adds the products of columns and one left value, lane kLane of four.
template <int kLane>
inline __attribute__((always_inline)) void Multiply(int32x4_t (&acc)[2],
                                                    int16x8_t right,
                                                    int16x4_t left) {
  acc[0] = vmlal_lane_s16(acc[0], vget_low_s16(right), left, kLane);
  acc[1] = vmlal_lane_s16(acc[1], vget_high_s16(right), left, kLane);
}

template <int M>
struct Int16Sums {
  int32x4_t acc[M][2];

  // Adds the products of one group: two depths, whose left values are in lanes
  // kLane and kLane + 1.
  template <int kLane>
  inline __attribute__((always_inline)) void Add(const int16x4_t (&left)[M],
                                                 const int8_t* b) {
    const int8x8x2_t right = vld2_s8(b);
    const int16x8_t even = vmovl_s8(right.val[0]);
    const int16x8_t odd = vmovl_s8(right.val[1]);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      Multiply<kLane>(acc[i], even, left[i]);
      Multiply<kLane + 1>(acc[i], odd, left[i]);
    }
  }
};

template <int M>
void Int16Tile(const GemmIntTile& t) {
  Int16Sums<M> sums;
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 2; ++v) {
    const int32x4_t start = vld1q_s32(t.start + v * kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) sums.acc[i][v] = start;
  }
  const uint8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) a[i] = t.left + i * t.left_stride;
  const int8_t* b = t.rhs;
  int16x4_t left[M];
  int64_t g = 0;
  for (; g + 2 <= t.groups; g += 2, b += 4 * kColumns) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      left[i] = vreinterpret_s16_u8(vld1_u8(a[i] + 4 * g));
    }
    sums.template Add<0>(left, b);
    sums.template Add<2>(left, b + 2 * kColumns);
  }
  if (g < t.groups) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      uint32_t word;
      __builtin_memcpy(&word, a[i] + 4 * g, sizeof(word));
      left[i] = vreinterpret_s16_u32(vdup_n_u32(word));
    }
    sums.template Add<0>(left, b);
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 2; ++v) {
      vst1q_s32(t.acc + i * t.acc_pitch + v * kLanes, sums.acc[i][v]);
    }
  }
}

// ---- tiles by their number of rows ----

template <int V>
inline __attribute__((always_inline)) void FloatTileOf(const GemmFloatTile& t,
                                                       int begin, int m) {
  TFLL_GEMM_BY_4(M, m, (FloatTile<M, V>(t, begin)))
}

// Tiles of nearly equal heights.
template <int V>
void FloatTiles(const GemmFloatTile& t) {
  int left = t.m;
  for (int tiles = (left + kFloatRows - 1) / kFloatRows; tiles > 0; --tiles) {
    const int m = (left + tiles - 1) / tiles;
    FloatTileOf<V>(t, t.m - left, m);
    left -= m;
  }
}

void RunFloatTile(const GemmFloatTile& t) {
#if defined(__aarch64__)
  TFLL_GEMM_BY_4(V, (t.n + kLanes - 1) / kLanes, FloatTiles<V>(t))
#else
  if (t.n > kLanes) return FloatTiles<2>(t);
  FloatTiles<1>(t);
#endif
}

template <int M>
void RunInt16Tile(const GemmIntTile& t) {
  if constexpr (M > 1) {
    if (t.m < M) return RunInt16Tile<M - 1>(t);
  }
  Int16Tile<M>(t);
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmPortable();
  isa.name = "neon";
  isa.float_mr = kFloatRowsOfCall;
  isa.float_nr = kFloatVectors * kLanes;
  isa.float_vector = kLanes;
  isa.float_narrow = kLanes;
  isa.float_tile = RunFloatTile;
  isa.int_mr = kRows;
  isa.int_nr = kColumns;
  isa.int_vector = kColumns;
  isa.int16_tile = RunInt16Tile<kRows>;
  isa.bytes = true;
  isa.left_bytes = GemmLeftBytes::kSigned;
  isa.byte_tile = ByteTileNeon;
  isa.byte_rows = ByteRowsNeon;
  isa.byte_results = ByteResultsNeon;
  isa.requantize_floats = RequantizeShiftsNeon;
  isa.floats_need_shift = true;
  isa.requantize = RequantizeNeon;
  isa.dequantize = DequantizeNeon;
  isa.depthwise_float = DepthwiseFloatNeon;
#if defined(__aarch64__)
  isa.float_line = RunFloatLine;
  isa.float_line_columns = kFloatVectors * kLanes;
  isa.depthwise_float_line = DepthwiseFloatLineNeon;
  isa.depthwise_line_rows[1] = isa.depthwise_line_rows[2] = 2;
#endif
  isa.depthwise_int16 = {DepthwiseInt16Neon, /*group=*/1,  /*vectors=*/1,
                         /*lanes=*/4,        /*block=*/16, /*weight_bytes=*/2};
#if defined(__aarch64__)
  isa.depthwise_int16.line = DepthwiseInt16LineNeon;
#endif
  isa.float_range = RangeNeon;
  isa.quantize_row = QuantizeRowNeon;
  isa.pack_words = PackWordsNeon;
  isa.sum_bytes = SumBytesNeon;
  isa.sum_rows = SumRowsNeon;
  isa.add_row_terms = AddRowTermsNeon;
  return isa;
}

}  // namespace

const GemmIsa* GemmNeon() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmNeon() { return nullptr; }
}  // namespace tflite::kernels

#endif
