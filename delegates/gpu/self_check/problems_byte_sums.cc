#include <optional>
#include <string>
#include <utility>

#include "delegates/gpu/self_check/byte_problems.h"
#include "delegates/gpu/self_check/problems.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// Packed() with the top bits flipped where the kernel is told to do that.
std::vector<float> PackedAs(Integers values, bool flipped) {
  for (int& value : values) value ^= flipped ? 128 : 0;
  return Packed(values);
}

// Windows of a convolution, or of a transposed one, on images of 4 x 5.
struct Window {
  static constexpr int kInHeight = 4, kInWidth = 5;

  bool transposed;
  int in_channels;
  int out_channels = 8;
  int filter_height = 2, filter_width = 3;
  int stride_height = 2, stride_width = 1;
  int pad = 1;  // on all sides

  int taps() const { return filter_height * filter_width; }
  int out_height() const {
    if (transposed) return 7;
    return (kInHeight + 2 * pad - filter_height) / stride_height + 1;
  }
  int out_width() const {
    return (kInWidth + 2 * pad - filter_width) / stride_width + 1;
  }
  int pixels() const { return out_height() * out_width(); }

  // The pixel that a tap sees; -1: none.
  int Seen(int pixel, int tap) const {
    const int fy = tap / filter_width, fx = tap % filter_width;
    int y = pixel / out_width(), x = pixel % out_width();
    if (transposed) {
      y += pad - fy;
      x += pad - fx;
      if (y < 0 || x < 0 || y % stride_height != 0) return -1;
      y /= stride_height;
    } else {
      y = y * stride_height - pad + fy;
      x = x * stride_width - pad + fx;
    }
    const bool inside = y >= 0 && y < kInHeight && x >= 0 && x < kInWidth;
    return inside ? y * kInWidth + x : -1;
  }

  Integers Params(int first, int out4) const {
    return {first,
            out_height(),
            out_width(),
            out4,
            kInHeight,
            kInWidth,
            in_channels,
            filter_height,
            filter_width,
            stride_height,
            stride_width,
            1,
            1,
            pad,
            pad};
  }
};

// Biases, multipliers and shifts of `lanes` channels at a time.
std::vector<float> Finish(const Integers& biases, size_t lanes) {
  std::vector<int32_t> finish((biases.size() + lanes - 1) / lanes * lanes * 3);
  for (size_t o = 0; o < biases.size(); ++o) {
    int32_t* const to = finish.data() + o / lanes * lanes * 3 + o % lanes;
    to[0] = biases[o];
    to[lanes] = kFactor.multiplier;
    to[2 * lanes] = kFactor.shift;
  }
  return Bits(finish);
}

// The window that a kernel of convolutions is checked with.
Window WindowOf(const GpuKernelSpec& spec) {
  const int deep = ConstantOf(spec, "DEEP", 0);
  int channels = ConstantOf(spec, "IN4", 1) != 0 ? 8 : 6;
  if (deep > 0) channels = 8 * deep;
  if (ConstantOf(spec, "WHOLE", 1) == 0) channels -= 8;
  Window w{ConstantOf(spec, "TRANSPOSED", 0) != 0, channels};
  if (ConstantOf(spec, "POINT", 0) != 0) {
    w.filter_height = w.filter_width = w.stride_height = 1;
    w.pad = 0;
  }
  return w;
}

// Filters [out_channels, taps, depth] as the kernels have them, with zeros up
// to a depth of `multiple` words.
Integers PackFilters(const Window& w, const Integers& weights, int multiple) {
  const int depth = w.in_channels, words = (depth + 3) / 4;
  const int all = (w.taps() * words + multiple - 1) / multiple * multiple;
  Integers packed(all * w.out_channels * 4);
  for (int i = 0; i < w.out_channels * w.taps() * depth; ++i) {
    const int o = i / depth / w.taps(), tap = i / depth % w.taps();
    const int c = i % depth;
    packed[((tap * words + c / 4) * w.out_channels + o) * 4 + c % 4] =
        weights[i];
  }
  return packed;
}

// Groups of `pixels` by two words of channels, by the kernel's tiles.
void SetConvGroups(const GpuKernelSpec& spec, int pixels, GpuCall* call) {
  const int outs = ConstantOf(spec, "OUTS", 0);
  if (ConstantOf(spec, "DEEP", 0) > 0) {
    call->groups = {1, static_cast<uint32_t>((pixels + 63) / 64), 1};
  } else if (outs > 0) {
    const int tile =
        ConstantOf(spec, "PIXELS", 8) * ConstantOf(spec, "LANES", 8) / outs;
    call->groups = {static_cast<uint32_t>((2 + outs - 1) / outs),
                    static_cast<uint32_t>((pixels + tile - 1) / tile), 1};
  } else {
    const int tile = ConstantOf(spec, "PIXELS", 8);
    SetGroups({2, (pixels + tile - 1) / tile, 1}, call);
  }
}

