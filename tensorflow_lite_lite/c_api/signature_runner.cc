// Signature runners of c_api.h.
#include <string>

#include "tensorflow_lite_lite/c_api/handles.h"

namespace {

const char* At(const std::vector<const char*>& names, int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= names.size()) return nullptr;
  return names[index];
}

}  // namespace

extern "C" {

size_t TfLiteSignatureRunnerGetInputCount(
    const TfLiteSignatureRunner* signature_runner) {
  return signature_runner == nullptr ? 0 : signature_runner->impl->input_size();
}

const char* TfLiteSignatureRunnerGetInputName(
    const TfLiteSignatureRunner* signature_runner, int32_t input_index) {
  if (signature_runner == nullptr) return nullptr;
  return At(signature_runner->impl->input_names(), input_index);
}

TfLiteStatus TfLiteSignatureRunnerResizeInputTensor(
    TfLiteSignatureRunner* signature_runner, const char* input_name,
    const int* input_dims, int32_t input_dims_size) {
  if (signature_runner == nullptr || input_name == nullptr ||
      input_dims_size < 0 || (input_dims == nullptr && input_dims_size > 0)) {
    return kTfLiteError;
  }
  return signature_runner->impl->ResizeInputTensor(
      input_name, std::vector<int>(input_dims, input_dims + input_dims_size));
}

TfLiteStatus TfLiteSignatureRunnerAllocateTensors(
    TfLiteSignatureRunner* signature_runner) {
  if (signature_runner == nullptr) return kTfLiteError;
  return signature_runner->impl->AllocateTensors();
}

TfLiteTensor* TfLiteSignatureRunnerGetInputTensor(
    TfLiteSignatureRunner* signature_runner, const char* input_name) {
  if (signature_runner == nullptr || input_name == nullptr) return nullptr;
  return signature_runner->impl->input_tensor(input_name);
}

TfLiteStatus TfLiteSignatureRunnerInvoke(
    TfLiteSignatureRunner* signature_runner) {
  if (signature_runner == nullptr) return kTfLiteError;
  return signature_runner->impl->Invoke();
}

size_t TfLiteSignatureRunnerGetOutputCount(
    const TfLiteSignatureRunner* signature_runner) {
  return signature_runner == nullptr ? 0
                                     : signature_runner->impl->output_size();
}

const char* TfLiteSignatureRunnerGetOutputName(
    const TfLiteSignatureRunner* signature_runner, int32_t output_index) {
  if (signature_runner == nullptr) return nullptr;
  return At(signature_runner->impl->output_names(), output_index);
}

const TfLiteTensor* TfLiteSignatureRunnerGetOutputTensor(
    const TfLiteSignatureRunner* signature_runner, const char* output_name) {
  if (signature_runner == nullptr || output_name == nullptr) return nullptr;
  return signature_runner->impl->output_tensor(output_name);
}

void TfLiteSignatureRunnerDelete(TfLiteSignatureRunner* signature_runner) {
  delete signature_runner;
}

TfLiteStatus TfLiteSignatureRunnerCancel(
    TfLiteSignatureRunner* signature_runner) {
  if (signature_runner == nullptr) return kTfLiteError;
  return signature_runner->impl->Cancel();
}

}  // extern "C"
