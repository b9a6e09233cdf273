#include <optional>
#include <string>
#include <utility>

#include "delegates/gpu/self_check/byte_problems.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/self_check/windows.h"
#include "kernels/math/fixed_point.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// Packs the values, with their top bits flipped if the kernel flips them back.
std::vector<float> PackedAs(Integers values, bool flipped) {
  for (int& value : values) value ^= flipped ? 128 : 0;
  return Packed(values);
}

using Window = ByteWindow;

// 45 / 64 / 64, as in ByteWindow.
constexpr QuantizedMultiplier kSumFactor = {45 << 25, -6};

Integers WindowParams(const Window& w, int first, int out4) {
  return {first,
          w.out_height(),
          w.out_width(),
          out4,
          Window::kInHeight,
          Window::kInWidth,
          w.in_channels,
          w.filter_height,
          w.filter_width,
          w.stride_height,
          w.stride_width,
          1,
          1,
          w.pad,
          w.pad};
}

// Appends the params zero point, low and high.
void AppendRange(GpuCall* call) {
  AppendParams(
      {Window::kOutZero, -128 - Window::kOutZero, 127 - Window::kOutZero},
      call);
}

// Biases, multipliers and shifts, for `lanes` channels at a time.
std::vector<float> Finish(const Integers& biases, size_t lanes) {
  std::vector<int32_t> finish((biases.size() + lanes - 1) / lanes * lanes * 3);
  for (size_t o = 0; o < biases.size(); ++o) {
    int32_t* const to = finish.data() + o / lanes * lanes * 3 + o % lanes;
    to[0] = biases[o];
    to[lanes] = kSumFactor.multiplier;
    to[2 * lanes] = kSumFactor.shift;
  }
  return Bits(finish);
}

// The window that a convolution kernel is checked with.
Window WindowOf(const GpuKernelSpec& spec) {
  const int deep = ConstantOf(spec, "DEEP");
  int channels = ConstantOf(spec, "IN4") != 0 ? 8 : 6;
  if (deep > 0) channels = 8 * deep;
  if (ConstantOf(spec, "WHOLE", 1) == 0) channels -= 8;
  Window w{ConstantOf(spec, "TRANSPOSED") != 0, channels,
           ConstantOf(spec, "WEIGHTS_ZERO") != 0 ? 11 : 0};
  w.halves_up = ConstantOf(spec, "HALVES_UP") != 0;
  if (w.halves_up || ConstantOf(spec, "POINT") != 0) w.MakePoint();
  return w;
}

// Packs filters [out_channels, taps, depth] in the kernels' layout, with a
// depth padded with zeros to a multiple of `multiple` words.
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

// Sets the groups for `pixels` pixels and two words of channels, according to
// the kernel's tile size.
void SetConvGroups(const GpuKernelSpec& spec, int pixels, GpuCall* call) {
  const int outs = ConstantOf(spec, "OUTS");
  if (ConstantOf(spec, "DEEP") > 0) {
    call->groups = {1, static_cast<uint32_t>((pixels + 63) / 64), 1};
  } else if (outs > 0) {
    const int tile =
        ConstantOf(spec, "PIXELS") * ConstantOf(spec, "LANES") / outs;
    call->groups = {static_cast<uint32_t>((2 + outs - 1) / outs),
                    static_cast<uint32_t>((pixels + tile - 1) / tile), 1};
  } else {
    const int tile = ConstantOf(spec, "PIXELS");
    SetGroups({2, (pixels + tile - 1) / tile, 1}, call);
  }
}

// `offset` is the amount that the kernel adds to the signed input bytes.
GpuSumProblem ConvProblem(const GpuKernelSpec& spec, int offset) {
  const Window w = WindowOf(spec);
  const int depth = w.in_channels;
  const int zero = Window::kInZero + offset;
  const Integers weights = w.Weights();
  // Kernels expect biases from which the zero points have been subtracted.
  Integers biases = w.Bias();
  for (size_t i = 0; i < weights.size(); ++i) {
    biases[i / w.each()] -= zero * (weights[i] - w.weights_zero);
  }
  const bool flipped = ConstantOf(spec, "UNSIGNED") != 0;
  GpuSumProblem problem = BytesProblem(
      spec,
      {PackedAs(w.Input(), flipped),
       Packed(PackFilters(w, weights, ConstantOf(spec, "STEP", 1))),
       Finish(biases, 4)},
      Packed(w.Expected()), WindowParams(w, w.pixels(), 2));
  // The kernel with tiles has the input as two operands.
  if (ConstantOf(spec, "DEEP") > 0) {
    problem.call.operands.insert(problem.call.operands.begin(), {0, false});
  }
  AppendParams({depth, 2, zero * 0x01010101, depth % 4 == 0 ? -1 : 0xffff,
                w.weights_zero},
               &problem.call);
  AppendRange(&problem.call);
  SetConvGroups(spec, w.pixels(), &problem.call);
  return problem;
}

