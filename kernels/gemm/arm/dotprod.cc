// Compiled with the dot product of ARMv8.2; see isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"

namespace tflite::kernels {
namespace {

constexpr int kRows = 8;
constexpr int kColumns = 8;
constexpr int kBlock = 16;  // channels of the depthwise kernel

template <int M>
struct ByteSums {
  int32x4_t acc[M][2];

  // One group, whose left bytes are in lane kLane.
  template <int kLane>
  inline __attribute__((always_inline)) void Add(const int8x16_t (&left)[M],
                                                 const int8_t* b) {
    const int8x16_t low = vld1q_s8(b);
    const int8x16_t high = vld1q_s8(b + 16);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      acc[i][0] = vdotq_laneq_s32(acc[i][0], low, left[i], kLane);
      acc[i][1] = vdotq_laneq_s32(acc[i][1], high, left[i], kLane);
    }
  }
};

template <int M>
void ByteTile(const GemmIntTile& t) {
  constexpr int kGroup = 4 * kColumns;
  ByteSums<M> sums;
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 2; ++v) {
    const int32x4_t start = vld1q_s32(t.start + 4 * v);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) sums.acc[i][v] = start;
  }
  const int8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    a[i] = reinterpret_cast<const int8_t*>(t.left + i * t.left_stride);
  }
  const int8_t* b = t.rhs;
  int8x16_t left[M];
  int64_t g = 0;
  for (; g + 4 <= t.groups; g += 4, b += 4 * kGroup) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) left[i] = vld1q_s8(a[i] + 4 * g);
    sums.template Add<0>(left, b);
    sums.template Add<1>(left, b + kGroup);
    sums.template Add<2>(left, b + 2 * kGroup);
    sums.template Add<3>(left, b + 3 * kGroup);
  }
  for (; g < t.groups; ++g, b += kGroup) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      int32_t word;
      __builtin_memcpy(&word, a[i] + 4 * g, sizeof(word));
      left[i] = vreinterpretq_s8_s32(vdupq_n_s32(word));
    }
    sums.template Add<0>(left, b);
  }
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    vst1q_s32(t.acc + i * t.acc_pitch, sums.acc[i][0]);
    vst1q_s32(t.acc + i * t.acc_pitch + 4, sums.acc[i][1]);
  }
}

template <int M>
void RunByteTile(const GemmIntTile& t) {
  if constexpr (M > 1) {
    if (t.m < M) return RunByteTile<M - 1>(t);
  }
  ByteTile<M>(t);
}

// 16 channels, or the last ones. Four taps at a time: their bytes side by side
// times their weights.
template <bool kTail, bool kFlip, int kParts>
inline void Block(const DepthwiseIntTile& t, int64_t c, const int8_t* weights) {
  const uint8x16_t flip = vdupq_n_u8(t.flip);
  int32x4_t acc[4];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 4; ++v) acc[v] = vld1q_s32(t.start + c + 4 * v);
  for (int64_t tap = 0; tap < t.taps;
       tap += 4, weights += kParts * 4 * kBlock) {
    uint8x16_t in[4];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 4; ++i) {
      const uint8_t* from = t.in[tap + i] + c;
      in[i] = kTail ? LoadBytes(from, t.channels - c) : vld1q_u8(from);
      if (kFlip) in[i] = veorq_u8(in[i], flip);
    }
    const uint16x8_t low01 = vreinterpretq_u16_u8(vzip1q_u8(in[0], in[1]));
    const uint16x8_t low23 = vreinterpretq_u16_u8(vzip1q_u8(in[2], in[3]));
    const uint16x8_t high01 = vreinterpretq_u16_u8(vzip2q_u8(in[0], in[1]));
    const uint16x8_t high23 = vreinterpretq_u16_u8(vzip2q_u8(in[2], in[3]));
    const uint16x8_t left[4] = {
        vzip1q_u16(low01, low23), vzip2q_u16(low01, low23),
        vzip1q_u16(high01, high23), vzip2q_u16(high01, high23)};
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 4 * kParts; ++i) {
      acc[i % 4] = vdotq_s32(acc[i % 4], vreinterpretq_s8_u16(left[i % 4]),
                             vld1q_s8(weights + 16 * i));
    }
  }
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 4; ++v) vst1q_s32(t.acc + c + 4 * v, acc[v]);
}

template <bool kFlip, int kParts>
void Blocks(const DepthwiseIntTile& t) {
  const int8_t* weights = static_cast<const int8_t*>(t.weights);
  int64_t c = 0;
  for (; c + kBlock <= t.channels;
       c += kBlock, weights += kParts * t.taps * kBlock) {
    Block<false, kFlip, kParts>(t, c, weights);
  }
  if (c < t.channels) Block<true, kFlip, kParts>(t, c, weights);
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmNeon();
  isa.name = "dotprod";
  isa.int_mr = kRows;
  isa.int_nr = kColumns;
  isa.int_vector = kColumns;
  isa.bytes = true;
  isa.left_bytes = GemmLeftBytes::kSigned;
  isa.byte_tile = RunByteTile<kRows>;
  isa.depthwise_bytes = {
      DepthwiseBytesDotprod, /*group=*/4,  /*vectors=*/4,
      /*lanes=*/1,           /*block=*/16, /*weight_bytes=*/1};
  return isa;
}

}  // namespace

void DepthwiseBytesDotprod(const DepthwiseIntTile& t) {
  if (t.parts == 2) return Blocks<true, 2>(t);
  if (t.flip != 0) return Blocks<true, 1>(t);
  Blocks<false, 1>(t);
}

const GemmIsa* GemmDotprod() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmDotprod() { return nullptr; }
}  // namespace tflite::kernels

#endif
