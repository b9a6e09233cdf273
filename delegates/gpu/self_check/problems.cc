#include "delegates/gpu/self_check/problems.h"

#include <algorithm>
#include <tuple>

#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/kernels/kernel_call.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/windows.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// What the chain of each problem adds.
constexpr float kAdded = 0.5f;

uint32_t GroupsOf(int count, int size) {
  return static_cast<uint32_t>((count + size - 1) / size);
}

// `inputs` are read in this order; the result comes last.
GpuProblem Problem(const GpuKernelSpec& spec,
                   std::vector<std::vector<float>> inputs,
                   std::vector<float> expected) {
  GpuProblem problem;
  GpuCall& call = problem.call;
  call.spec = WithoutChain(spec);
  for (size_t i = 0; i < inputs.size(); ++i) {
    call.operands.push_back({static_cast<GpuValueId>(i), false});
  }
  call.operands.push_back({static_cast<GpuValueId>(inputs.size()), true});
  call.post_operand = static_cast<int>(inputs.size());
  GpuFunction add;
  add.code = GPU_FN_ADD;
  add.place = GpuFunction::Place::kConstant;
  add.p = kAdded;
  call.chain = {add};
  problem.values = std::move(inputs);
  problem.values.emplace_back(expected.size());
  for (float& value : expected) value += kAdded;
  problem.expected = std::move(expected);
  return problem;
}

GpuProblem MapProblem(const GpuKernelSpec& spec, int unit) {
  const std::vector<float> src = Quarters(12, 1);
  GpuProblem problem = Problem(spec, {src}, src);
  problem.call.params = {static_cast<uint32_t>(12 / unit), 1};
  problem.call.groups = {
      GroupsOf(12 / unit, static_cast<int>(spec.workgroup[0])), 1, 1};
  return problem;
}

// [3, 4] - [4]
GpuProblem BroadcastProblem(const GpuKernelSpec& spec) {
  const std::vector<float> x = Quarters(12, 1), y = Quarters(4, 5);
  std::vector<float> expected(12);
  for (int i = 0; i < 12; ++i) expected[i] = x[i] - y[i % 4];
  GpuProblem problem = Problem(spec, {x, y}, std::move(expected));
  problem.call.params = {12, 4, 4, 3, 1, 1, 1, 4, 0, 0, 0, 1, 0, 0, 0, 0};
  problem.call.groups = {GroupsOf(12, static_cast<int>(spec.workgroup[0])), 1,
                         1};
  return problem;
}

using Window = FloatWindow;

// The params that all kernels of convolutions share; `first`, `channels` and
// `seventh` are what each makes of those places.
std::vector<uint32_t> WindowParams(const Window& w, int first, int channels,
                                   int seventh) {
  using W = Window;
  std::vector<uint32_t> params;
  for (const int value :
       {first, W::kOutHeight, W::kOutWidth, channels, W::kInHeight, W::kInWidth,
        seventh, w.point ? 1 : W::kFilterHeight, w.point ? 1 : w.filter_width,
        W::kStrideHeight, w.point ? 1 : w.stride_width,
        w.point ? 1 : W::kDilationHeight, W::kDilationWidth,
        w.point ? 0 : W::kPadTop, w.point ? 0 : W::kPadLeft}) {
    params.push_back(static_cast<uint32_t>(value));
  }
  return params;
}

// [out_channels, depth] as [out_channels / block, depth, block], with zeros
// after the last channel.
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

GpuProblem ScalarConvProblem(const GpuKernelSpec& spec) {
  const Window w{6, 10, 2};
  GpuProblem problem =
      Problem(spec, {w.Input(), w.Weights(), w.Bias()}, w.Expected());
  problem.call.params =
      WindowParams(w, Window::kPixels, w.out_channels, w.in_channels);
  problem.call.params.push_back(w.depth());
  problem.call.params.push_back(w.out_channels / w.groups);
  problem.call.groups = {
      GroupsOf(w.out_channels, static_cast<int>(spec.workgroup[0])),
      GroupsOf(Window::kPixels, static_cast<int>(spec.workgroup[1])), 1};
  problem.call.channels = w.out_channels;
  return problem;
}

GpuProblem FoursConvProblem(const GpuKernelSpec& spec) {
  const Window w{ConstantOf(spec, "IN4", 1) != 0 ? 8 : 5, 12, 1};
  GpuProblem problem =
      Problem(spec,
              {w.Input(), w.Input(),
               Blocks(w.Weights(), w.out_channels, w.out_channels), w.Bias()},
              w.Expected());
  problem.call.params =
      WindowParams(w, Window::kPixels, w.out_channels / 4, w.in_channels);
  // An invocation has at least one pixel.
  problem.call.groups = {
      GroupsOf(w.out_channels / 4, static_cast<int>(spec.workgroup[0])),
      GroupsOf(Window::kPixels, static_cast<int>(spec.workgroup[1])), 1};
  problem.call.post_unit = 4;
  problem.call.channels = w.out_channels;
  return problem;
}

