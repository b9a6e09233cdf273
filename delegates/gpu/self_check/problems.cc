#include "delegates/gpu/self_check/problems.h"

#include <algorithm>
#include <string>
#include <utility>

#include "delegates/gpu/kernels/elementwise/map_kernels.h"
#include "delegates/gpu/kernels/functions.inc"
#include "delegates/gpu/kernels/kernel_call.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/case_problems.h"
#include "delegates/gpu/self_check/windows.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// The number that the chain of each problem adds.
constexpr float kAdded = 0.5f;

// Conversion of values to another precision, which does not change them.
template <typename Kernel>
GpuSumProblem ConversionProblem(const GpuKernelSpec& spec) {
  GpuSumProblem problem;
  problem.expected = Quarters(12, 1);
  Kernel kernel;
  kernel.src = AddGpuValue(problem.expected, &problem);
  kernel.dst = AddGpuValue(std::vector<float>(12), &problem);
  kernel.count = 3;
  problem.call = kernel.Call();
  problem.call.groups = {(3 + spec.workgroup[0] - 1) / spec.workgroup[0], 1, 1};
  return problem;
}

}  // namespace

GpuValueId AddGpuValue(std::vector<float> contents, GpuSumProblem* problem) {
  problem->values.push_back(std::move(contents));
  return static_cast<GpuValueId>(problem->values.size()) - 1;
}

GpuValueId AddGpuSums(std::vector<float> expected, GpuSumProblem* problem) {
  const GpuValueId id =
      AddGpuValue(std::vector<float>(expected.size()), problem);
  for (float& value : expected) value += kAdded;
  problem->expected = std::move(expected);
  return id;
}

void SetGpuCall(GpuCall call, int channels, GpuSumProblem* problem) {
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

// Sets constants that select one of several functions to the one for which
// problems exist.
void SetFunction(GpuKernelSpec* spec) {
  struct Choice {
    const char *kernel, *constant;
    int value;
    bool always;  // also if the constant has its default
  };
  constexpr int kRelu = 1;  // kTfLiteActRelu
  constexpr Choice kChoices[] = {
      {"broadcast", "CODE", GPU_FN_SUB, true},
      {"binary_int", "CODE", GPU_FN_MUL, true},
      // By default no function, after a projection.
      {"recurrent_step", "ACT", kRelu, false},
  };
  for (const Choice& choice : kChoices) {
    if (spec->kernel != choice.kernel) continue;
    auto& all = spec->constants;
    const auto at = std::find_if(all.begin(), all.end(), [&](const auto& c) {
      return c.first == choice.constant;
    });
    if (at != all.end()) {
      at->second = choice.value;
    } else if (choice.always) {
      all.emplace_back(choice.constant, choice.value);
    }
  }
}

// A problem whose operands are packed here.
std::optional<GpuSumProblem> SumProblemOf(const GpuKernelSpec& spec) {
  if (spec.kernel == "load_real") {
    return ConversionProblem<LoadRealKernel>(spec);
  }
  if (spec.kernel == "store_real") {
    return ConversionProblem<StoreRealKernel>(spec);
  }
  for (const auto make :
       {MakeGpuWindowProblem, MakeGpuByteSumsProblem, MakeGpuMatmulProblem}) {
    std::optional<GpuSumProblem> problem = make(spec);
    // Without expected results, there is no record for it.
    if (problem && !problem->expected.empty()) return problem;
  }
  return std::nullopt;
}

// `sum` as a problem for exactly the variant `checked`.
GpuProblem ProblemOf(GpuSumProblem sum, const GpuKernelSpec& checked) {
  GpuProblem problem;
  sum.call.spec = checked;
  GpuResult result;
  for (const GpuOperand& operand : sum.call.operands) {
    if (operand.written) result.value = operand.value;
  }
  result.bytes = sum.expected.size() * sizeof(float);
  result.type = sum.integers ? kTfLiteUInt32 : kTfLiteFloat32;
  result.expected = std::move(sum.expected);
  problem.results.push_back(std::move(result));
  problem.values = std::move(sum.values);
  problem.calls.push_back(std::move(sum.call));
  return problem;
}

}  // namespace

GpuKernelSpec CheckedVariant(const GpuKernelSpec& spec) {
  GpuKernelSpec checked = WithoutChain(spec);
  SetFunction(&checked);
  return checked;
}

std::optional<GpuProblem> MakeGpuProblem(const GpuKernelSpec& spec) {
  const GpuKernelSpec checked = CheckedVariant(spec);
  std::optional<GpuProblem> problem;
  if (auto sum = SumProblemOf(checked)) {
    problem = ProblemOf(*std::move(sum), checked);
  } else {
    problem = FindGpuCaseProblem(checked);
  }
  if (problem) problem->checked = checked;
  return problem;
}

}  // namespace tflite::gpu