// `offset`: what inputs are more in the kernel than as signed bytes.
GpuProblem ConvProblem(const GpuKernelSpec& spec, int offset) {
  const Window w = WindowOf(spec);
  const int depth = w.in_channels;
  const int weights_zero = ConstantOf(spec, "WEIGHTS_ZERO", 0) != 0 ? 11 : 0;
  const int padding = 5;
  const Integers src = Bytes(Window::kInHeight * Window::kInWidth * depth, 1);
  const Integers weights = Bytes(w.out_channels * w.taps() * depth, 4);
  Integers biases = Bytes(w.out_channels, 2);
  Integers expected(w.pixels() * w.out_channels);
  for (int o = 0; o < w.out_channels; ++o) {
    int all = 0;
    for (int p = 0; p < w.pixels(); ++p) {
      int sum = biases[o];
      all = 0;
      for (int i = 0; i < w.taps() * depth; ++i) {
        const int seen = w.Seen(p, i / depth);
        const int weight = weights[o * w.taps() * depth + i] - weights_zero;
        sum += (seen < 0 ? padding : src[seen * depth + i % depth]) * weight;
        all += weight;
      }
      expected[p * w.out_channels + o] = Stored(sum);
    }
    biases[o] -= offset * all;
  }
  const bool flipped = ConstantOf(spec, "UNSIGNED", 0) != 0;
  GpuProblem problem = BytesProblem(
      spec,
      {PackedAs(src, flipped),
       Packed(PackFilters(w, weights, ConstantOf(spec, "STEP", 1))),
       Finish(biases, 4)},
      Packed(expected), w.Params(w.pixels(), 2));
  // The kernel with tiles reads the input by two names.
  if (ConstantOf(spec, "DEEP", 0) > 0) {
    problem.call.operands.insert(problem.call.operands.begin(), {0, false});
  }
  const unsigned outside = static_cast<unsigned>(padding + offset);
  AppendParams({depth, 2, static_cast<int>(outside * 0x01010101u),
                depth % 4 == 0 ? -1 : 0xffff, weights_zero, kZeroPoint,
                -120 - kZeroPoint, 110 - kZeroPoint},
               &problem.call);
  SetConvGroups(spec, w.pixels(), &problem.call);
  return problem;
}

// The results of a depthwise convolution of filters [taps, channels]; `zero` is
// the inputs' zero point, which stands outside of images.
Integers DepthwiseResults(const Window& w, const Integers& src,
                          const Integers& weights, const Integers& biases,
                          int zero) {
  const int multiplier = w.out_channels / w.in_channels;
  Integers results(w.pixels() * w.out_channels);
  for (size_t i = 0; i < results.size(); ++i) {
    const int p = static_cast<int>(i) / w.out_channels;
    const int o = static_cast<int>(i) % w.out_channels;
    int sum = biases[o];
    for (int tap = 0; tap < w.taps(); ++tap) {
      const int seen = w.Seen(p, tap);
      if (seen < 0) continue;
      sum += (src[seen * w.in_channels + o / multiplier] - zero) *
             weights[tap * w.out_channels + o];
    }
    results[i] = Stored(sum);
  }
  return results;
}

// Of a kernel of one row, or of any window. `params` stand between those of the
// window and of the range.
GpuProblem DepthwiseProblem(const GpuKernelSpec& spec, const Window& w,
                            int bias_offset, const Integers& params) {
  const int zero = -7;
  const Integers src =
      Bytes(Window::kInHeight * Window::kInWidth * w.in_channels, 1);
  const Integers weights = Bytes(w.out_channels * w.taps(), 4);
  Integers biases = Bytes(w.out_channels, 2);
  const Integers expected = DepthwiseResults(w, src, weights, biases, zero);
  for (size_t i = 0; i < weights.size(); ++i) {
    biases[i % biases.size()] -= bias_offset * weights[i];
  }
  const bool flipped = ConstantOf(spec, "UNSIGNED", 0) != 0;
  GpuProblem problem =
      BytesProblem(spec,
                   {PackedAs(src, flipped),
                    Bits(std::vector<int32_t>(weights.begin(), weights.end())),
                    Finish(biases, 4)},
                   Packed(expected), w.Params(w.out_height(), 2));
  AppendParams(params, &problem.call);
  AppendParams({kZeroPoint, -120 - kZeroPoint, 110 - kZeroPoint},
               &problem.call);
  return problem;
}

GpuProblem PixelsProblem(const GpuKernelSpec& spec) {
  const bool single = ConstantOf(spec, "SINGLE", 1) != 0;
  const Window w{false, single ? 8 : 4};
  GpuProblem problem = DepthwiseProblem(spec, w, 0, {single ? 1 : 2, -7});
  const int pixels = ConstantOf(spec, "PIXELS", 4);
  SetGroups({2, (w.out_width() + pixels - 1) / pixels, w.out_height()},
            &problem.call);
  return problem;
}