GpuProblem TilesConvProblem(const GpuKernelSpec& spec) {
  const bool fours = EndsWith(spec.kernel, "_f4");
  // Neither fills its last tile.
  const Window w{ConstantOf(spec, "IN4", 1) != 0 ? 20 : 5, fours ? 76 : 67, 1};
  std::vector<float> bias = w.Bias();
  bias.resize(fours ? 76 : 68);
  GpuProblem problem = Problem(
      spec,
      {w.Input(), w.Input(),
       Blocks(w.Weights(), w.out_channels, static_cast<int>(bias.size())),
       bias},
      w.Expected());
  problem.call.params =
      WindowParams(w, Window::kPixels, w.out_channels, w.in_channels);
  problem.call.groups = {GroupsOf(w.out_channels, 64),
                         GroupsOf(Window::kPixels, 64), 1};
  problem.call.post_unit = fours ? 4 : 1;
  problem.call.channels = w.out_channels;
  return problem;
}

GpuProblem WideConvProblem(const GpuKernelSpec& spec) {
  const int block = 16 * ConstantOf(spec, "WIDE", 2);
  const int tail = ConstantOf(spec, "TAIL", 0) != 0 ? 3 : 0;
  const Window w{5, block + 16 - tail, 1};
  std::vector<float> bias = w.Bias();
  bias.resize((bias.size() + block - 1) / block * block);
  GpuProblem problem = Problem(
      spec, {w.Input(), Blocks(w.Weights(), w.out_channels, block), bias},
      w.Expected());
  problem.call.params =
      WindowParams(w, Window::kPixels, w.out_channels, w.in_channels);
  problem.call.groups = {
      GroupsOf(Window::kPixels, ConstantOf(spec, "PIXELS", 8)),
      GroupsOf(w.out_channels, block), 1};
  problem.call.channels = w.out_channels;
  return problem;
}

// The weights of a point as those of a window have them.
std::vector<float> FirstTaps(const Window& w) {
  const std::vector<float> all = w.Weights();
  std::vector<float> first;
  for (int o = 0; o < w.out_channels; ++o) {
    const auto begin = all.begin() + o * w.taps() * w.in_channels;
    first.insert(first.end(), begin, begin + w.in_channels);
  }
  return first;
}

GpuProblem ShuffleConvProblem(const GpuKernelSpec& spec) {
  const int lanes = ConstantOf(spec, "LANES", 8);
  const int wide = ConstantOf(spec, "WIDE", 2);
  const bool point = ConstantOf(spec, "POINT", 1) != 0;
  // More channels than one workgroup has lanes for.
  const Window w{5, 4 * (lanes * wide + 1), 1, point};
  std::vector<float> weights = Blocks(point ? FirstTaps(w) : w.Weights(),
                                      w.out_channels, w.out_channels);
  const size_t depth = weights.size() / w.out_channels;
  weights.resize((depth + lanes - 1) / lanes * lanes * w.out_channels);
  GpuProblem problem =
      Problem(spec, {w.Input(), weights, w.Bias()}, w.Expected());
  problem.call.params =
      WindowParams(w, Window::kPixels, w.out_channels / 4, w.in_channels);
  problem.call.groups = {
      GroupsOf(w.out_channels / 4, lanes * wide),
      GroupsOf(Window::kPixels, ConstantOf(spec, "PIXELS", 16)), 1};
  problem.call.post_unit = 4;
  problem.call.channels = w.out_channels;
  return problem;
}

GpuProblem SplitConvProblem(const GpuKernelSpec& spec) {
  const int block = 4 * ConstantOf(spec, "LANES", 4);
  const bool fours = EndsWith(spec.kernel, "_f4");
  // Some slices load one by one after a step of four at once.
  const int depth = 4 * ConstantOf(spec, "SLICES", 32) + 3;
  const Window w{depth, block + (fours ? 4 : 3), 1, true};
  std::vector<float> bias = w.Bias();
  bias.resize(2 * block);
  GpuProblem problem = Problem(
      spec, {w.Input(), Blocks(FirstTaps(w), w.out_channels, block), bias},
      w.Expected());
  problem.call.params =
      WindowParams(w, Window::kPixels, w.out_channels, w.in_channels);
  problem.call.groups = {
      2, GroupsOf(Window::kPixels, ConstantOf(spec, "PIXELS", 1)), 1};
  problem.call.post_unit = fours ? 4 : 1;
  problem.call.channels = w.out_channels;
  return problem;
}

