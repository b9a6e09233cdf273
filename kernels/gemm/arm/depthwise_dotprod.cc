// Depthwise convolutions by the dot product of ARMv8.2; see isa.h for what may
// be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"
#include "kernels/gemm/arm/results_neon.h"

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

constexpr int kLineBlock = 8;  // channels

// Where a line's columns are: at the ends perhaps outside the image.
struct LinePointers {
  const uint8_t* at[3];
  int64_t step[3];
};

// Three bytes of each of eight channels side by side, four channels a vector;
// the fourth byte is any. Moves on to the next column.
// In assembly, because compilers make neither loads that move the pointer by a
// register nor tables without copies.
template <bool kFlip>
inline __attribute__((always_inline)) void LoadColumn(
    LinePointers* p, uint8x16_t flip, const uint8x16_t (&order)[2],
    int8x16_t (&out)[2]) {
#define TFLL_COLUMN(flips)                                                \
  __asm__(                                                                \
      "ld1 {v6.8b}, [%[a]], %[da]\n\t"                                    \
      "ld1 {v7.8b}, [%[c]], %[dc]\n\t"                                    \
      "ld1 {v6.d}[1], [%[b]], %[db]\n\t" flips                            \
      "tbl %[low].16b, {v6.16b, v7.16b}, %[first].16b\n\t"                \
      "tbl %[high].16b, {v6.16b, v7.16b}, %[second].16b"                  \
      : [low] "=&w"(out[0]), [high] "=w"(out[1]), [a] "+&r"(p->at[0]),    \
        [b] "+&r"(p->at[1]), [c] "+&r"(p->at[2])                          \
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

constexpr uint8_t kOrder[2][16] = {
    {0, 8, 16, 16, 1, 9, 17, 17, 2, 10, 18, 18, 3, 11, 19, 19},
    {4, 12, 20, 20, 5, 13, 21, 21, 6, 14, 22, 22, 7, 15, 23, 23}};

// The results of a line in eight channels. Adjacent results share columns.
template <bool kFlip, int kParts, int kStride, typename Results>
class LineBlock {
 public:
  using Out = typename Results::Out;
  static constexpr int kNew = kStride == 1 ? 1 : 2;  // columns of a further one

  // `in` and `padding` have at least eight channels.
  LineBlock(const DepthwiseIntLine& line, const LinePointers& in,
            const uint8_t* padding, int64_t c, int64_t channels,
            const int8_t* weights)
      : results_(line.to, c, channels),
        in_(in),
        padding_(padding),
        width_(line.width),
        last_(line.width < kNew ? 0
                                : static_cast<uint64_t>(line.width) - kNew + 1),
        pixels_(line.pixels),
        flip_(vdupq_n_u8(line.flip)),
        order_{vld1q_u8(kOrder[0]), vld1q_u8(kOrder[1])},
        start_{vld1q_s32(line.start + c), vld1q_s32(line.start + c + 4)} {
    TFLL_GEMM_UNROLL
    for (int x = 0; x < 3; ++x) {
      TFLL_GEMM_UNROLL
      for (int part = 0; part < kParts; ++part) {
        const int8_t* at = weights + (x * kParts + part) * 4 * kBlock;
        weights_[x][2 * part] = vld1q_s8(at);
        weights_[x][2 * part + 1] = vld1q_s8(at + 16);
      }
    }
    x_ = line.left;
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) in_.at[l] += x_ * in_.step[l];
  }

  // Columns keep their places: a result's first one is that after the last
  // result's new ones.
  inline __attribute__((always_inline)) void Run(Out* out, int64_t out_stride) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3 - kNew; ++i) LoadAny(columns_[i]);
    for (int64_t p = pixels_;;) {
      Result<0>(out);
      out += out_stride;
      if (--p <= 0) return;
      Result<kNew % 3>(out);
      out += out_stride;
      if (--p <= 0) return;
      Result<2 * kNew % 3>(out);
      out += out_stride;
      if (--p <= 0) return;
    }
  }

 private:
  // A column that may be outside the image.
  inline __attribute__((always_inline)) void LoadAny(int8x16_t (&out)[2]) {
    LinePointers p = in_;
    if (x_ < 0 || x_ >= width_) {
      TFLL_GEMM_UNROLL
      for (int l = 0; l < 3; ++l) p.at[l] = padding_;
    }
    LoadColumn<kFlip>(&p, flip_, order_, out);
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) in_.at[l] += in_.step[l];
    ++x_;
  }

  // One result, whose first column is at place kFirst.
  template <int kFirst>
  inline __attribute__((always_inline)) void Result(Out* out) {
    if (__builtin_expect(static_cast<uint64_t>(x_) < last_, true)) {
      TFLL_GEMM_UNROLL
      for (int i = 3 - kNew; i < 3; ++i) {
        LoadColumn<kFlip>(&in_, flip_, order_, columns_[(kFirst + i) % 3]);
      }
      x_ += kNew;
    } else {
      TFLL_GEMM_UNROLL
      for (int i = 3 - kNew; i < 3; ++i) LoadAny(columns_[(kFirst + i) % 3]);
    }
    int32x4_t acc[2] = {start_[0], start_[1]};
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3; ++i) {
      TFLL_GEMM_UNROLL
      for (int v = 0; v < 2 * kParts; ++v) {
        acc[v % 2] = vdotq_s32(acc[v % 2], columns_[(kFirst + i) % 3][v % 2],
                               weights_[i][v]);
      }
    }
    results_.Store(acc[0], acc[1], out);
  }

  const Results results_;
  LinePointers in_;
  const uint8_t* const padding_;
  int64_t x_;  // of in_
  const int64_t width_;
  const uint64_t last_;  // inside are columns [x, x + kNew) with x < last_
  const int64_t pixels_;
  const uint8x16_t flip_;
  const uint8x16_t order_[2];
  const int32x4_t start_[2];
  int8x16_t weights_[3][2 * kParts];
  int8x16_t columns_[3][2];
};

