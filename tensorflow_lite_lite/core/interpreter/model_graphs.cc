#include "tensorflow_lite_lite/core/interpreter/model_graphs.h"

#include <algorithm>
#include <functional>

#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite::core {
namespace {

// Upper limit for the threads that kernels start: each needs memory, and
// processes have a limit on their number.
constexpr int kMaxThreads = 256;

}  // namespace

void ModelGraphs::Add(int count) {
  const size_t first = runtime_->subgraphs.size();
  for (int i = 0; i < count; ++i) {
    const int index = static_cast<int>(runtime_->subgraphs.size());
    auto graph = std::make_unique<Subgraph>(runtime_, index);
    if (index > 0) {
      const TfLiteContext& settings = *primary().context();
      graph->context()->recommended_num_threads =
          settings.recommended_num_threads;
      graph->context()->allow_fp32_relax_to_fp16 =
          settings.allow_fp32_relax_to_fp16;
    }
    runtime_->subgraphs.push_back(std::move(graph));
  }
  InstallProfiler(first);
}

Status CheckNumThreads(int num_threads) {
  return num_threads >= -1
             ? base::OkStatus()
             : Invalid("num_threads is ", num_threads,
                       ": it must be -1 (the runtime chooses) or more");
}

Status ModelGraphs::SetNumThreads(int num_threads) {
  TFLL_RETURN_IF_ERROR(CheckNumThreads(num_threads));
  const int threads = num_threads == 0 ? 1 : num_threads;
  runtime_->thread_pool.SetNumThreads(std::clamp(threads, 1, kMaxThreads));
  for (auto& graph : runtime_->subgraphs) {
    graph->context()->recommended_num_threads = threads;
  }
  for (TfLiteExternalContext* c : runtime_->external_contexts) {
    if (c == nullptr || c->Refresh == nullptr) continue;
    c->Refresh(primary().context());
  }
  return base::OkStatus();
}

void ModelGraphs::SetAllowFp16PrecisionForFp32(bool allow) {
  for (auto& graph : runtime_->subgraphs) {
    graph->context()->allow_fp32_relax_to_fp16 = allow;
  }
}

void ModelGraphs::ReleaseMemory() {
  for (auto& graph : runtime_->subgraphs) graph->ReleaseNonPersistentMemory();
}

void ModelGraphs::ResetVariables() {
  for (auto& graph : runtime_->subgraphs) graph->ResetVariableTensors();
}

Subgraph* ModelGraphs::GraphOf(const TfLiteTensor* tensor) const {
  const std::less<const TfLiteTensor*> before;
  for (auto& graph : runtime_->subgraphs) {
    const TfLiteTensor* first = graph->tensors();
    if (tensor == nullptr || before(tensor, first) ||
        !before(tensor, first + graph->tensors_size())) {
      continue;
    }
    return graph.get();
  }
  return nullptr;
}

void ModelGraphs::InstallProfiler(size_t first) {
  for (size_t i = first; i < runtime_->subgraphs.size(); ++i) {
    runtime_->subgraphs[i]->SetProfiler(profiler(), static_cast<int>(i));
  }
}

}  // namespace tflite::core
