// The baseline of Arm targets; see isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__ARM_NEON)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 4;
constexpr int kColumns = 8;
// As many as leave room in the registers: 32 of aarch64, 16 of armhf.
#if defined(__aarch64__)
constexpr int kRows = 8;
#else
constexpr int kRows = 4;
#endif

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

template <int M, int V>
struct FloatSums {
  float32x4_t acc[M][V];

  // One depth, whose left values are in lane kLane.
  template <int kLane>
  inline __attribute__((always_inline)) void Add(const float32x4_t (&left)[M],
                                                 const float* b) {
    float32x4_t right[V];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) right[v] = vld1q_f32(b + v * kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < V; ++v) {
        acc[i][v] = MultiplyAdd<kLane>(acc[i][v], right[v], left[i]);
      }
    }
  }
};

template <int M, int V>
void FloatTile(const GemmFloatTile& t) {
  FloatSums<M, V> sums;
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const float32x4_t bias =
        t.bias == nullptr ? vdupq_n_f32(0)
                          : LoadFloats(t.bias + v * kLanes, t.n - v * kLanes);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      sums.acc[i][v] = t.adds ? vld1q_f32(t.out[i] + v * kLanes) : bias;
    }
  }
  constexpr int kStep = V * kLanes;
  const float* b = t.rhs;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* const* rows = t.rows + tap * t.row_pitch;
    const float* a[M];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] = rows[i];
    float32x4_t left[M];
    int64_t k = 0;
    for (; k + 4 <= t.depth; k += 4, b += 4 * kStep) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) left[i] = vld1q_f32(a[i] + k);
      sums.template Add<0>(left, b);
      sums.template Add<1>(left, b + kStep);
      sums.template Add<2>(left, b + 2 * kStep);
      sums.template Add<3>(left, b + 3 * kStep);
    }
    for (; k < t.depth; ++k, b += kStep) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) left[i] = vld1q_dup_f32(a[i] + k);
      sums.template Add<0>(left, b);
    }
  }
  // The instructions return NaN where either operand is NaN.
  const float32x4_t min = vdupq_n_f32(t.min);
  const float32x4_t max = vdupq_n_f32(t.max);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      StoreFloats(vminq_f32(max, vmaxq_f32(min, sums.acc[i][v])),
                  t.n - v * kLanes, t.out[i] + v * kLanes);
    }
  }
}

// ---- 16-bit left operand ----

// Products of columns with one left value, lane kLane of four.
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

  // One group: two depths, whose left values are in lanes kLane and kLane + 1.
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

template <int M>
void RunFloatTile(const GemmFloatTile& t) {
  if constexpr (M > 1) {
    if (t.m < M) return RunFloatTile<M - 1>(t);
  }
  if (t.n > kLanes) {
    FloatTile<M, 2>(t);
  } else {
    FloatTile<M, 1>(t);
  }
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
  isa.float_mr = kRows;
  isa.float_nr = kColumns;
  isa.float_vector = kLanes;
  isa.float_narrow = kLanes;
  isa.float_tile = RunFloatTile<kRows>;
  isa.int_mr = kRows;
  isa.int_nr = kColumns;
  isa.int_vector = kColumns;
  isa.int16_tile = RunInt16Tile<kRows>;
  isa.requantize_floats = RequantizeNeon;
  isa.requantize = RequantizeNeon;
  isa.requantize_any = RequantizeNeon;
  isa.dequantize = DequantizeNeon;
  isa.depthwise_float = DepthwiseFloatNeon;
  isa.depthwise_int16 = {DepthwiseInt16Neon, /*group=*/1,  /*vectors=*/1,
                         /*lanes=*/4,        /*block=*/16, /*weight_bytes=*/2};
  isa.float_range = RangeNeon;
  isa.quantize_row = QuantizeRowNeon;
  isa.pack_words = PackWordsNeon;
  isa.sum_bytes = SumBytesNeon;
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
