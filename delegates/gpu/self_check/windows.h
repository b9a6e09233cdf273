#ifndef DELEGATES_GPU_SELF_CHECK_WINDOWS_H_
#define DELEGATES_GPU_SELF_CHECK_WINDOWS_H_

#include <string>
#include <vector>

namespace tflite::gpu {

// The convolutions of the problems with sums. Their results were recorded from
// the CPU's reference kernels, see tests/record.h.

// Multiples of 1/4 that repeat after 13 values.
std::vector<float> Quarters(int count, int seed);
// Unordered bytes, from -128 on.
std::vector<int> Bytes(int count, int seed);

// A float convolution with strides, dilation, and padding on all sides.
struct FloatWindow {
  static constexpr int kBatch = 2, kInHeight = 5, kInWidth = 6;
  static constexpr int kOutHeight = 5, kOutWidth = 4;
  static constexpr int kFilterHeight = 3, kStrideHeight = 1;
  static constexpr int kDilationHeight = 2, kDilationWidth = 1;
  static constexpr int kPadTop = 2, kPadLeft = 1;
  static constexpr int kPixels = kBatch * kOutHeight * kOutWidth;
  // With one group, weights and biases, and therefore results, repeat after
  // this many channels.
  static constexpr int kPeriod = 13;

  int in_channels, out_channels, groups = 1;
  bool point = false;  // only the first tap, stride 1, no padding
  int filter_width = 2, stride_width = 2;

  int taps() const { return kFilterHeight * filter_width; }
  int depth() const { return in_channels / groups; }
  std::vector<float> Input() const {
    return Quarters(kBatch * kInHeight * kInWidth * in_channels, 3);
  }
  // [out_channels, taps, depth], also for a point.
  std::vector<float> Weights() const {
    return Quarters(out_channels * taps() * depth(), 8);
  }
  std::vector<float> Bias() const { return Quarters(out_channels, 2); }
  // The number of recorded channels.
  int recorded_channels() const { return groups == 1 ? kPeriod : out_channels; }
  std::string Name() const;
  // [kPixels, out_channels]; empty if not recorded.
  std::vector<float> Expected() const;
};

// The windows that variants of kernels are checked with, with the recorded
// number of channels.
std::vector<FloatWindow> AllFloatWindows();

// A convolution of signed bytes on images of 4 x 5, possibly transposed. With
// halves_up, which only a point has, a fully connected layer of its pixels.
struct ByteWindow {
  static constexpr int kInHeight = 4, kInWidth = 5;
  // The zero points of the input and the output. The weights have weights_zero,
  // which is 0 or 11.
  static constexpr int kInZero = 5, kOutZero = -3;
  // 45 / 64 / 64. The scales of the input and the output are 1.
  static constexpr float kWeightScale = 0.010986328125f;

  bool transposed = false;
  int in_channels = 8;
  int weights_zero = 0;
  bool depthwise = false;
  int out_channels = 8;
  int filter_height = 2, filter_width = 3;
  int stride_height = 2, stride_width = 1;
  int pad = 1;  // on all sides
  bool halves_up = false;

  // One tap, stride 1, no padding.
  void MakePoint() {
    filter_height = filter_width = stride_height = stride_width = 1;
    pad = 0;
  }
  int taps() const { return filter_height * filter_width; }
  int out_height() const {
    if (transposed) return 7;
    return (kInHeight + 2 * pad - filter_height) / stride_height + 1;
  }
  int out_width() const {
    return (kInWidth + 2 * pad - filter_width) / stride_width + 1;
  }
  int pixels() const { return out_height() * out_width(); }
  // The number of weights of an output channel.
  int each() const { return taps() * (depthwise ? 1 : in_channels); }
  std::vector<int> Input() const {
    return Bytes(kInHeight * kInWidth * in_channels, 1);
  }
  // [out_channels, taps, in_channels], or [taps, out_channels] if depthwise.
  std::vector<int> Weights() const { return Bytes(out_channels * each(), 4); }
  std::vector<int> Bias() const { return Bytes(out_channels, 2); }
  std::string Name() const;
  // [pixels, out_channels]; empty if not recorded.
  std::vector<int> Expected() const;
};

std::vector<ByteWindow> AllByteWindows();

// The products of two matrices, in reverse order, with a common third one. Each
// operand may be transposed in memory. Elements, and therefore results, repeat
// after kPeriod rows and columns.
struct MatrixProduct {
  static constexpr int kMatrices = 2, kPeriod = 13;

  int rows, columns, depth;
  bool adj_x = false, adj_y = false;

  std::vector<float> Lhs() const;  // kMatrices of them
  std::vector<float> Rhs() const;
  int a_row() const { return adj_x ? 1 : depth; }
  int a_depth() const { return adj_x ? rows : 1; }
  int b_depth() const { return adj_y ? 1 : columns; }
  int b_column() const { return adj_y ? depth : 1; }
  std::string Name() const;
  // [kMatrices, rows, columns]; empty if not recorded.
  std::vector<float> Expected() const;
};

// Of kPeriod rows and columns, not transposed.
std::vector<MatrixProduct> AllMatrixProducts();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_WINDOWS_H_