// For the depthwise kernels. `params` are between the params of the window and
// those of the range.
GpuSumProblem DepthwiseProblem(const GpuKernelSpec& spec, const Window& w,
                               int bias_offset, const Integers& params) {
  const Integers weights = w.Weights();
  Integers biases = w.Bias();
  for (size_t i = 0; i < weights.size(); ++i) {
    biases[i % biases.size()] -= bias_offset * weights[i];
  }
  const bool flipped = ConstantOf(spec, "UNSIGNED") != 0;
  GpuSumProblem problem =
      BytesProblem(spec,
                   {PackedAs(w.Input(), flipped),
                    Bits(std::vector<int32_t>(weights.begin(), weights.end())),
                    Finish(biases, 4)},
                   Packed(w.Expected()), WindowParams(w, w.out_height(), 2));
  AppendParams(params, &problem.call);
  AppendRange(&problem.call);
  return problem;
}

GpuSumProblem PixelsProblem(const GpuKernelSpec& spec) {
  const bool single = ConstantOf(spec, "SINGLE") != 0;
  const Window w{false, single ? 8 : 4, 0, true};
  GpuSumProblem problem =
      DepthwiseProblem(spec, w, 0, {single ? 1 : 2, Window::kInZero});
  const int pixels = ConstantOf(spec, "PIXELS");
  SetGroups({2, (w.out_width() + pixels - 1) / pixels, w.out_height()},
            &problem.call);
  return problem;
}

GpuSumProblem RowProblem(const GpuKernelSpec& spec) {
  Window w{false, 8, 0, true};
  w.filter_width = ConstantOf(spec, "WIDTH");
  w.stride_width = ConstantOf(spec, "STRIDE");
  // The kernel uses unsigned bytes.
  constexpr unsigned kZero = Window::kInZero + 128;
  GpuSumProblem problem =
      DepthwiseProblem(spec, w, kZero, {static_cast<int>(kZero * 0x01010101u)});
  const int outs = ConstantOf(spec, "OUTS");
  const int tile =
      ConstantOf(spec, "PIXELS") * static_cast<int>(spec.workgroup[0]) / outs;
  problem.call.groups = {
      static_cast<uint32_t>((2 + outs - 1) / outs),
      static_cast<uint32_t>((w.out_width() + tile - 1) / tile),
      static_cast<uint32_t>(w.out_height())};
  return problem;
}

// For the kernels of int8_v16.kernel, with the weights `packed`. `params` are
// between the params of the window and the zero point.
GpuSumProblem V16Problem(const GpuKernelSpec& spec, const Window& w,
                         std::vector<float> packed, std::vector<float> finish,
                         int first, int channels, const Integers& params) {
  const bool flipped = ConstantOf(spec, "UNSIGNED") != 0;
  GpuSumProblem problem = BytesProblem(
      spec,
      {PackedAs(w.Input(), flipped), std::move(packed), std::move(finish)},
      Packed(w.Expected()), WindowParams(w, first, channels));
  AppendParams(params, &problem.call);
  AppendParams({Window::kInZero + (flipped ? 128 : 0)}, &problem.call);
  AppendRange(&problem.call);
  return problem;
}

GpuSumProblem V16ConvProblem(const GpuKernelSpec& spec) {
  const int wide = ConstantOf(spec, "WIDE"), block = 16 * wide;
  // The number of results is a multiple of four, with any tail.
  Window w{false, 50};
  w.out_channels = ConstantOf(spec, "TAIL") != 0 ? block - 8 : block;
  w.halves_up = ConstantOf(spec, "HALVES_UP") != 0;
  if (w.halves_up) w.MakePoint();
  const Integers weights = w.Weights();
  std::vector<float> packed(w.each() * block);
  for (size_t i = 0; i < weights.size(); ++i) {
    packed[i % w.each() * block + i / w.each()] =
        static_cast<float>(weights[i]);
  }
  std::vector<float> finish = Finish(w.Bias(), 16);
  finish.resize(block * 3);
  GpuSumProblem problem =
      V16Problem(spec, w, std::move(packed), std::move(finish), w.pixels(),
                 w.out_channels, {static_cast<int>(w.Input().size())});
  const int pixels = ConstantOf(spec, "PIXELS");
  SetGroups({(w.pixels() + pixels - 1) / pixels, 1, 1}, &problem.call);
  return problem;
}

GpuSumProblem V16DepthwiseProblem(const GpuKernelSpec& spec) {
  Window w{false, 16, 0, true};
  w.out_channels = 16;
  const Integers weights = w.Weights();
  GpuSumProblem problem =
      V16Problem(spec, w, {weights.begin(), weights.end()},
                 Finish(w.Bias(), 16), w.out_height(), 1, {});
  SetGroups({1, w.out_height(), 1}, &problem.call);
  return problem;
}

}  // namespace

std::optional<GpuSumProblem> MakeGpuByteSumsProblem(const GpuKernelSpec& spec) {
  std::string kernel = spec.kernel;
  // The @dot variants have the same results.
  if (EndsWith(kernel, "_dot")) kernel.resize(kernel.size() - 4);
  if (kernel == "conv_2d_int8" || kernel == "conv_2d_int8_tile") {
    return ConvProblem(spec, 0);
  }
  if (kernel == "conv_2d_int8_shuffle") return ConvProblem(spec, 128);
  if (kernel == "depthwise_int8") return PixelsProblem(spec);
  if (kernel == "depthwise_row_int8") return RowProblem(spec);
  if (kernel == "conv_2d_int8_v16") return V16ConvProblem(spec);
  if (kernel == "depthwise_int8_v16") return V16DepthwiseProblem(spec);
  return std::nullopt;
}

}  // namespace tflite::gpu
