#include "delegates/gpu/self_check/self_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

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

template <typename T>
bool AreNear(const void* result, const void* expected, size_t bytes,
             float steps) {
  for (size_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T x, y;
    std::memcpy(&x, static_cast<const char*>(result) + at, sizeof(T));
    std::memcpy(&y, static_cast<const char*>(expected) + at, sizeof(T));
    if (std::fabs(static_cast<double>(x) - static_cast<double>(y)) > steps) {
      return false;
    }
  }
  return true;
}

bool AreNear(const std::vector<float>& result, const GpuResult& expected) {
  for (size_t i = 0; i < expected.expected.size(); ++i) {
    const float x = result[i], y = expected.expected[i];
    if (std::memcmp(&x, &y, sizeof(x)) == 0) continue;
    if (std::isnan(x) && std::isnan(y)) continue;
    const float most = expected.absolute + expected.relative * std::fabs(y);
    if (!(std::fabs(x - y) <= most)) return false;
  }
  return true;
}

bool IsRight(const std::vector<float>& result, const GpuResult& expected) {
  const void *const x = result.data(), *const y = expected.expected.data();
  switch (expected.type) {
    case kTfLiteFloat32:
      return AreNear(result, expected);
    case kTfLiteInt8:
      return AreNear<int8_t>(x, y, expected.bytes, expected.steps);
    case kTfLiteUInt8:
      return AreNear<uint8_t>(x, y, expected.bytes, expected.steps);
    case kTfLiteInt16:
      return AreNear<int16_t>(x, y, expected.bytes, expected.steps);
    case kTfLiteInt32:
      return AreNear<int32_t>(x, y, expected.bytes, expected.steps);
    default:
      return std::memcmp(x, y, expected.bytes) == 0;
  }
}

uint64_t Padded(size_t bytes) { return (bytes + 15) / 16 * 16; }

// Selects the half-precision variants of all kernels that have one. Results may
// be rounded in either direction, and so may values between calls, which
// changes results as much as that many errors of FLOAT32.
void HalveProblem(const GpuKernelLibrary* kernels, GpuProblem* problem) {
  problem->checked.kernel += kHalfSuffix;
  for (GpuCall& call : problem->calls) {
    if (IsHalf(call.spec)) continue;
    const std::string half = call.spec.kernel + kHalfSuffix;
    const bool has_half = kernels != nullptr && kernels->Find(half) != nullptr;
    if (has_half || problem->calls.size() == 1) call.spec.kernel = half;
  }
  constexpr float kRounding = 1 << 12;  // in units of FLOAT32's epsilon
  const float roundings =
      1 + kRounding * static_cast<float>(problem->calls.size() - 1);
  for (GpuResult& result : problem->results) {
    if (result.type != kTfLiteFloat32) continue;
    result.absolute *= roundings;
    result.relative = std::max(result.relative * roundings,
                               static_cast<float>(half::epsilon()));
  }
}

// Half-precision kernels have the same problem as single-precision ones.
std::optional<GpuProblem> ProblemOf(const GpuDevice& device,
                                    GpuKernelSpec spec) {
  if (!IsHalf(spec)) return MakeGpuProblem(spec);
  spec.kernel.resize(spec.kernel.size() - std::strlen(kHalfSuffix));
  std::optional<GpuProblem> problem = MakeGpuProblem(spec);
  if (problem) HalveProblem(device.options().kernels, &*problem);
  return problem;
}

using Values = std::vector<std::vector<float>>;

// Runs only these calls and reads the results.
StatusOr<Values> Solve(GpuDevice& device, GpuProblem problem) {
  GpuGraph graph;
  graph.values.resize(problem.values.size());
  graph.calls = std::move(problem.calls);
  const auto dummy = static_cast<GpuValueId>(problem.values.size());
  problem.values.push_back({0, 0, 0, 0});
  FinishGpuCalls(&graph, device.caps(), dummy);
  problem.calls = graph.calls;

  const GpuKernelLibrary* kernels = device.options().kernels;
  const std::set<GpuValueId> halves =
      kernels == nullptr ? std::set<GpuValueId>()
                         : HalfPrecisionValues(*kernels, problem.calls);
  std::vector<std::shared_ptr<GpuBuffer>> buffers;
  for (size_t v = 0; v < problem.values.size(); ++v) {
    const std::vector<uint8_t> bytes = ToMemory(
        problem.values[v], halves.count(static_cast<GpuValueId>(v)) != 0);
    TFLL_ASSIGN_OR_RETURN(auto buffer, device.Allocate(Padded(bytes.size()),
                                                       GpuUse::kDeviceOnly));
    TFLL_RETURN_IF_ERROR(device.Write(*buffer, 0, bytes.size(), bytes.data()));
    buffers.push_back(std::move(buffer));
  }
  std::vector<GpuStep> steps;
  for (const GpuCall& call : problem.calls) {
    GpuDispatch dispatch;
    TFLL_ASSIGN_OR_RETURN(dispatch.pipeline, device.Compile(call.spec));
    for (const GpuOperand& operand : call.operands) {
      const auto& buffer = buffers[operand.value];
      dispatch.buffers.push_back({buffer, 0, buffer->bytes(), operand.written});
    }
    dispatch.params = call.params;
    dispatch.groups = call.groups;
    steps.push_back(std::move(dispatch));
  }
  TFLL_ASSIGN_OR_RETURN(auto commands, device.Record(std::move(steps)));
  TFLL_RETURN_IF_ERROR(commands->Run());
  Values results;
  for (const GpuResult& result : problem.results) {
    const bool is_half = halves.count(result.value) != 0;
    results.emplace_back(result.expected.size());
    std::vector<uint8_t> bytes(results.back().size() *
                               (is_half ? sizeof(half) : sizeof(float)));
    TFLL_RETURN_IF_ERROR(
        device.Read(*buffers[result.value], 0, bytes.size(), bytes.data()));
    FromMemory(bytes, is_half, &results.back());
  }
  return results;
}

// Variants of kernels with the same problem have the same key, so that it is
// solved once.
ProgramKey KeyOf(const GpuDevice& device, const GpuProblem& problem) {
  const GpuKernelLibrary* library = device.options().kernels;
  ProgramKey key;
  key.Add("self-check")
      .Add(GpuBackendName(device.caps().backend))
      .Add(device.caps().name)
      .Add(device.caps().driver);
  for (const GpuCall& call : problem.calls) {
    const GpuKernelText* text =
        library != nullptr ? library->Find(call.spec.kernel) : nullptr;
    key.Add(text != nullptr ? text->hash : 0).Add(ToString(call.spec));
    for (const uint32_t param : call.params) key.Add(uint64_t{param});
  }
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
  const std::vector<GpuResult> expected = problem.results;
  TFLL_ASSIGN_OR_RETURN(const Values results,
                        Solve(device, std::move(problem)));
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!IsRight(results[i], expected[i])) return false;
  }
  return true;
}

StatusOr<bool> IsRight(GpuDevice& device, GpuProblem problem) {
  const ProgramKey key = KeyOf(device, problem);
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
  if (device.options().skip_self_check) return OkStatus();
  std::optional<GpuProblem> problem = ProblemOf(device, spec);
  if (!problem) return OkStatus();
  TFLL_ASSIGN_OR_RETURN(const bool right, IsRight(device, *std::move(problem)));
  if (right) return OkStatus();
  return Unsupported(device.caps().name, " computes wrong results with ",
                     ToString(spec), ", as a self-check shows");
}

}  // namespace tflite::gpu
