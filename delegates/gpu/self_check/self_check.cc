#include "delegates/gpu/self_check/self_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "delegates/gpu/device/kernel_library.h"
#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/self_check/problems.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/types/half.h"

namespace tflite::gpu {
namespace {

// The suffix of the names of half-precision kernels.
constexpr char kHalfSuffix[] = "_half";

bool IsHalf(const GpuKernelSpec& spec) {
  return EndsWith(spec.kernel, kHalfSuffix);
}

// Half-precision kernels have the same problem as single-precision ones.
std::optional<GpuProblem> ProblemOf(GpuKernelSpec spec) {
  if (!IsHalf(spec)) return MakeGpuProblem(spec);
  spec.kernel.resize(spec.kernel.size() - std::strlen(kHalfSuffix));
  std::optional<GpuProblem> problem = MakeGpuProblem(spec);
  if (problem) problem->call.spec.kernel += kHalfSuffix;
  return problem;
}

// Converts values to the memory format of the kernel.
std::vector<uint8_t> ToMemory(const std::vector<float>& values, bool half) {
  if (half) return HalfBytes(values);
  std::vector<uint8_t> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

void FromMemory(const std::vector<uint8_t>& bytes, bool is_half,
                std::vector<float>* values) {
  if (!is_half) {
    std::memcpy(values->data(), bytes.data(), bytes.size());
    return;
  }
  for (size_t i = 0; i < values->size(); ++i) {
    half value;
    std::memcpy(&value, bytes.data() + i * sizeof(value), sizeof(value));
    (*values)[i] = value;
  }
}

// Results must be exact, except for a relative error of `epsilon`: drivers may
// round to half precision in either direction.
bool AreRight(const std::vector<float>& result,
              const std::vector<float>& expected, float epsilon) {
  for (size_t i = 0; i < expected.size(); ++i) {
    // Also compares words that are not numbers, such as NaN.
    if (std::memcmp(&result[i], &expected[i], sizeof(float)) == 0) continue;
    const float error = std::fabs(result[i] - expected[i]);
    if (!(error <= epsilon * std::fabs(expected[i]))) return false;
  }
  return true;
}

uint64_t Padded(size_t bytes) { return (bytes + 15) / 16 * 16; }

// Which operands of the kernel have half precision, as a bit mask.
uint32_t HalfOperands(const GpuDevice& device, const GpuKernelSpec& spec) {
  if (!IsHalf(spec) || device.options().kernels == nullptr) return 0;
  const GpuKernelText* text = device.options().kernels->Find(spec.kernel);
  return text != nullptr ? text->real_buffers : 0;
}

// Runs only this call and reads the value that it writes.
StatusOr<std::vector<float>> Solve(GpuDevice& device, GpuProblem problem) {
  GpuGraph graph;
  graph.values.resize(problem.values.size());
  graph.calls = {problem.call};
  const auto dummy = static_cast<GpuValueId>(problem.values.size());
  problem.values.push_back({0, 0, 0, 0});
  FinishGpuCalls(&graph, device.caps(), dummy);
  const GpuCall& call = graph.calls[0];

  const uint32_t halves = HalfOperands(device, call.spec);
  GpuDispatch dispatch;
  TFLL_ASSIGN_OR_RETURN(dispatch.pipeline, device.Compile(call.spec));
  for (size_t i = 0; i < call.operands.size(); ++i) {
    const GpuOperand& operand = call.operands[i];
    const std::vector<uint8_t> bytes =
        ToMemory(problem.values[operand.value], (halves >> i & 1) != 0);
    TFLL_ASSIGN_OR_RETURN(auto buffer, device.Allocate(Padded(bytes.size()),
                                                       GpuUse::kDeviceOnly));
    TFLL_RETURN_IF_ERROR(device.Write(*buffer, 0, bytes.size(), bytes.data()));
    const uint64_t size = buffer->bytes();
    dispatch.buffers.push_back({std::move(buffer), 0, size, operand.written});
  }
  dispatch.params = call.params;
  dispatch.groups = call.groups;
  TFLL_ASSIGN_OR_RETURN(auto commands, device.Record({dispatch}));
  TFLL_RETURN_IF_ERROR(commands->Run());
  const auto written =
      std::find_if(call.operands.begin(), call.operands.end(),
                   [](const GpuOperand& operand) { return operand.written; });
  if (written == call.operands.end()) {
    return Internal("the problem of ", call.spec.kernel, " writes nothing");
  }
  const size_t at = written - call.operands.begin();
  const bool is_half = (halves >> at & 1) != 0;
  std::vector<float> result(problem.expected.size());
  std::vector<uint8_t> bytes(result.size() *
                             (is_half ? sizeof(half) : sizeof(float)));
  TFLL_RETURN_IF_ERROR(
      device.Read(*dispatch.buffers[at].buffer, 0, bytes.size(), bytes.data()));
  FromMemory(bytes, is_half, &result);
  return result;
}

ProgramKey KeyOf(const GpuDevice& device, const GpuKernelSpec& spec) {
  const GpuKernelLibrary* library = device.options().kernels;
  const GpuKernelText* text =
      library != nullptr ? library->Find(spec.kernel) : nullptr;
  ProgramKey key;
  key.Add("self-check")
      .Add(GpuBackendName(device.caps().backend))
      .Add(device.caps().name)
      .Add(device.caps().driver)
      .Add(text != nullptr ? text->hash : 0)
      .Add(ToString(spec));
  return key;
}

// The result of checking a kernel. The mutex is held during the check, so that
// other threads that need the same kernel wait for the result.
struct Finding {
  std::mutex mutex;
  std::optional<bool> right;
};

// One per key; never deleted, because devices are never destroyed.
Finding& FindingOf(const ProgramKey& key) {
  static auto* const kMutex = new std::mutex;
  static auto* const kFindings = new std::map<std::string, Finding>;
  std::lock_guard<std::mutex> lock(*kMutex);
  return (*kFindings)[key.bytes()];
}

// Nothing if the cache has no result.
std::optional<bool> KeptResult(const ProgramCache* cache,
                               const ProgramKey& key) {
  if (cache == nullptr) return std::nullopt;
  const auto kept = cache->Load(key);
  if (!kept || kept->size() != 1) return std::nullopt;
  return (*kept)[0] != 0;
}

StatusOr<bool> SolvesRight(GpuDevice& device, GpuProblem problem) {
  const std::vector<float> expected = problem.expected;
  const bool integers = problem.integers;
  const float epsilon = std::max(
      problem.tolerance,
      IsHalf(problem.call.spec) ? static_cast<float>(half::epsilon()) : 0.0f);
  TFLL_ASSIGN_OR_RETURN(const std::vector<float> result,
                        Solve(device, std::move(problem)));
  if (!integers) return AreRight(result, expected, epsilon);
  return std::memcmp(result.data(), expected.data(),
                     expected.size() * sizeof(float)) == 0;
}

StatusOr<bool> IsRight(GpuDevice& device, GpuProblem problem) {
  const ProgramKey key = KeyOf(device, problem.call.spec);
  Finding& finding = FindingOf(key);
  std::lock_guard<std::mutex> lock(finding.mutex);
  const ProgramCache* cache = device.options().cache.get();
  if (!finding.right) finding.right = KeptResult(cache, key);
  if (finding.right) return *finding.right;
  TFLL_ASSIGN_OR_RETURN(const bool right,
                        SolvesRight(device, std::move(problem)));
  finding.right = right;
  const uint8_t content = right;
  // If storing fails, the next process checks the kernel again.
  if (cache != nullptr) cache->Store(key, &content, 1).IgnoreError();
  return right;
}

}  // namespace

Status CheckGpuKernel(GpuDevice& device, const GpuKernelSpec& spec) {
  std::optional<GpuProblem> problem = ProblemOf(spec);
  if (!problem) return OkStatus();
  TFLL_ASSIGN_OR_RETURN(const bool right, IsRight(device, *std::move(problem)));
  if (right) return OkStatus();
  return Unsupported(device.caps().name, " computes wrong results with ",
                     ToString(spec), ", as a self-check shows");
}

}  // namespace tflite::gpu
