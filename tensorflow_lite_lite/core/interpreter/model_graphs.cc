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

TfLiteStatus ModelGraphs::SetNumThreads(int num_threads) {
  if (num_threads < -1) {
    primary().ReportError(
        "num_threads is %d: it must be -1 (the runtime chooses) or more",
        num_threads);
    return kTfLiteError;
  }
  const int threads = num_threads == 0 ? 1 : num_threads;
  runtime_->thread_pool.SetNumThreads(std::clamp(threads, 1, kMaxThreads));
  for (auto& graph : runtime_->subgraphs) {
    graph->context()->recommended_num_threads = threads;
  }
  for (TfLiteExternalContext* c : runtime_->external_contexts) {
    if (c == nullptr || c->Refresh == nullptr) continue;
    c->Refresh(primary().context());
  }
  return kTfLiteOk;
}

void ModelGraphs::SetAllowFp16PrecisionForFp32(bool allow) {
  for (auto& graph : runtime_->subgraphs) {
    graph->context()->allow_fp32_relax_to_fp16 = allow;
  }
}

TfLiteStatus ModelGraphs::ReleaseMemory() {
  for (auto& graph : runtime_->subgraphs) {
    TF_LITE_ENSURE_STATUS(graph->ReleaseNonPersistentMemory());
  }
  return kTfLiteOk;
}

TfLiteStatus ModelGraphs::ResetVariables() {
  for (auto& graph : runtime_->subgraphs) {
    TF_LITE_ENSURE_STATUS(graph->ResetVariableTensors());
  }
  return kTfLiteOk;
}

TfLiteStatus ModelGraphs::SetBufferHandle(TfLiteTensor* tensor,
                                          TfLiteBufferHandle handle,
                                          TfLiteDelegate* delegate) {
  const std::less<const TfLiteTensor*> before;
  for (auto& graph : runtime_->subgraphs) {
    const TfLiteTensor* first = graph->tensors();
    if (tensor == nullptr || before(tensor, first) ||
        !before(tensor, first + graph->tensors_size())) {
      continue;
    }
    return graph->SetBufferHandle(tensor, handle, delegate);
  }
  primary().ReportError(
      "SetBufferHandle: the tensor is not of this interpreter");
  return kTfLiteError;
}

void ModelGraphs::InstallProfiler(size_t first) {
  for (size_t i = first; i < runtime_->subgraphs.size(); ++i) {
    runtime_->subgraphs[i]->SetProfiler(profiler(), static_cast<int>(i));
  }
}

}  // namespace tflite::core
