#include "delegates/gpu/self_check/problems.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "delegates/gpu/kernels/elementwise/broadcast_kernels.h"
#include "delegates/gpu/kernels/elementwise/map_kernels.h"
#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/kernels/kernel_call.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/windows.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// The number that the chain of each problem adds.
constexpr float kAdded = 0.5f;

uint32_t GroupsOf(uint32_t count, uint32_t size) {
  return (count + size - 1) / size;
}

GpuProblem MapProblem(const GpuKernelSpec& spec, int unit) {
  const std::vector<float> src = Quarters(12, 1);
  GpuProblem problem;
  const auto make = [&](auto kernel) {
    kernel.src = AddGpuValue(src, &problem);
    kernel.dst = AddGpuSums(src, &problem);
    kernel.count = 12 / unit;
    kernel.channels = 1;
    SetGpuCall(kernel.Call(), 1, &problem);
  };
  if (unit == 4) {
    make(MapF4Kernel());
  } else {
    make(MapFloatKernel());
  }
  problem.call.groups = {GroupsOf(12 / unit, spec.workgroup[0]), 1, 1};
  return problem;
}

// Conversion of values to another precision.
template <typename Kernel>
GpuProblem ConversionProblem(const GpuKernelSpec& spec) {
  GpuProblem problem;
  problem.expected = Quarters(12, 1);
  Kernel kernel;
  kernel.src = AddGpuValue(problem.expected, &problem);
  kernel.dst = AddGpuValue(std::vector<float>(12), &problem);
  kernel.count = 3;
  problem.call = kernel.Call();
  problem.call.groups = {GroupsOf(3, spec.workgroup[0]), 1, 1};
  return problem;
}

// Subtracts [4] from [3, 4].
GpuProblem BroadcastProblem(const GpuKernelSpec& spec) {
  const std::vector<float> x = Quarters(12, 1), y = Quarters(4, 5);
  std::vector<float> expected(12);
  for (int i = 0; i < 12; ++i) expected[i] = x[i] - y[i % 4];
  GpuProblem problem;
  BroadcastKernel kernel;
  kernel.x = AddGpuValue(x, &problem);
  kernel.y = AddGpuValue(y, &problem);
  kernel.dst = AddGpuSums(std::move(expected), &problem);
  kernel.count = 12;
  kernel.channels = 4;
  SetAll(std::array<int, 4>{4, 3, 1, 1}, kernel.ns);
  SetAll(std::array<int, 5>{1, 4}, kernel.xs);
  SetAll(std::array<int, 5>{1}, kernel.ys);
  SetGpuCall(kernel.Call(), 4, &problem);
  problem.call.groups = {GroupsOf(12, spec.workgroup[0]), 1, 1};
  return problem;
}

}  // namespace

GpuValueId AddGpuValue(std::vector<float> contents, GpuProblem* problem) {
  problem->values.push_back(std::move(contents));
  return static_cast<GpuValueId>(problem->values.size()) - 1;
}

GpuValueId AddGpuSums(std::vector<float> expected, GpuProblem* problem) {
  const GpuValueId id =
      AddGpuValue(std::vector<float>(expected.size()), problem);
  for (float& value : expected) value += kAdded;
  problem->expected = std::move(expected);
  return id;
}

void SetGpuCall(GpuCall call, int channels, GpuProblem* problem) {
  GpuFunction add;
  add.code = GPU_FN_ADD;
  add.place = GpuFunction::Place::kConstant;
  add.p = kAdded;
  call.chain = {add};
  call.channels = channels;
  problem->call = std::move(call);
}

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

// Sets constants that select a function to the one for which problems exist.
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
  if (kernel == "load_real") return ConversionProblem<LoadRealKernel>(spec);
  if (kernel == "store_real") return ConversionProblem<StoreRealKernel>(spec);
  if (kernel == "broadcast") return BroadcastProblem(spec);
  for (const auto make :
       {MakeGpuWindowProblem, MakeGpuRowsProblem, MakeGpuMoveProblem,
        MakeGpuLogicProblem, MakeGpuImageProblem, MakeGpuMatmulProblem,
        MakeGpuFftProblem, MakeGpuPlaceProblem, MakeGpuRecurrentProblem,
        MakeGpuSvdfProblem}) {
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
  // The problem must be for exactly the requested variant.
  if (!problem || problem->expected.empty()) return std::nullopt;
  problem->call.spec = checked;
  return problem;
}

}  // namespace tflite::gpu
