// Depthwise convolutions by the dot product of ARMv8.2; see isa.h for what may
// be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"

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

// Computes a line of results in 16 channels, or with kTail in the last ones,
// for 3x3 filters. A dot product takes a column of taps; adjacent results share
// columns, which are loaded once.
template <bool kTail, bool kFlip, int kParts, int kStride>
class LineBlock {
 public:
  LineBlock(const DepthwiseIntLine& line, int64_t c, const int8_t* weights)
      : t_(line), c_(c), weights_(weights) {}

  // columns_ is a ring: a result replaces the columns that it does not share
  // with the one before it.
  void Run() {
    constexpr int kNew = kStride == 1 ? 1 : 2;  // columns of a further result
    int64_t x = t_.left;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3 - kNew; ++i) Load(x++, columns_[i]);
    int32_t* out = t_.acc + c_;
    for (int64_t p = 0;;) {
      Result<0, kNew>(&x, &out);
      if (++p >= t_.pixels) return;
      Result<kNew % 3, kNew>(&x, &out);
      if (++p >= t_.pixels) return;
      Result<2 * kNew % 3, kNew>(&x, &out);
      if (++p >= t_.pixels) return;
    }
  }

 private:
  inline __attribute__((always_inline)) void Load(int64_t x,
                                                  int8x16_t (&out)[4]) const {
    const bool inside = x >= 0 && x < t_.width;
    uint8x16_t in[4];
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) {
      const uint8_t* from =
          (inside ? t_.in[l] + x * t_.column_step[l] : t_.padding) + c_;
      in[l] = kTail ? LoadBytes(from, t_.channels - c_) : vld1q_u8(from);
      if (kFlip) in[l] = veorq_u8(in[l], vdupq_n_u8(t_.flip));
    }
    in[3] = in[2];
    SideBySide(in, out);
  }

  // Computes a result whose first column is columns_[kFirst].
  template <int kFirst, int kNew>
  inline __attribute__((always_inline)) void Result(int64_t* x, int32_t** out) {
    TFLL_GEMM_UNROLL
    for (int i = 3 - kNew; i < 3; ++i) {
      Load((*x)++, columns_[(kFirst + i) % 3]);
    }
    int32x4_t acc[4];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 4; ++v) acc[v] = vld1q_s32(t_.start + c_ + 4 * v);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3; ++i) {
      AddProducts<kParts>(columns_[(kFirst + i) % 3],
                          weights_ + i * kParts * 4 * kBlock, acc);
    }
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 4; ++v) vst1q_s32(*out + 4 * v, acc[v]);
    *out += t_.acc_pitch;
  }

  const DepthwiseIntLine& t_;
  const int64_t c_;
  const int8_t* const weights_;
  int8x16_t columns_[3][4];
};

template <bool kFlip, int kParts, int kStride>
void LineBlocks(const DepthwiseIntLine& t) {
  const int8_t* weights = static_cast<const int8_t*>(t.weights);
  int64_t c = 0;
  for (; c + kBlock <= t.channels;
       c += kBlock, weights += kParts * 12 * kBlock) {
    LineBlock<false, kFlip, kParts, kStride>(t, c, weights).Run();
  }
  if (c == t.channels) return;
  LineBlock<true, kFlip, kParts, kStride>(t, c, weights).Run();
}

template <int kStride>
void Lines(const DepthwiseIntLine& t) {
  if (t.parts == 2) return LineBlocks<true, 2, kStride>(t);
  if (t.flip != 0) return LineBlocks<true, 1, kStride>(t);
  LineBlocks<false, 1, kStride>(t);
}

}  // namespace

void DepthwiseBytesDotprod(const DepthwiseIntTile& t) {
  if (t.parts == 2) return Blocks<true, 2>(t);
  if (t.flip != 0) return Blocks<true, 1>(t);
  Blocks<false, 1>(t);
}

void DepthwiseLineDotprod(const DepthwiseIntLine& t) {
  if (t.stride == 1) return Lines<1>(t);
  Lines<2>(t);
}

}  // namespace tflite::kernels

#endif
