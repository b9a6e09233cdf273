#include <utility>

#include "delegates/gpu/kernels/convolution/conv_2d_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_shuffle_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_split_k_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_tile_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_v16_kernels.h"
#include "delegates/gpu/kernels/convolution/depthwise_conv_2d_kernels.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/self_check/windows.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

using Window = FloatWindow;

uint32_t GroupsOf(int count, int64_t size) {
  return static_cast<uint32_t>((count + size - 1) / size);
}

// Packs [out_channels, depth] as [out_channels / block, depth, block], with
// zeros after the last channel.
std::vector<float> Blocks(const std::vector<float>& weights, int channels,
                          int block) {
  const int depth = static_cast<int>(weights.size()) / channels;
  const int blocks = (channels + block - 1) / block;
  std::vector<float> packed(size_t{1} * blocks * depth * block);
  for (int o = 0; o < channels; ++o) {
    for (int d = 0; d < depth; ++d) {
      packed[(o / block * depth + d) * block + o % block] =
          weights[o * depth + d];
    }
  }
  return packed;
}

// The weights for a single tap: those of the window's first tap.
std::vector<float> FirstTaps(const Window& w) {
  const std::vector<float> all = w.Weights();
  std::vector<float> first;
  for (int o = 0; o < w.out_channels; ++o) {
    const auto begin = all.begin() + o * w.taps() * w.in_channels;
    first.insert(first.end(), begin, begin + w.in_channels);
  }
  return first;
}

// Completes the problem of a kernel whose own constants and params are set,
// except for the groups. The bias is padded to `channels` with zeros.
template <typename Kernel>
GpuSumProblem SumProblem(Kernel kernel, const Window& w,
                         std::vector<float> weights, int channels) {
  GpuSumProblem problem;
  kernel.src = AddGpuValue(w.Input(), &problem);
  kernel.weights = AddGpuValue(std::move(weights), &problem);
  std::vector<float> bias = w.Bias();
  bias.resize(channels);
  kernel.bias = AddGpuValue(std::move(bias), &problem);
  kernel.dst = AddGpuSums(w.Expected(), &problem);
  kernel.out_height = Window::kOutHeight;
  kernel.out_width = Window::kOutWidth;
  kernel.in_height = Window::kInHeight;
  kernel.in_width = Window::kInWidth;
  kernel.filter_height = w.point ? 1 : Window::kFilterHeight;
  kernel.filter_width = w.point ? 1 : w.filter_width;
  kernel.stride_height = Window::kStrideHeight;
  kernel.stride_width = w.point ? 1 : w.stride_width;
  kernel.dilation_height = w.point ? 1 : Window::kDilationHeight;
  kernel.dilation_width = Window::kDilationWidth;
  kernel.pad_top = w.point ? 0 : Window::kPadTop;
  kernel.pad_left = w.point ? 0 : Window::kPadLeft;
  if constexpr (std::is_same_v<Kernel, Conv2dF4Kernel> ||
                std::is_same_v<Kernel, Conv2dTileKernel>) {
    kernel.src4 = kernel.src;
  }
  SetGpuCall(kernel.Call(), w.out_channels, &problem);
  return problem;
}

// The same for kernels whose param is the number of pixels.
template <typename Kernel>
GpuSumProblem PixelsProblem(Kernel kernel, const Window& w,
                            std::vector<float> weights, int channels) {
  kernel.pixels = Window::kPixels;
  kernel.in_channels = w.in_channels;
  return SumProblem(kernel, w, std::move(weights), channels);
}

GpuSumProblem FloatProblem(const GpuKernelSpec& spec) {
  const Window w{6, 10, 2};
  Conv2dFloatKernel kernel;
  kernel.out_channels = w.out_channels;
  kernel.filter_channels = w.depth();
  kernel.group_channels = w.out_channels / w.groups;
  GpuSumProblem problem = PixelsProblem(kernel, w, w.Weights(), w.out_channels);
  problem.call.groups = {GroupsOf(w.out_channels, spec.workgroup[0]),
                         GroupsOf(Window::kPixels, spec.workgroup[1]), 1};
  return problem;
}

