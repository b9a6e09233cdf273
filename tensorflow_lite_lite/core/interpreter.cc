#include "tensorflow_lite_lite/core/interpreter.h"

#include "tensorflow_lite_lite/core/run/denormals.h"

namespace tflite {
namespace impl {

Interpreter::Interpreter(ErrorReporter* error_reporter)
    : InterpreterGraph(error_reporter),
      delegates_(&runtime_),
      signatures_(&runtime_, &delegates_) {}

Interpreter::~Interpreter() {
  // Destroy the graphs before the delegates and profilers that they may use.
  signatures_.ClearRunners();
  runtime_.subgraphs.clear();
}

TfLiteStatus Interpreter::AllocateTensors() {
  delegates_.ApplyDefaults();
  TF_LITE_ENSURE_STATUS(primary_subgraph().AllocateTensors());
  return Report(delegates_.CheckFullDelegation());
}

TfLiteStatus Interpreter::Invoke() {
  ScopedRuntimeInstrumentationProfile profile(GetProfiler(), "invoke");
  runtime_.cancelled.store(false);
  const core::ScopedFlushDenormals flush;
  const TfLiteStatus status = primary_subgraph().Invoke();
  profile.set_runtime_status(/*delegate_status=*/0, status);
  if (status != kTfLiteOk || allow_buffer_handle_output_) return status;
  return primary_subgraph().EnsureOutputsAreReadable();
}

TfLiteStatus Interpreter::SetCustomAllocationForTensor(
    int tensor_index, const TfLiteCustomAllocation& allocation, int64_t flags) {
  return primary_subgraph().SetCustomAllocationForTensor(tensor_index,
                                                         allocation, flags);
}

async::AsyncSignatureRunner* Interpreter::GetAsyncSignatureRunner(
    const char* signature_key) {
  const auto runner = signatures_.AsyncRunner(signature_key);
  if (runner.ok()) return *runner;
  Report(runner.status());
  return nullptr;
}

TfLiteStatus Interpreter::ModifyGraphWithDelegate(
    TfLiteOpaqueDelegateStruct* delegate) {
  return ModifyGraphWithDelegate(reinterpret_cast<TfLiteDelegate*>(delegate));
}

TfLiteStatus Interpreter::ModifyGraphWithDelegate(
    TfLiteOpaqueDelegateStruct* delegate,
    const std::vector<int>& subgraph_indices) {
  return ModifyGraphWithDelegate(reinterpret_cast<TfLiteDelegate*>(delegate),
                                 subgraph_indices);
}

TfLiteStatus Interpreter::SetBufferHandle(int tensor_index,
                                          TfLiteBufferHandle buffer_handle,
                                          TfLiteDelegate* delegate) {
  TfLiteTensor* t = tensor(tensor_index);
  if (t != nullptr) return SetBufferHandle(t, buffer_handle, delegate);
  return Report(base::Invalid("There is no tensor ", tensor_index));
}

TfLiteStatus Interpreter::SetBufferHandle(TfLiteTensor* tensor,
                                          TfLiteBufferHandle buffer_handle,
                                          TfLiteDelegate* delegate) {
  Subgraph* graph = graphs_.GraphOf(tensor);
  return graph == nullptr
             ? Report(base::Invalid(
                   "SetBufferHandle: the tensor is not of this interpreter"))
             : graph->SetBufferHandle(tensor, buffer_handle, delegate);
}

TfLiteStatus Interpreter::GetBufferHandle(int tensor_index,
                                          TfLiteBufferHandle* buffer_handle,
                                          TfLiteDelegate** delegate) {
  const TfLiteTensor* t = tensor(tensor_index);
  if (t == nullptr) {
    return Report(base::Invalid("There is no tensor ", tensor_index));
  }
  *delegate = t->delegate;
  *buffer_handle = t->buffer_handle;
  return kTfLiteOk;
}

const char* Interpreter::OpProfilingString(const TfLiteRegistration& op_reg,
                                           const TfLiteNode* node) const {
  if (op_reg.profiling_string == nullptr) return nullptr;
  return op_reg.profiling_string(primary_subgraph().context(), node);
}

}  // namespace impl
}  // namespace tflite