// The last channels, fewer than eight: a result at a time, of copies.
template <bool kFlip, int kParts, typename Results>
void LastChannels(const DepthwiseIntLine& t, int64_t c, const int8_t* weights) {
  const int64_t n = t.channels - c;
  uint8_t copies[3][3][kLineBlock] = {}, padding[kLineBlock] = {};
  typename Results::Out out[kLineBlock];
  DepthwiseIntLine one = t;
  one.left = 0;
  one.width = 3;
  one.pixels = 1;
  for (int64_t p = 0; p < t.pixels; ++p) {
    for (int l = 0; l < 3; ++l) {
      for (int64_t i = 0; i < 3; ++i) {
        const int64_t x = t.left + p * t.stride + i;
        const bool inside = x >= 0 && x < t.width;
        const uint8_t* from =
            (inside ? t.in[l] + x * t.column_step[l] : t.padding) + c;
        for (int64_t j = 0; j < n; ++j) copies[l][i][j] = from[j];
      }
    }
    const LinePointers in = {{copies[0][0], copies[1][0], copies[2][0]},
                             {kLineBlock, kLineBlock, kLineBlock}};
    LineBlock<kFlip, kParts, 1, Results>(one, in, padding, c, n, weights)
        .Run(out, kLineBlock);
    auto* to =
        static_cast<typename Results::Out*>(t.to.out) + p * t.to.out_stride + c;
    for (int64_t j = 0; j < n; ++j) to[j] = out[j];
  }
}

template <bool kFlip, int kParts, int kStride, typename Results>
void LineBlocks(const DepthwiseIntLine& t) {
  const auto* weights = static_cast<const int8_t*>(t.weights);
  auto* out = static_cast<typename Results::Out*>(t.to.out);
  for (int64_t c = 0; c < t.channels; c += kLineBlock) {
    // Half of a block of weights.
    const int8_t* by =
        weights + c / kBlock * (12 * kParts * kBlock) + c % kBlock * 4;
    if (c + kLineBlock > t.channels) {
      return LastChannels<kFlip, kParts, Results>(t, c, by);
    }
    const LinePointers in = {
        {t.in[0] + c, t.in[1] + c, t.in[2] + c},
        {t.column_step[0], t.column_step[1], t.column_step[2]}};
    LineBlock<kFlip, kParts, kStride, Results>(t, in, t.padding + c, c,
                                               kLineBlock, by)
        .Run(out + c, t.to.out_stride);
  }
}

template <bool kFlip, int kParts, typename Results>
void Lines(const DepthwiseIntLine& t) {
  if (t.stride == 1) return LineBlocks<kFlip, kParts, 1, Results>(t);
  LineBlocks<kFlip, kParts, 2, Results>(t);
}

template <typename Results>
void LinesOf(const DepthwiseIntLine& t) {
  if (t.parts == 2) return Lines<true, 2, Results>(t);
  if (t.flip != 0) return Lines<true, 1, Results>(t);
  Lines<false, 1, Results>(t);
}

}  // namespace

void DepthwiseBytesDotprod(const DepthwiseIntTile& t) {
  if (t.parts == 2) return Blocks<true, 2>(t);
  if (t.flip != 0) return Blocks<true, 1>(t);
  Blocks<false, 1>(t);
}

void DepthwiseLineDotprod(const DepthwiseIntLine& t) {
  if (t.to.column_scale != nullptr) return LinesOf<FloatResultsOf>(t);
  if (t.to.floats_fit) return LinesOf<ByteResultsOf<RequantForm::kRight>>(t);
  LinesOf<ByteResultsOf<RequantForm::kAny>>(t);
}

}  // namespace tflite::kernels

#endif