GpuSumProblem F4Problem(const GpuKernelSpec& spec) {
  Conv2dF4Kernel kernel;
  kernel.SetConstants(spec);
  const Window w{kernel.constants.in4 != 0 ? 8 : 5, 12};
  kernel.out_channels4 = w.out_channels / 4;
  GpuSumProblem problem = PixelsProblem(
      kernel, w, Blocks(w.Weights(), w.out_channels, w.out_channels),
      w.out_channels);
  problem.call.groups = {GroupsOf(w.out_channels / 4, spec.workgroup[0]),
                         GroupsOf(Window::kPixels, int64_t{spec.workgroup[1]} *
                                                       Conv2dF4Kernel::kPixels),
                         1};
  return problem;
}

GpuSumProblem TileProblem(const GpuKernelSpec& spec) {
  using Kernel = Conv2dTileKernel;
  const bool fours = EndsWith(spec.kernel, "_f4");
  Kernel kernel(fours ? Kernel::kF4 : Kernel::kFloat);
  kernel.SetConstants(spec);
  // In both cases the last tile is partly empty.
  const Window w{kernel.constants.in4 != 0 ? 20 : 5, fours ? 76 : 67};
  const int padded = fours ? 76 : 68;
  kernel.out_channels = w.out_channels;
  GpuSumProblem problem = PixelsProblem(
      kernel, w, Blocks(w.Weights(), w.out_channels, padded), padded);
  problem.call.groups = {GroupsOf(w.out_channels, Kernel::kTile),
                         GroupsOf(Window::kPixels, 8 * kernel.constants.rows),
                         1};
  return problem;
}

GpuSumProblem V16Problem(const GpuKernelSpec& spec) {
  constexpr int kVector = Conv2dV16Kernel::kVector;
  Conv2dV16Kernel kernel;
  kernel.SetConstants(spec);
  const int block = kVector * kernel.constants.wide;
  const int tail = kernel.constants.tail != 0 ? 3 : 0;
  const Window w{5, block + kVector - tail};
  kernel.out_channels = w.out_channels;
  GpuSumProblem problem =
      PixelsProblem(kernel, w, Blocks(w.Weights(), w.out_channels, block),
                    (w.out_channels + block - 1) / block * block);
  problem.call.groups = {GroupsOf(Window::kPixels, kernel.constants.pixels),
                         GroupsOf(w.out_channels, block), 1};
  return problem;
}

GpuSumProblem ShuffleProblem(const GpuKernelSpec& spec) {
  Conv2dShuffleKernel kernel;
  kernel.SetConstants(spec);
  const int lanes = kernel.constants.lanes, wide = kernel.constants.wide;
  const bool point = kernel.constants.point != 0;
  // More channels than one workgroup has lanes.
  const Window w{5, 4 * (lanes * wide + 1), 1, point};
  std::vector<float> weights = Blocks(point ? FirstTaps(w) : w.Weights(),
                                      w.out_channels, w.out_channels);
  const size_t depth = weights.size() / w.out_channels;
  weights.resize((depth + lanes - 1) / lanes * lanes * w.out_channels);
  kernel.out_channels4 = w.out_channels / 4;
  GpuSumProblem problem =
      PixelsProblem(kernel, w, std::move(weights), w.out_channels);
  problem.call.groups = {GroupsOf(w.out_channels / 4, lanes * wide),
                         GroupsOf(Window::kPixels, kernel.constants.pixels), 1};
  return problem;
}

