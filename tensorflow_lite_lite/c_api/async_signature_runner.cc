// Asynchronous signature runners of the C API.
#include "tensorflow_lite_lite/c/async/async_signature_runner.h"

#include <new>

#include "tensorflow_lite_lite/c_api/handles.h"
#include "tensorflow_lite_lite/core/async/async_signature_runner.h"

// The interpreter owns the runner that this handle refers to.
struct TfLiteAsyncSignatureRunner {
  tflite::async::AsyncSignatureRunner* impl;
};

namespace {

TfLiteStatus Expose(const std::vector<const char*>& kinds,
                    const char* const** types, size_t* num_types) {
  if (types == nullptr || num_types == nullptr) return kTfLiteError;
  *types = kinds.data();
  *num_types = kinds.size();
  return kTfLiteOk;
}

const char* At(const std::vector<const char*>& names, int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= names.size()) return nullptr;
  return names[index];
}

}  // namespace

extern "C" {

TfLiteAsyncSignatureRunner* TfLiteInterpreterGetAsyncSignatureRunner(
    const TfLiteInterpreter* interpreter, const char* signature_key) {
  if (interpreter == nullptr) return nullptr;
  auto* runner = interpreter->impl->GetAsyncSignatureRunner(signature_key);
  if (runner == nullptr) return nullptr;
  return new (std::nothrow) TfLiteAsyncSignatureRunner{runner};
}

TfLiteStatus TfLiteAsyncSignatureRunnerRegisterBuffer(
    TfLiteAsyncSignatureRunner* async_signature_runner, TfLiteIoType io_type,
    const TfLiteBackendBuffer* buffer, const TfLiteAttributeMap* attrs,
    TfLiteBufferHandle* handle) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->RegisterBuffer(io_type, buffer, attrs,
                                                      handle);
}

TfLiteStatus TfLiteAsyncSignatureRunnerRegisterBufferSlice(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteBufferHandle buffer_pool, const TfLiteAttributeMap* attrs,
    TfLiteBufferHandle* handle) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->RegisterBufferSlice(buffer_pool, attrs,
                                                           handle);
}

TfLiteStatus TfLiteAsyncSignatureRunnerUnregisterBuffer(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteBufferHandle handle) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->UnregisterBuffer(handle);
}

TfLiteStatus TfLiteAsyncSignatureRunnerGetSupportedBufferTypes(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteIoType io_type, const char* const** types, size_t* num_types) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return Expose(async_signature_runner->impl->SupportedBufferTypes(io_type),
                types, num_types);
}

TfLiteStatus TfLiteAsyncSignatureRunnerGetSupportedSynchronizationTypes(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteIoType io_type, const char* const** types, size_t* num_types) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return Expose(
      async_signature_runner->impl->SupportedSynchronizations(io_type), types,
      num_types);
}

bool TfLiteAsyncSignatureRunnerReconcileRestrictions(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteIoType io_type, const char* name,
    const TfLiteAttributeMap* user_provided_attributes,
    TfLiteAttributeMap* merged, TfLiteAttributeMap* conflict) {
  if (async_signature_runner == nullptr) return false;
  return async_signature_runner->impl->ReconcileRestrictions(
      io_type, name, user_provided_attributes, merged, conflict);
}

bool TfLiteAsyncSignatureRunnerReconcileRestrictionsByIndex(
    const TfLiteAsyncSignatureRunner* async_signature_runner, int tensor_index,
    const TfLiteAttributeMap* user_provided_attributes,
    TfLiteAttributeMap* merged, TfLiteAttributeMap* conflict) {
  if (async_signature_runner == nullptr) return false;
  return async_signature_runner->impl->ReconcileRestrictions(
      tensor_index, user_provided_attributes, merged, conflict);
}

TfLiteStatus TfLiteAsyncSignatureRunnerSetAttributes(
    TfLiteAsyncSignatureRunner* async_signature_runner, TfLiteIoType io_type,
    const char* name, const TfLiteAttributeMap* attrs) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->SetAttributes(io_type, name, attrs);
}