GpuProblem RowProblem(const GpuKernelSpec& spec) {
  Window w{false, 8};
  w.filter_width = ConstantOf(spec, "WIDTH", 3);
  w.stride_width = ConstantOf(spec, "STRIDE", 1);
  // Bytes count from 0 on: the zero point is 121.
  GpuProblem problem = DepthwiseProblem(spec, w, 121, {121 * 0x01010101});
  const int outs = ConstantOf(spec, "OUTS", 8);
  const int tile = ConstantOf(spec, "PIXELS", 8) *
                   static_cast<int>(spec.workgroup[0]) / outs;
  problem.call.groups = {
      static_cast<uint32_t>((2 + outs - 1) / outs),
      static_cast<uint32_t>((w.out_width() + tile - 1) / tile),
      static_cast<uint32_t>(w.out_height())};
  return problem;
}

// Of the kernels of int8_v16.kernel: filters [out_channels, taps, depth].
Integers WideSums(const Window& w, const Integers& src, const Integers& weights,
                  const Integers& biases, int zero, bool depthwise) {
  const int depth = depthwise ? 1 : w.in_channels;
  Integers stored(w.pixels() * w.out_channels);
  for (size_t i = 0; i < stored.size(); ++i) {
    const int p = static_cast<int>(i) / w.out_channels;
    const int o = static_cast<int>(i) % w.out_channels;
    int sum = biases[o];
    for (int k = 0; k < w.taps() * depth; ++k) {
      const int seen = w.Seen(p, k / depth);
      if (seen < 0) continue;
      const int c = depthwise ? o : k % depth;
      sum += (src[seen * w.in_channels + c] - zero) *
             weights[o * w.taps() * depth + k];
    }
    stored[i] = Stored(sum);
  }
  return stored;
}

Integers Numbers(Integers bytes, bool is_unsigned) {
  for (int& byte : bytes) byte &= is_unsigned ? 255 : -1;
  return bytes;
}

GpuProblem WideConvProblem(const GpuKernelSpec& spec) {
  const int wide = ConstantOf(spec, "WIDE", 2), block = 16 * wide;
  const bool tail = ConstantOf(spec, "TAIL", 0) != 0;
  // The results are whole words, whatever the tail.
  const Window w{false, 50, tail ? block - 8 : block};
  const int depth = w.taps() * w.in_channels;
  const Integers src =
      Numbers(Bytes(Window::kInHeight * Window::kInWidth * w.in_channels, 1),
              ConstantOf(spec, "UNSIGNED", 0) != 0);
  const Integers weights = Bytes(w.out_channels * depth, 4);
  const Integers biases = Bytes(w.out_channels, 2);
  std::vector<float> packed(depth * block);
  for (int i = 0; i < w.out_channels * depth; ++i) {
    packed[i % depth * block + i / depth] = static_cast<float>(weights[i]);
  }
  std::vector<float> finish = Finish(biases, 16);
  finish.resize(block * 3);
  GpuProblem problem =
      BytesProblem(spec, {Packed(src), std::move(packed), std::move(finish)},
                   Packed(WideSums(w, src, weights, biases, 3, false)),
                   w.Params(w.pixels(), w.out_channels));
  AppendParams({static_cast<int>(src.size()), 3, kZeroPoint, -120 - kZeroPoint,
                110 - kZeroPoint},
               &problem.call);
  const int pixels = ConstantOf(spec, "PIXELS", 8);
  SetGroups({(w.pixels() + pixels - 1) / pixels, 1, 1}, &problem.call);
  return problem;
}

GpuProblem WideDepthwiseProblem(const GpuKernelSpec& spec) {
  const Window w{false, 16, 16};
  const Integers src =
      Numbers(Bytes(Window::kInHeight * Window::kInWidth * 16, 1),
              ConstantOf(spec, "UNSIGNED", 0) != 0);
  const Integers weights = Bytes(16 * w.taps(), 4);
  const Integers biases = Bytes(16, 2);
  std::vector<float> packed(weights.size());
  for (size_t i = 0; i < weights.size(); ++i) {
    packed[i % w.taps() * 16 + i / w.taps()] = static_cast<float>(weights[i]);
  }
  GpuProblem problem =
      BytesProblem(spec, {Packed(src), std::move(packed), Finish(biases, 16)},
                   Packed(WideSums(w, src, weights, biases, 3, true)),
                   w.Params(w.out_height(), 1));
  AppendParams({3, kZeroPoint, -120 - kZeroPoint, 110 - kZeroPoint},
               &problem.call);
  SetGroups({1, w.out_height(), 1}, &problem.call);
  return problem;
}

}  // namespace

std::optional<GpuProblem> MakeGpuByteSumsProblem(const GpuKernelSpec& spec) {
  std::string kernel = spec.kernel;
  // The same results.
  if (EndsWith(kernel, "_dot")) kernel.resize(kernel.size() - 4);
  if (kernel == "conv_2d_int8" || kernel == "conv_2d_int8_tile") {
    return ConvProblem(spec, 0);
  }
  if (kernel == "conv_2d_int8_shuffle") return ConvProblem(spec, 128);
  if (kernel == "depthwise_int8") return PixelsProblem(spec);
  if (kernel == "depthwise_row_int8") return RowProblem(spec);
  if (kernel == "conv_2d_int8_v16") return WideConvProblem(spec);
  if (kernel == "depthwise_int8_v16") return WideDepthwiseProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
