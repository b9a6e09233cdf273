// Interpreters of c_api.h.
#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/c_api/handles.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"

namespace tflite::c_api {

TfLiteInterpreter* CreateInterpreter(const TfLiteModel* model,
                                     const TfLiteInterpreterOptions* options,
                                     std::unique_ptr<OpResolver> others) {
  if (model == nullptr) return nullptr;
  std::unique_ptr<TfLiteInterpreterOptions> defaults;
  if (options == nullptr) {
    defaults.reset(TfLiteInterpreterOptionsCreate());
    options = defaults.get();
    if (options == nullptr) return nullptr;
  }
  auto handle = std::make_unique<TfLiteInterpreter>();
  handle->model = model->shared;
  const FlatBufferModel& file = *handle->model->model;
  ErrorReporter* reporter = file.error_reporter();
  if (options->error_reporter != nullptr) {
    handle->reporter = std::make_unique<CallbackErrorReporter>(
        options->error_reporter, options->error_reporter_user_data);
    reporter = handle->reporter.get();
  }
  handle->resolver = std::make_unique<CallbackOpResolver>(
      options->operators, options->callbacks, std::move(others));

  InterpreterOptions settings;
  settings.SetDelegateFallback(options->delegate_fallback);
  settings.SetRequireFullDelegation(options->require_full_delegation);
  InterpreterBuilder builder(file, *handle->resolver, reporter, &settings);
  if (builder.SetNumThreads(options->num_threads) != kTfLiteOk) return nullptr;
  for (TfLiteDelegate* delegate : options->delegates) {
    builder.AddDelegate(delegate);
  }
  if (builder(&handle->impl) != kTfLiteOk || handle->impl == nullptr) {
    return nullptr;
  }
  if (options->enable_cancellation &&
      handle->impl->EnableCancellation() != kTfLiteOk) {
    return nullptr;
  }
  return handle.release();
}

}  // namespace tflite::c_api

namespace {

// The element at a position, or -1 if out of range.
int At(const std::vector<int>& indices, int32_t position) {
  if (position < 0 || static_cast<size_t>(position) >= indices.size()) {
    return -1;
  }
  return indices[position];
}

}  // namespace