GpuSumProblem SplitProblem(const GpuKernelSpec& spec) {
  const bool fours = EndsWith(spec.kernel, "_f4");
  Conv2dSplitKKernel kernel(fours ? Conv2dSplitKKernel::kF4
                                  : Conv2dSplitKKernel::kFloat);
  kernel.SetConstants(spec);
  const int block = 4 * kernel.constants.lanes;
  // Some slices load three single elements after a step of four.
  const int depth = 4 * kernel.constants.slices + 3;
  const Window w{depth, block + (fours ? 4 : 3), 1, true};
  kernel.out_channels = w.out_channels;
  GpuSumProblem problem = PixelsProblem(
      kernel, w, Blocks(FirstTaps(w), w.out_channels, block), 2 * block);
  problem.call.groups = {2, GroupsOf(Window::kPixels, kernel.constants.pixels),
                         1};
  return problem;
}

template <typename Kernel>
GpuSumProblem DepthwiseProblem(const Kernel& kernel, const Window& w) {
  return SumProblem(kernel, w,
                    Blocks(w.Weights(), w.out_channels, w.out_channels),
                    w.out_channels);
}

constexpr int kRows = Window::kBatch * Window::kOutHeight;

// Several results per channel.
GpuSumProblem DepthwiseFloatProblem(const GpuKernelSpec& spec) {
  const Window w{5, 10, 5};
  const int count = Window::kPixels * w.out_channels;
  DepthwiseFloatKernel kernel;
  kernel.count = count;
  kernel.out_channels = w.out_channels;
  kernel.multiplier = w.out_channels / w.in_channels;
  GpuSumProblem problem = DepthwiseProblem(kernel, w);
  problem.call.groups = {GroupsOf(count, spec.workgroup[0]), 1, 1};
  return problem;
}

// An invocation computes at least one pixel.
template <typename Kernel>
GpuSumProblem DepthwiseF4Problem(const GpuKernelSpec& spec, Kernel kernel,
                                 const Window& w) {
  kernel.columns = Window::kOutWidth;
  kernel.channels4 = w.out_channels / 4;
  kernel.rows = kRows;
  GpuSumProblem problem = DepthwiseProblem(kernel, w);
  problem.call.groups = {GroupsOf(w.out_channels / 4, spec.workgroup[0]),
                         Window::kOutWidth, kRows};
  return problem;
}

GpuSumProblem DepthwiseRowProblem(const GpuKernelSpec& spec) {
  DepthwiseRowF4Kernel kernel;
  kernel.SetConstants(spec);
  return DepthwiseF4Problem(
      spec, kernel,
      {8, 8, 8, false, kernel.constants.width, kernel.constants.stride});
}

GpuSumProblem DepthwiseV16Problem() {
  constexpr int kVector = DepthwiseV16Kernel::kVector;
  const Window w{2 * kVector, 2 * kVector, 2 * kVector};
  DepthwiseV16Kernel kernel;
  kernel.columns = Window::kOutWidth;
  kernel.channels16 = w.out_channels / kVector;
  kernel.rows = kRows;
  GpuSumProblem problem = DepthwiseProblem(kernel, w);
  problem.call.groups = {2, kRows, 1};
  return problem;
}

}  // namespace

std::optional<GpuSumProblem> MakeGpuWindowProblem(const GpuKernelSpec& spec) {
  const std::string& kernel = spec.kernel;
  if (kernel == "conv_2d_float") return FloatProblem(spec);
  if (kernel == "conv_2d_f4") return F4Problem(spec);
  if (StartsWith(kernel, "conv_2d_tile_")) return TileProblem(spec);
  if (kernel == "conv_2d_v16") return V16Problem(spec);
  if (kernel == "conv_2d_shuffle") return ShuffleProblem(spec);
  if (StartsWith(kernel, "conv_2d_split_k_")) return SplitProblem(spec);
  if (kernel == "depthwise_float") return DepthwiseFloatProblem(spec);
  if (kernel == "depthwise_f4") {
    return DepthwiseF4Problem(spec, DepthwiseF4Kernel(), {8, 8, 8});
  }
  if (kernel == "depthwise_row_f4") return DepthwiseRowProblem(spec);
  if (kernel == "depthwise_v16") return DepthwiseV16Problem();
  return std::nullopt;
}

}  // namespace tflite::gpu
