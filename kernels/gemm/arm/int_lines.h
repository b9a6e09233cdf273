#ifndef KERNELS_GEMM_ARM_INT_LINES_H_
#define KERNELS_GEMM_ARM_INT_LINES_H_

#include "kernels/gemm/arm/results_neon.h"

// DepthwiseIntKernel::line in eight channels at a time, for aarch64. In an
// unnamed namespace, because files with different instructions include it.

namespace tflite::kernels {
namespace {

constexpr int kLineBlock = 8;  // channels

// Where a line's columns are: at the ends perhaps outside the image.
struct LinePointers {
  const uint8_t* at[3];
  int64_t step[3];
};

// The results of a line in eight channels. Adjacent results share columns.
// A Kernel holds the weights of eight channels from c on, Kernel(line, c). It
// loads columns, Load(LinePointers*, Column*), which also moves on to the next
// one, and adds the products of three of them, the first one at place kFirst of
// three: Add<kFirst>(columns, sums).
template <typename Kernel, int kStride, typename Results>
class LineBlock {
 public:
  using Out = typename Results::Out;
  static constexpr int kNew = kStride == 1 ? 1 : 2;  // columns of a further one

  // `in` and `padding` have at least eight channels.
  LineBlock(const DepthwiseIntLine& line, const LinePointers& in,
            const uint8_t* padding, int64_t c, int64_t channels)
      : kernel_(line, c),
        results_(line.to, c, channels),
        in_(in),
        padding_(padding),
        x_(line.left),
        width_(line.width),
        last_(line.width < kNew ? 0
                                : static_cast<uint64_t>(line.width) - kNew + 1),
        pixels_(line.pixels),
        start_{vld1q_s32(line.start + c), vld1q_s32(line.start + c + 4)} {
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) in_.at[l] += x_ * in_.step[l];
  }

  // Columns keep their places: a result's first one is that after the last
  // result's new ones.
  inline __attribute__((always_inline)) void Run(Out* out, int64_t out_stride) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3 - kNew; ++i) LoadAny(&columns_[i]);
    for (int64_t p = pixels_;;) {
      Result<0>(&out, out_stride);
      if (--p <= 0) return;
      Result<kNew % 3>(&out, out_stride);
      if (--p <= 0) return;
      Result<2 * kNew % 3>(&out, out_stride);
      if (--p <= 0) return;
    }
  }

 private:
  using Column = typename Kernel::Column;

  // A column that may be outside the image.
  inline __attribute__((always_inline)) void LoadAny(Column* out) {
    LinePointers p = in_;
    if (x_ < 0 || x_ >= width_) {
      TFLL_GEMM_UNROLL
      for (int l = 0; l < 3; ++l) p.at[l] = padding_;
    }
    kernel_.Load(&p, out);
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) in_.at[l] += in_.step[l];
    ++x_;
  }

  // One result, whose first column is at place kFirst.
  template <int kFirst>
  inline __attribute__((always_inline)) void Result(Out** out,
                                                    int64_t out_stride) {
    if (__builtin_expect(static_cast<uint64_t>(x_) < last_, true)) {
      TFLL_GEMM_UNROLL
      for (int i = 3 - kNew; i < 3; ++i) {
        kernel_.Load(&in_, &columns_[(kFirst + i) % 3]);
      }
      x_ += kNew;
    } else {
      TFLL_GEMM_UNROLL
      for (int i = 3 - kNew; i < 3; ++i) LoadAny(&columns_[(kFirst + i) % 3]);
    }
    int32x4_t acc[2] = {start_[0], start_[1]};
    kernel_.template Add<kFirst>(columns_, acc);
    results_.Store(acc[0], acc[1], out, out_stride);
  }

  const Kernel kernel_;
  const Results results_;
  LinePointers in_;
  const uint8_t* const padding_;
  int64_t x_;  // of in_
  const int64_t width_;
  const uint64_t last_;  // inside are columns [x, x + kNew) with x < last_
  const int64_t pixels_;
  const int32x4_t start_[2];
  Column columns_[3];
};

// The last channels, fewer than eight: a result at a time, of copies.
template <typename Kernel, typename Results>
void LastChannels(const DepthwiseIntLine& t, int64_t c) {
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
    LineBlock<Kernel, 1, Results>(one, in, padding, c, n).Run(out, kLineBlock);
    auto* to =
        static_cast<typename Results::Out*>(t.to.out) + p * t.to.out_stride + c;
    for (int64_t j = 0; j < n; ++j) to[j] = out[j];
  }
}

template <typename Kernel, int kStride, typename Results>
void LineBlocks(const DepthwiseIntLine& t) {
  auto* out = static_cast<typename Results::Out*>(t.to.out);
  for (int64_t c = 0; c < t.channels; c += kLineBlock) {
    if (c + kLineBlock > t.channels) return LastChannels<Kernel, Results>(t, c);
    const LinePointers in = {
        {t.in[0] + c, t.in[1] + c, t.in[2] + c},
        {t.column_step[0], t.column_step[1], t.column_step[2]}};
    LineBlock<Kernel, kStride, Results>(t, in, t.padding + c, c, kLineBlock)
        .Run(out + c, t.to.out_stride);
  }
}

// kUnsigned: of WithResults.
template <typename Kernel, bool kUnsigned>
void IntLines(const DepthwiseIntLine& t) {
  WithResults<kUnsigned, false>(t.to, [&](auto type) {
    using Results = typename decltype(type)::Type;
    if (t.stride == 1) return LineBlocks<Kernel, 1, Results>(t);
    LineBlocks<Kernel, 2, Results>(t);
  });
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_ARM_INT_LINES_H_