extern "C" {

TfLiteInterpreter* TfLiteInterpreterCreateWithSelectedOps(
    const TfLiteModel* model, const TfLiteInterpreterOptions* options) {
  return tflite::c_api::CreateInterpreter(model, options, nullptr);
}

void TfLiteInterpreterDelete(TfLiteInterpreter* interpreter) {
  delete interpreter;
}

int32_t TfLiteInterpreterGetInputTensorCount(
    const TfLiteInterpreter* interpreter) {
  if (interpreter == nullptr) return 0;
  return static_cast<int32_t>(interpreter->impl->inputs().size());
}

const int* TfLiteInterpreterInputTensorIndices(
    const TfLiteInterpreter* interpreter) {
  return interpreter == nullptr ? nullptr : interpreter->impl->inputs().data();
}

TfLiteTensor* TfLiteInterpreterGetInputTensor(
    const TfLiteInterpreter* interpreter, int32_t input_index) {
  if (interpreter == nullptr) return nullptr;
  return interpreter->impl->tensor(
      At(interpreter->impl->inputs(), input_index));
}

TfLiteStatus TfLiteInterpreterResizeInputTensor(TfLiteInterpreter* interpreter,
                                                int32_t input_index,
                                                const int* input_dims,
                                                int32_t input_dims_size) {
  if (interpreter == nullptr || input_dims_size < 0 ||
      (input_dims == nullptr && input_dims_size > 0)) {
    return kTfLiteError;
  }
  const std::vector<int> dims(input_dims, input_dims + input_dims_size);
  return interpreter->impl->ResizeInputTensor(
      At(interpreter->impl->inputs(), input_index), dims);
}

TfLiteStatus TfLiteInterpreterAllocateTensors(TfLiteInterpreter* interpreter) {
  if (interpreter == nullptr) return kTfLiteError;
  return interpreter->impl->AllocateTensors();
}

TfLiteStatus TfLiteInterpreterInvoke(TfLiteInterpreter* interpreter) {
  if (interpreter == nullptr) return kTfLiteError;
  return interpreter->impl->Invoke();
}

int32_t TfLiteInterpreterGetOutputTensorCount(
    const TfLiteInterpreter* interpreter) {
  if (interpreter == nullptr) return 0;
  return static_cast<int32_t>(interpreter->impl->outputs().size());
}

const int* TfLiteInterpreterOutputTensorIndices(
    const TfLiteInterpreter* interpreter) {
  return interpreter == nullptr ? nullptr : interpreter->impl->outputs().data();
}

const TfLiteTensor* TfLiteInterpreterGetOutputTensor(
    const TfLiteInterpreter* interpreter, int32_t output_index) {
  if (interpreter == nullptr) return nullptr;
  return interpreter->impl->tensor(
      At(interpreter->impl->outputs(), output_index));
}

TfLiteTensor* TfLiteInterpreterGetTensor(const TfLiteInterpreter* interpreter,
                                         int index) {
  return interpreter == nullptr ? nullptr : interpreter->impl->tensor(index);
}

TfLiteStatus TfLiteInterpreterCancel(const TfLiteInterpreter* interpreter) {
  if (interpreter == nullptr) return kTfLiteError;
  return interpreter->impl->Cancel();
}

int32_t TfLiteInterpreterGetSignatureCount(
    const TfLiteInterpreter* interpreter) {
  if (interpreter == nullptr) return 0;
  return static_cast<int32_t>(interpreter->impl->signature_keys().size());
}

const char* TfLiteInterpreterGetSignatureKey(
    const TfLiteInterpreter* interpreter, int32_t signature_index) {
  if (interpreter == nullptr) return nullptr;
  const auto keys = interpreter->impl->signature_keys();
  if (signature_index < 0 ||
      static_cast<size_t>(signature_index) >= keys.size()) {
    return nullptr;
  }
  return keys[signature_index]->c_str();
}

TfLiteSignatureRunner* TfLiteInterpreterGetSignatureRunner(
    const TfLiteInterpreter* interpreter, const char* signature_key) {
  if (interpreter == nullptr) return nullptr;
  auto* runner = interpreter->impl->GetSignatureRunner(signature_key);
  if (runner == nullptr) return nullptr;
  return new (std::nothrow) TfLiteSignatureRunner{runner};
}

// --- c_api_experimental.h ---

TfLiteStatus TfLiteInterpreterResetVariableTensors(
    TfLiteInterpreter* interpreter) {
  if (interpreter == nullptr) return kTfLiteError;
  return interpreter->impl->ResetVariableTensors();
}

int32_t TfLiteInterpreterGetVariableTensorCount(
    const TfLiteInterpreter* interpreter) {
  if (interpreter == nullptr) return 0;
  return static_cast<int32_t>(interpreter->impl->variables().size());
}

TfLiteTensor* TfLiteInterpreterGetVariableTensor(
    const TfLiteInterpreter* interpreter, int32_t variable_index) {
  if (interpreter == nullptr) return nullptr;
  return interpreter->impl->tensor(
      At(interpreter->impl->variables(), variable_index));
}

TfLiteStatus TfLiteInterpreterModifyGraphWithDelegate(
    const TfLiteInterpreter* interpreter, TfLiteDelegate* delegate) {
  if (interpreter == nullptr || delegate == nullptr) return kTfLiteError;
  return interpreter->impl->ModifyGraphWithDelegate(delegate);
}

size_t TfLiteInterpreterDelegationReportJson(
    const TfLiteInterpreter* interpreter, char* buffer, size_t size) {
  if (interpreter == nullptr) return 0;
  const std::string json =
      tflite::DelegationReportAsJson(interpreter->impl->GetDelegationReport());
  if (buffer != nullptr && size > 0) {
    const size_t copied = std::min(size - 1, json.size());
    std::memcpy(buffer, json.data(), copied);
    buffer[copied] = '\0';
  }
  return json.size();
}

int32_t TfLiteInterpreterGetInputTensorIndex(
    const TfLiteInterpreter* interpreter, int32_t input_index) {
  if (interpreter == nullptr) return -1;
  return At(interpreter->impl->inputs(), input_index);
}

int32_t TfLiteInterpreterGetOutputTensorIndex(
    const TfLiteInterpreter* interpreter, int32_t output_index) {
  if (interpreter == nullptr) return -1;
  return At(interpreter->impl->outputs(), output_index);
}

TfLiteStatus TfLiteInterpreterSetCustomAllocationForTensor(
    TfLiteInterpreter* interpreter, int tensor_index,
    const TfLiteCustomAllocation* allocation, int64_t flags) {
  if (interpreter == nullptr || allocation == nullptr) return kTfLiteError;
  return interpreter->impl->SetCustomAllocationForTensor(tensor_index,
                                                         *allocation, flags);
}

TfLiteStatus TfLiteInterpreterSetBufferHandle(TfLiteInterpreter* interpreter,
                                              TfLiteTensor* tensor,
                                              TfLiteBufferHandle buffer_handle,
                                              TfLiteOpaqueDelegate* delegate) {
  if (interpreter == nullptr || tensor == nullptr) return kTfLiteError;
  return interpreter->impl->SetBufferHandle(tensor, buffer_handle, delegate);
}

TfLiteStatus TfLiteInterpreterGetBufferHandle(TfLiteInterpreter* interpreter,
                                              int tensor_index,
                                              TfLiteBufferHandle* buffer_handle,
                                              TfLiteOpaqueDelegate** delegate) {
  if (interpreter == nullptr || buffer_handle == nullptr ||
      delegate == nullptr) {
    return kTfLiteError;
  }
  return interpreter->impl->GetBufferHandle(tensor_index, buffer_handle,
                                            delegate);
}

void TfLiteSetAllowBufferHandleOutput(const TfLiteInterpreter* interpreter,
                                      bool allow_buffer_handle_output) {
  if (interpreter == nullptr) return;
  interpreter->impl->SetAllowBufferHandleOutput(allow_buffer_handle_output);
}

TfLiteStatus TfLiteInterpreterEnsureTensorDataIsReadable(
    TfLiteInterpreter* interpreter, int tensor_index) {
  if (interpreter == nullptr) return kTfLiteError;
  return interpreter->impl->EnsureTensorDataIsReadable(tensor_index);
}

}  // extern "C"