// `unit` channels an invocation; several outputs a channel where it is 1.
GpuProblem DepthwiseProblem(const GpuKernelSpec& spec, int unit) {
  const int in_channels = unit == 1 ? 5 : 2 * unit;
  const int multiplier = unit == 1 ? 2 : 1;
  const int channels = in_channels * multiplier;
  const Window w{in_channels,
                 channels,
                 in_channels,
                 false,
                 ConstantOf(spec, "WIDTH", 2),
                 ConstantOf(spec, "STRIDE", 2)};
  const int rows = Window::kBatch * Window::kOutHeight;
  GpuProblem problem = Problem(
      spec, {w.Input(), Blocks(w.Weights(), channels, channels), w.Bias()},
      w.Expected());
  GpuCall& call = problem.call;
  const auto& group = spec.workgroup;
  if (unit == 1) {
    const int count = Window::kPixels * channels;
    call.params = WindowParams(w, count, channels, multiplier);
    call.groups = {GroupsOf(count, static_cast<int>(group[0])), 1, 1};
  } else {
    call.params = WindowParams(w, Window::kOutWidth, channels / unit, rows);
    const int lanes = channels / unit;
    call.groups = {GroupsOf(lanes, static_cast<int>(group[0])),
                   static_cast<uint32_t>(unit == 4 ? Window::kOutWidth : rows),
                   static_cast<uint32_t>(unit == 4 ? rows : 1)};
  }
  call.post_unit = unit == 16 ? 1 : unit;
  call.channels = channels;
  return problem;
}

}  // namespace

int ConstantOf(const GpuKernelSpec& spec, std::string_view name, int absent) {
  if (const GpuKernelText* text = GpuKernels().Find(spec.kernel)) {
    for (const GpuKernelText::Constant& constant : text->constants) {
      if (constant.name == name) absent = constant.value;
    }
  }
  return GpuConstantOf(spec, name, absent);
}

GpuKernelSpec WithoutChain(const GpuKernelSpec& spec) {
  GpuKernelSpec bare = {spec.kernel, {}, spec.workgroup};
  for (const auto& constant : spec.constants) {
    if (constant.first.compare(0, 4, "POST") != 0) {
      bare.constants.push_back(constant);
    }
  }
  return bare;
}

namespace {

// Constants that choose a function, and the one that problems have.
void SetFunction(GpuKernelSpec* spec) {
  constexpr int kRelu = 1;  // kTfLiteActRelu
  const std::tuple<const char*, const char*, int> kFunctions[] = {
      {"broadcast", "CODE", GPU_FN_SUB},
      {"binary_int", "CODE", GPU_FN_FLOOR_DIV},
      {"recurrent_step", "ACT", kRelu},
      {"lstm_cells", "ACT", kRelu},
  };
  for (const auto& [kernel, name, value] : kFunctions) {
    if (spec->kernel != kernel) continue;
    auto& all = spec->constants;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [name = name](const auto& constant) {
                               return constant.first == name;
                             }),
              all.end());
    all.emplace_back(name, value);
  }
}

std::optional<GpuProblem> ProblemOf(const GpuKernelSpec& spec) {
  const std::string& kernel = spec.kernel;
  if (kernel == "map_float") return MapProblem(spec, 1);
  if (kernel == "map_f4") return MapProblem(spec, 4);
  if (kernel == "broadcast") return BroadcastProblem(spec);
  if (kernel == "conv_2d_float") return ScalarConvProblem(spec);
  if (kernel == "conv_2d_f4") return FoursConvProblem(spec);
  if (StartsWith(kernel, "conv_2d_tile_")) return TilesConvProblem(spec);
  if (kernel == "conv_2d_v16") return WideConvProblem(spec);
  if (kernel == "conv_2d_shuffle") return ShuffleConvProblem(spec);
  if (StartsWith(kernel, "conv_2d_split_k_")) {
    return SplitConvProblem(spec);
  }
  if (kernel == "depthwise_float") return DepthwiseProblem(spec, 1);
  if (kernel == "depthwise_f4") return DepthwiseProblem(spec, 4);
  if (kernel == "depthwise_row_f4") return DepthwiseProblem(spec, 4);
  if (kernel == "depthwise_v16") return DepthwiseProblem(spec, 16);
  for (const auto make :
       {MakeGpuRowsProblem, MakeGpuMoveProblem, MakeGpuLogicProblem,
        MakeGpuImageProblem, MakeGpuMatmulProblem, MakeGpuFftProblem,
        MakeGpuPlaceProblem, MakeGpuRecurrentProblem, MakeGpuSvdfProblem}) {
    std::optional<GpuProblem> problem = make(spec);
    if (problem.has_value()) return problem;
  }
  return std::nullopt;
}

}  // namespace

std::optional<GpuProblem> MakeGpuProblem(const GpuKernelSpec& spec) {
  GpuKernelSpec checked = WithoutChain(spec);
  SetFunction(&checked);
  std::optional<GpuProblem> problem = ProblemOf(checked);
  // No part may check another variant than the one that was asked for.
  if (!problem || problem->expected.empty()) return std::nullopt;
  problem->call.spec = checked;
  return problem;
}

}  // namespace tflite::gpu
