#include "delegates/gpu/gpu_compile.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/gpu/self_check/self_check.h"
#include "delegates/gpu/start_log.h"
#include "tensorflow_lite_lite/base/thread_pool.h"

namespace tflite::gpu {
namespace {

// More take memory, and drivers have locks.
constexpr int kMostThreads = 8;

StatusOr<std::shared_ptr<GpuPipeline>> CheckAndCompile(GpuDevice& device,
                                                       const GpuCall& call) {
  TFLL_RETURN_IF_ERROR(Annotate(CheckGpuKernel(device, call.spec), call.label));
  auto pipeline = device.Compile(call.spec);
  TFLL_RETURN_IF_ERROR(Annotate(pipeline.status(), call.label));
  return pipeline;
}

// The first call of each variant.
std::vector<const GpuCall*> Variants(const GpuGraph& graph) {
  std::vector<const GpuCall*> calls;
  std::set<GpuKernelSpec> seen;
  for (const GpuCall& call : graph.calls) {
    if (call.kind == GpuCall::Kind::kKernel && seen.insert(call.spec).second) {
      calls.push_back(&call);
    }
  }
  return calls;
}

// Runs `f` on as many threads as `work` keeps busy; each is to look for more of
// it until there is none: some kernels take much longer than others.
void OnThreads(size_t work, const std::function<void()>& f) {
  ThreadPool pool(std::min<int>(
      {kMostThreads, static_cast<int>(std::thread::hardware_concurrency()),
       static_cast<int>(work)}));
  pool.ParallelFor(pool.num_threads(), 1, [&](int64_t, int64_t) { f(); });
}

}  // namespace

Status SettleGpuKernels(const GpuDevice& device, GpuGraph* graph) {
  FuseGpuGraph(graph);
  // What chains without values are bound to.
  GpuValue dummy;
  dummy.kind = GpuValue::Kind::kConstant;
  dummy.bytes = kGpuPadding;
  dummy.data.resize(kGpuPadding);
  const auto id = static_cast<GpuValueId>(graph->values.size());
  graph->values.push_back(std::move(dummy));
  FinishGpuCalls(graph, device.caps(), id);
  const GpuKernelLibrary* kernels = device.options().kernels;
  return kernels == nullptr ? OkStatus() : ChooseGpuPrecision(*kernels, graph);
}

std::map<GpuKernelSpec, std::string> WrongGpuKernels(GpuDevice& device,
                                                     const GpuGraph& graph) {
  const std::vector<const GpuCall*> calls = Variants(graph);
  std::map<GpuKernelSpec, std::string> wrong;
  std::mutex mutex;
  std::atomic<size_t> next{0};
  OnThreads(calls.size(), [&] {
    for (size_t i = next++; i < calls.size(); i = next++) {
      const Status status = CheckGpuKernel(device, calls[i]->spec);
      if (!IsUnsupported(status)) continue;
      std::lock_guard<std::mutex> lock(mutex);
      wrong.emplace(calls[i]->spec, status.message());
    }
  });
  return wrong;
}

StatusOr<GpuPipelines> CompileGpuKernels(
    GpuDevice& device, const GpuGraph& graph,
    const std::vector<std::function<void()>>& jobs) {
  const std::vector<const GpuCall*> calls = Variants(graph);
  using Result = StatusOr<std::shared_ptr<GpuPipeline>>;
  std::vector<Result> results(calls.size(), Result(nullptr));
  std::atomic<size_t> next{0}, next_job{0};
  std::mutex mutex;  // of the log
  GpuStartLog log(calls.size());
  OnThreads(calls.size() + jobs.size(), [&] {
    for (size_t i = next++; i < calls.size(); i = next++) {
      results[i] = CheckAndCompile(device, *calls[i]);
      std::lock_guard<std::mutex> lock(mutex);
      if (results[i].ok()) log.Add((*results[i])->is_cached());
    }
    for (size_t i = next_job++; i < jobs.size(); i = next_job++) jobs[i]();
  });
  GpuPipelines pipelines;
  for (size_t i = 0; i < calls.size(); ++i) {
    TFLL_RETURN_IF_ERROR(results[i].status());
    pipelines.emplace(calls[i]->spec, *std::move(results[i]));
  }
  log.Finish();
  return pipelines;
}

}  // namespace tflite::gpu
