#include "delegates/dummy/dummy_kernel.h"

#include <cstring>

namespace tflite::dummy {
namespace {

TfLiteStatus FailOnRequest(TfLiteContext* context, const char* phase) {
  context->ReportError(context, "DummyDelegate fails in %s, as requested.",
                       phase);
  return kTfLiteError;
}

}  // namespace

TfLiteStatus DummyKernel::Init(TfLiteContext* context,
                               const TfLiteDelegateParams* params) {
  if (options_.error_during_init) return FailOnRequest(context, "Init");
  const TfLiteIntArray* outputs = params->output_tensors;
  outputs_.assign(outputs->data, outputs->data + outputs->size);
  return kTfLiteOk;
}

TfLiteStatus DummyKernel::Prepare(TfLiteContext* context, TfLiteNode* node) {
  if (options_.error_during_prepare) return FailOnRequest(context, "Prepare");
  return kTfLiteOk;
}

TfLiteStatus DummyKernel::Eval(TfLiteContext* context, TfLiteNode* node) {
  if (options_.error_during_invoke) return FailOnRequest(context, "Invoke");
  for (const int t : outputs_) {
    TfLiteTensor& tensor = context->tensors[t];
    if (tensor.bytes == 0) continue;
    if (tensor.data.raw == nullptr) {
      context->ReportError(context, "DummyDelegate: output '%s' has no memory.",
                           tensor.name);
      return kTfLiteError;
    }
    std::memset(tensor.data.raw, 0, tensor.bytes);
  }
  return kTfLiteOk;
}

}  // namespace tflite::dummy