TfLiteStatus TfLiteAsyncSignatureRunnerSetAttributesByIndex(
    TfLiteAsyncSignatureRunner* async_signature_runner, int tensor_index,
    const TfLiteAttributeMap* attrs) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->SetAttributes(tensor_index, attrs);
}

TfLiteStatus TfLiteAsyncSignatureRunnerPrepareBackends(
    TfLiteAsyncSignatureRunner* async_signature_runner) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->PrepareBackends();
}

TfLiteExecutionTask* TfLiteAsyncSignatureRunnerCreateTask(
    TfLiteAsyncSignatureRunner* async_signature_runner) {
  if (async_signature_runner == nullptr) return nullptr;
  return async_signature_runner->impl->CreateTask();
}

TfLiteStatus TfLiteAsyncSignatureRunnerInvokeAsync(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteExecutionTask* task) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->InvokeAsync(task);
}

TfLiteStatus TfLiteAsyncSignatureRunnerWait(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteExecutionTask* task) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->Wait(task);
}

TfLiteStatus TfLiteAsyncSignatureRunnerFinish(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    TfLiteExecutionTask* task) {
  if (async_signature_runner == nullptr) return kTfLiteError;
  return async_signature_runner->impl->Finish(task);
}

size_t TfLiteAsyncSignatureRunnerGetInputCount(
    const TfLiteAsyncSignatureRunner* async_signature_runner) {
  return async_signature_runner == nullptr
             ? 0
             : async_signature_runner->impl->input_size();
}

const char* TfLiteAsyncSignatureRunnerGetInputName(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    int32_t input_index) {
  if (async_signature_runner == nullptr) return nullptr;
  return At(async_signature_runner->impl->input_names(), input_index);
}

size_t TfLiteAsyncSignatureRunnerGetOutputCount(
    const TfLiteAsyncSignatureRunner* async_signature_runner) {
  return async_signature_runner == nullptr
             ? 0
             : async_signature_runner->impl->output_size();
}

const char* TfLiteAsyncSignatureRunnerGetOutputName(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    int32_t output_index) {
  if (async_signature_runner == nullptr) return nullptr;
  return At(async_signature_runner->impl->output_names(), output_index);
}

const TfLiteOpaqueTensor* TfLiteAsyncSignatureRunnerGetInputTensor(
    TfLiteAsyncSignatureRunner* async_signature_runner,
    const char* input_name) {
  if (async_signature_runner == nullptr) return nullptr;
  return async_signature_runner->impl->input_tensor(input_name);
}

const TfLiteOpaqueTensor* TfLiteAsyncSignatureRunnerGetOutputTensor(
    const TfLiteAsyncSignatureRunner* async_signature_runner,
    const char* output_name) {
  if (async_signature_runner == nullptr) return nullptr;
  return async_signature_runner->impl->output_tensor(output_name);
}

void TfLiteAsyncSignatureRunnerDelete(
    TfLiteAsyncSignatureRunner* signature_runner) {
  delete signature_runner;
}

const int* TfLiteAsyncSignatureRunnerInputTensorIndices(
    const TfLiteAsyncSignatureRunner* async_signature_runner) {
  if (async_signature_runner == nullptr) return nullptr;
  return async_signature_runner->impl->inputs().data();
}

const int* TfLiteAsyncSignatureRunnerOutputTensorIndices(
    const TfLiteAsyncSignatureRunner* async_signature_runner) {
  if (async_signature_runner == nullptr) return nullptr;
  return async_signature_runner->impl->outputs().data();
}

const TfLiteOpaqueTensor* TfLiteAsyncSignatureRunnerGetTensor(
    const TfLiteAsyncSignatureRunner* async_signature_runner, int index) {
  if (async_signature_runner == nullptr) return nullptr;
  return async_signature_runner->impl->tensor(index);
}

}  // extern "C"
