#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_EXTERNAL_CPU_BACKEND_CONTEXT_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_EXTERNAL_CPU_BACKEND_CONTEXT_H_

#include <memory>
#include <utility>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// State that an application's operators share between nodes and interpreters.
class TfLiteInternalBackendContext {
 public:
  virtual ~TfLiteInternalBackendContext() = default;
  virtual void SetMaxNumThreads(int max_num_threads) = 0;
  virtual void ClearCaches() = 0;
};

// Holds such state for the interpreters it is passed to with
// SetExternalContext( kTfLiteCpuBackendContext, ...). Must outlive them.
class ExternalCpuBackendContext : public TfLiteExternalContext {
 public:
  ExternalCpuBackendContext() : TfLiteExternalContext() {
    type = kTfLiteCpuBackendContext;
    Refresh = [](TfLiteContext* context) {
      auto* self = static_cast<ExternalCpuBackendContext*>(
          context->GetExternalContext(context, kTfLiteCpuBackendContext));
      if (self != nullptr && self->context_ != nullptr &&
          context->recommended_num_threads != -1) {
        self->context_->SetMaxNumThreads(context->recommended_num_threads);
      }
      return kTfLiteOk;
    };
  }
  ExternalCpuBackendContext(const ExternalCpuBackendContext&) = delete;
  ExternalCpuBackendContext& operator=(const ExternalCpuBackendContext&) =
      delete;

  void set_internal_backend_context(
      std::unique_ptr<TfLiteInternalBackendContext> context) {
    context_ = std::move(context);
  }
  TfLiteInternalBackendContext* internal_backend_context() const {
    return context_.get();
  }

 private:
  std::unique_ptr<TfLiteInternalBackendContext> context_;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_EXTERNAL_CPU_BACKEND_CONTEXT_H_
