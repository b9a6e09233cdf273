// Depthwise convolutions by the dot product of ARMv8.2; see isa.h for what may
// be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"
#include "kernels/gemm/arm/int_lines.h"

namespace tflite::kernels {
namespace {

constexpr int kBlock = 16;  // channels

// Interleaves four taps: the four bytes of a channel become adjacent, with four
// channels in a vector.
inline void SideBySide(const uint8x16_t (&in)[4], int8x16_t (&out)[4]) {
  const uint16x8_t low01 = vreinterpretq_u16_u8(vzip1q_u8(in[0], in[1]));
  const uint16x8_t low23 = vreinterpretq_u16_u8(vzip1q_u8(in[2], in[3]));
  const uint16x8_t high01 = vreinterpretq_u16_u8(vzip2q_u8(in[0], in[1]));
  const uint16x8_t high23 = vreinterpretq_u16_u8(vzip2q_u8(in[2], in[3]));
  out[0] = vreinterpretq_s8_u16(vzip1q_u16(low01, low23));
  out[1] = vreinterpretq_s8_u16(vzip2q_u16(low01, low23));
  out[2] = vreinterpretq_s8_u16(vzip1q_u16(high01, high23));
  out[3] = vreinterpretq_s8_u16(vzip2q_u16(high01, high23));
}

template <int kParts>
inline void AddProducts(const int8x16_t (&left)[4], const int8_t* weights,
                        int32x4_t (&acc)[4]) {
  TFLL_GEMM_UNROLL
  for (int i = 0; i < 4 * kParts; ++i) {
    acc[i % 4] = vdotq_s32(acc[i % 4], left[i % 4], vld1q_s8(weights + 16 * i));
  }
}

// Computes 16 channels, or with kTail the last ones, with four interleaved taps
// in each dot product.
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
    int8x16_t left[4];
    SideBySide(in, left);
    AddProducts<kParts>(left, weights, acc);
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

constexpr uint8_t kOrder[2][16] = {
    {0, 8, 16, 16, 1, 9, 17, 17, 2, 10, 18, 18, 3, 11, 19, 19},
    {4, 12, 20, 20, 5, 13, 21, 21, 6, 14, 22, 22, 7, 15, 23, 23}};

// A column of a line: three bytes of each of eight channels side by side, four
// channels a vector; the fourth byte is any.
template <bool kFlip, int kParts>
struct ByteColumns {
  struct Column {
    int8x16_t half[2];
  };

  ByteColumns(const DepthwiseIntLine& t, int64_t c)
      : flip(vdupq_n_u8(t.flip)),
        order{vld1q_u8(kOrder[0]), vld1q_u8(kOrder[1])} {
    // Half of a block.
    const int8_t* from = static_cast<const int8_t*>(t.weights) +
                         c / kBlock * (12 * kParts * kBlock) + c % kBlock * 4;
    TFLL_GEMM_UNROLL
    for (int x = 0; x < 3; ++x) {
      TFLL_GEMM_UNROLL
      for (int part = 0; part < kParts; ++part) {
        const int8_t* at = from + (x * kParts + part) * 4 * kBlock;
        weights[x][2 * part] = vld1q_s8(at);
        weights[x][2 * part + 1] = vld1q_s8(at + 16);
      }
    }
  }

  // In assembly, because compilers make neither loads that move the pointer by
  // a register nor tables without copies.
  inline __attribute__((always_inline)) void Load(LinePointers* p,
                                                  Column* out) const {
#define TFLL_COLUMN(flips)                                                \
  __asm__(                                                                \
      "ld1 {v6.8b}, [%[a]], %[da]\n\t"                                    \
      "ld1 {v7.8b}, [%[c]], %[dc]\n\t"                                    \
      "ld1 {v6.d}[1], [%[b]], %[db]\n\t" flips                            \
      "tbl %[low].16b, {v6.16b, v7.16b}, %[first].16b\n\t"                \
      "tbl %[high].16b, {v6.16b, v7.16b}, %[second].16b"                  \
      : [low] "=&w"(out->half[0]), [high] "=w"(out->half[1]),             \
        [a] "+&r"(p->at[0]), [b] "+&r"(p->at[1]), [c] "+&r"(p->at[2])     \
      : [da] "r"(p->step[0]), [db] "r"(p->step[1]), [dc] "r"(p->step[2]), \
        [first] "w"(order[0]), [second] "w"(order[1]), [flip] "w"(flip)   \
      : "v6", "v7", "memory")
    if (kFlip) {
      TFLL_COLUMN(
          "eor v6.16b, v6.16b, %[flip].16b\n\t"
          "eor v7.16b, v7.16b, %[flip].16b\n\t");
    } else {
      TFLL_COLUMN("");
    }
#undef TFLL_COLUMN
  }

  template <int kFirst>
  inline __attribute__((always_inline)) void Add(const Column (&columns)[3],
                                                 int32x4_t (&acc)[2]) const {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < 2 * kParts; ++v) {
        acc[v % 2] = vdotq_s32(
            acc[v % 2], columns[(kFirst + i) % 3].half[v % 2], weights[i][v]);
      }
    }
  }

  const uint8x16_t flip;
  const uint8x16_t order[2];
  int8x16_t weights[3][2 * kParts];
};

}  // namespace

void DepthwiseBytesDotprod(const DepthwiseIntTile& t) {
  if (t.parts == 2) return Blocks<true, 2>(t);
  if (t.flip != 0) return Blocks<true, 1>(t);
  Blocks<false, 1>(t);
}

void DepthwiseLineDotprod(const DepthwiseIntLine& t) {
  if (t.parts == 2) return IntLines<ByteColumns<true, 2>, true>(t);
  if (t.flip != 0) return IntLines<ByteColumns<true, 1>, true>(t);
  IntLines<ByteColumns<false, 1>, false>(t);
}

}  // namespace tflite::kernels

#endif
