#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_CPU_BACKEND_CONTEXT_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_CPU_BACKEND_CONTEXT_H_

#include <memory>
#include <utility>

#include "tensorflow_lite_lite/kernel_util/external_cpu_backend_context.h"

namespace tflite {

// The number of threads an operator may use, and whether it may keep packed
// data. The library's own operators use the interpreter's threads.
class CpuBackendContext final : public TfLiteInternalBackendContext {
 public:
  // The one of the graph; created if the external context has none. Null if the
  // interpreter has no external context.
  static CpuBackendContext* GetFromContext(TfLiteContext* context) {
    auto* external = static_cast<ExternalCpuBackendContext*>(
        context->GetExternalContext(context, kTfLiteCpuBackendContext));
    if (external == nullptr) return nullptr;
    if (external->internal_backend_context() == nullptr) {
      auto made = std::make_unique<CpuBackendContext>();
      if (context->recommended_num_threads != -1) {
        made->SetMaxNumThreads(context->recommended_num_threads);
      }
      external->set_internal_backend_context(std::move(made));
    }
    return static_cast<CpuBackendContext*>(
        external->internal_backend_context());
  }

  void SetMaxNumThreads(int max_num_threads) override {
    max_num_threads_ = max_num_threads < 1 ? 1 : max_num_threads;
  }
  int max_num_threads() const { return max_num_threads_; }
  void SetUseCaching(bool flag) { use_caching_ = flag; }
  bool use_caching() const { return use_caching_; }
  void ClearCaches() override {}

 private:
  int max_num_threads_ = 1;
  bool use_caching_ = false;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_CPU_BACKEND_CONTEXT_H_
