#include "delegates/gpu/program/gpu_compile.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/gpu/program/start_log.h"
#include "delegates/gpu/self_check/self_check.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::gpu {
namespace {

// More threads need more memory, and drivers have locks.
constexpr int kMostThreads = 8;

StatusOr<std::shared_ptr<GpuPipeline>> CheckAndCompile(GpuDevice& device,
                                                       const GpuCall& call) {
  TFLL_RETURN_IF_ERROR(Annotate(CheckGpuKernel(device, call.spec), call.label));
  auto pipeline = device.Compile(call.spec);
  TFLL_RETURN_IF_ERROR(Annotate(pipeline.status(), call.label));
  return pipeline;
}

// The first call of each kernel variant that is not compiled yet.
std::vector<const GpuCall*> MissingVariants(const SettledGpuGraph& settled) {
  std::vector<const GpuCall*> calls;
  std::set<GpuKernelSpec> seen;
  for (const GpuCall& call : settled.graph.calls) {
    if (call.kind == GpuCall::Kind::kKernel &&
        settled.pipelines.count(call.spec) == 0 &&
        seen.insert(call.spec).second) {
      calls.push_back(&call);
    }
  }
  return calls;
}

using Result = StatusOr<std::shared_ptr<GpuPipeline>>;

// Compiles the kernel of each call and returns the results in the same order.
std::vector<Result> CompileAll(GpuDevice& device,
                               const std::vector<const GpuCall*>& calls,
                               const std::vector<std::function<void()>>& jobs) {
  std::vector<Result> results(calls.size(), Result(nullptr));
  if (calls.empty() && jobs.empty()) return results;
  const int threads = std::min<int>(
      {kMostThreads, static_cast<int>(std::thread::hardware_concurrency()),
       static_cast<int>(calls.size() + jobs.size())});
  ThreadPool pool(threads);
  // Compile times differ widely, so each worker takes one kernel at a time.
  std::atomic<size_t> next{0}, next_job{0};
  GpuStartLog log(calls.size());
  pool.ParallelFor(pool.num_threads(), 1, [&](int64_t, int64_t) {
    for (size_t i = next++; i < calls.size(); i = next++) {
      results[i] = CheckAndCompile(device, *calls[i]);
      if (results[i].ok()) log.Add((*results[i])->is_cached());
    }
    for (size_t i = next_job++; i < jobs.size(); i = next_job++) jobs[i]();
  });
  const bool ok = std::all_of(results.begin(), results.end(),
                              [](const Result& r) { return r.ok(); });
  if (ok && !calls.empty()) log.Finish();
  return results;
}

}  // namespace

StatusOr<SettledGpuGraph> SettleGpuKernels(const GpuDevice& device,
                                           GpuGraph graph) {
  FuseGpuGraph(&graph);
  // Bound to chains that have no other operand.
  GpuValue dummy;
  dummy.kind = GpuValue::Kind::kConstant;
  dummy.bytes = kGpuPadding;
  dummy.data.resize(kGpuPadding);
  const auto id = static_cast<GpuValueId>(graph.values.size());
  graph.values.push_back(std::move(dummy));
  FinishGpuCalls(&graph, device.caps(), id);
  const GpuKernelLibrary* kernels = device.options().kernels;
  if (kernels != nullptr) {
    TFLL_RETURN_IF_ERROR(ChooseGpuPrecision(*kernels, &graph));
  }
  return SettledGpuGraph{std::move(graph), {}};
}

Status CheckGpuLimits(const GpuGraph& graph, const GpuCall& call,
                      const GpuCaps& caps) {
  for (size_t i = 0; i < call.groups.size(); ++i) {
    if (call.groups[i] > caps.max_groups[i]) {
      return Unsupported(call.label, ": ", call.groups[i],
                         " workgroups are too many for the device");
    }
  }
  // Values begin at aligned offsets and end at the next one.
  const uint64_t unit = std::max<uint64_t>(kGpuPadding, caps.offset_alignment);
  for (const GpuOperand& operand : call.operands) {
    const GpuValue& value = graph.values[operand.value];
    if (value.bytes > caps.max_buffer_bytes / unit * unit) {
      return Unsupported(call.label, ": ", value.bytes, " bytes of ",
                         value.label.empty() ? "memory" : value.label,
                         " are too many for the device");
    }
  }
  return OkStatus();
}

std::map<GpuKernelSpec, std::string> WrongGpuKernels(GpuDevice& device,
                                                     SettledGpuGraph* settled) {
  const std::vector<const GpuCall*> calls = MissingVariants(*settled);
  std::vector<Result> results = CompileAll(device, calls, {});
  std::map<GpuKernelSpec, std::string> wrong;
  for (size_t i = 0; i < calls.size(); ++i) {
    const Status& status = results[i].status();
    if (status.ok()) {
      settled->pipelines.emplace(calls[i]->spec, *std::move(results[i]));
    } else if (IsUnsupported(status)) {
      wrong.emplace(calls[i]->spec, status.message());
    }
  }
  return wrong;
}

Status CompileGpuKernels(GpuDevice& device, SettledGpuGraph* settled,
                         const std::vector<std::function<void()>>& jobs) {
  const std::vector<const GpuCall*> calls = MissingVariants(*settled);
  std::vector<Result> results = CompileAll(device, calls, jobs);
  for (size_t i = 0; i < calls.size(); ++i) {
    TFLL_RETURN_IF_ERROR(results[i].status());
    settled->pipelines.emplace(calls[i]->spec, *std::move(results[i]));
  }
  return OkStatus();
}

}  // namespace tflite::gpu
