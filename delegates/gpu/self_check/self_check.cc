#include "delegates/gpu/self_check/self_check.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "delegates/gpu/device/kernel_library.h"
#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/self_check/problems.h"

namespace tflite {
namespace {

uint64_t PaddedBytes(size_t floats) {
  return (floats * sizeof(float) + 15) / 16 * 16;
}

// Runs the call alone and reads what it writes.
StatusOr<std::vector<float>> Solve(GpuDevice& device, GpuProblem problem) {
  GpuGraph graph;
  graph.values.resize(problem.values.size());
  graph.calls = {problem.call};
  const auto dummy = static_cast<GpuValueId>(problem.values.size());
  problem.values.push_back({0, 0, 0, 0});
  FinishGpuCalls(&graph, device.caps(), dummy);
  const GpuCall& call = graph.calls[0];

  std::vector<std::shared_ptr<GpuBuffer>> buffers;
  for (const std::vector<float>& value : problem.values) {
    TFLL_ASSIGN_OR_RETURN(
        auto buffer,
        device.Allocate(PaddedBytes(value.size()), GpuUse::kDeviceOnly));
    TFLL_RETURN_IF_ERROR(
        device.Write(*buffer, 0, value.size() * sizeof(float), value.data()));
    buffers.push_back(std::move(buffer));
  }
  GpuDispatch dispatch;
  TFLL_ASSIGN_OR_RETURN(dispatch.pipeline, device.Compile(call.spec));
  for (const GpuOperand& operand : call.operands) {
    const auto& buffer = buffers[operand.value];
    dispatch.buffers.push_back({buffer, 0, buffer->bytes(), operand.written});
  }
  dispatch.params = call.params;
  dispatch.groups = call.groups;
  TFLL_ASSIGN_OR_RETURN(auto commands, device.Record({dispatch}));
  TFLL_RETURN_IF_ERROR(commands->Run());
  std::vector<float> result(problem.expected.size());
  const auto written =
      std::find_if(call.operands.begin(), call.operands.end(),
                   [](const GpuOperand& operand) { return operand.written; });
  if (written == call.operands.end()) {
    return Internal("the problem of ", call.spec.kernel, " writes nothing");
  }
  TFLL_RETURN_IF_ERROR(device.Read(*buffers[written->value], 0,
                                   result.size() * sizeof(float),
                                   result.data()));
  return result;
}

// Of numbers, or of words that are none.
bool Same(const std::vector<float>& a, const std::vector<float>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const float& x, const float& y) {
                      return x == y || std::memcmp(&x, &y, sizeof(x)) == 0;
                    });
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

// Results by key. Never destroyed, as devices are not.
struct Results {
  std::mutex mutex;
  std::map<std::string, bool> right;
};

Results& AllResults() {
  static auto* const kResults = new Results;
  return *kResults;
}

StatusOr<bool> IsRight(GpuDevice& device, GpuProblem problem) {
  const ProgramKey key = KeyOf(device, problem.call.spec);
  Results& results = AllResults();
  std::lock_guard<std::mutex> lock(results.mutex);
  const auto known = results.right.find(key.bytes());
  if (known != results.right.end()) return known->second;
  const ProgramCache* cache = device.options().cache.get();
  if (cache != nullptr) {
    const auto kept = cache->Load(key);
    if (kept && kept->size() == 1) {
      return results.right[key.bytes()] = (*kept)[0] != 0;
    }
  }
  const std::vector<float> expected = problem.expected;
  const bool integers = problem.integers;
  TFLL_ASSIGN_OR_RETURN(const std::vector<float> result,
                        Solve(device, std::move(problem)));
  const bool right = integers
                         ? std::memcmp(result.data(), expected.data(),
                                       expected.size() * sizeof(float)) == 0
                         : Same(result, expected);
  results.right[key.bytes()] = right;
  const uint8_t content = right;
  // Where it cannot be kept, the next process checks again.
  if (cache != nullptr) cache->Store(key, &content, 1).IgnoreError();
  return right;
}

}  // namespace

Status CheckGpuKernel(GpuDevice& device, const GpuKernelSpec& spec) {
  std::optional<GpuProblem> problem = MakeGpuProblem(spec);
  if (!problem) return OkStatus();
  TFLL_ASSIGN_OR_RETURN(const bool right, IsRight(device, *std::move(problem)));
  if (right) return OkStatus();
  return Internal(device.caps().name, " computes wrong results with ",
                  ToString(spec), ", as a self-check shows");
}

}  // namespace tflite
