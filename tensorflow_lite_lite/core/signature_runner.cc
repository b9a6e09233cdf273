#include "tensorflow_lite_lite/core/signature_runner.h"

#include "tensorflow_lite_lite/core/delegates/delegation_report.h"
#include "tensorflow_lite_lite/core/run/denormals.h"

namespace tflite {
namespace impl {
namespace {

using Names = std::map<std::string, uint32_t>;

std::vector<const char*> Sorted(const Names& names) {
  std::vector<const char*> list;
  for (const auto& [name, tensor] : names) list.push_back(name.c_str());
  return list;
}

std::vector<const char*> InOrder(const Names& names,
                                 const std::vector<int>& tensors) {
  std::vector<const char*> list;
  for (const int t : tensors) {
    for (const auto& [name, tensor] : names) {
      if (static_cast<int>(tensor) != t) continue;
      list.push_back(name.c_str());
      break;
    }
  }
  return list;
}

int Find(const Names& names, const char* name) {
  const auto it = name == nullptr ? names.end() : names.find(name);
  return it == names.end() ? core::kNoTensor : static_cast<int>(it->second);
}

}  // namespace

SignatureRunner::SignatureRunner(const internal::SignatureDef* signature,
                                 Subgraph* subgraph, core::Runtime* runtime)
    : signature_(signature),
      subgraph_(subgraph),
      runtime_(runtime),
      input_names_(Sorted(signature->inputs)),
      output_names_(Sorted(signature->outputs)),
      subgraph_input_names_(InOrder(signature->inputs, subgraph->inputs())),
      subgraph_output_names_(InOrder(signature->outputs, subgraph->outputs())) {
}

int SignatureRunner::InputIndex(const char* name) {
  const int index = Find(signature_->inputs, name);
  if (index == core::kNoTensor) {
    subgraph_->ReportError("Signature '%s' has no input '%s'",
                           signature_->signature_key.c_str(),
                           name == nullptr ? "" : name);
  }
  return index;
}

int SignatureRunner::OutputIndex(const char* name) {
  const int index = Find(signature_->outputs, name);
  if (index == core::kNoTensor) {
    subgraph_->ReportError("Signature '%s' has no output '%s'",
                           signature_->signature_key.c_str(),
                           name == nullptr ? "" : name);
  }
  return index;
}

TfLiteTensor* SignatureRunner::input_tensor(const char* input_name) {
  return subgraph_->tensor(InputIndex(input_name));
}

const TfLiteTensor* SignatureRunner::output_tensor(
    const char* output_name) const {
  return subgraph_->tensor(Find(signature_->outputs, output_name));
}

TfLiteStatus SignatureRunner::ResizeInputTensor(
    const char* input_name, const std::vector<int>& new_size) {
  const int index = InputIndex(input_name);
  return index == core::kNoTensor
             ? kTfLiteError
             : subgraph_->ResizeInputTensor(index, new_size);
}

TfLiteStatus SignatureRunner::ResizeInputTensorStrict(
    const char* input_name, const std::vector<int>& new_size) {
  const int index = InputIndex(input_name);
  return index == core::kNoTensor
             ? kTfLiteError
             : subgraph_->ResizeInputTensorStrict(index, new_size);
}

TfLiteStatus SignatureRunner::AllocateTensors() {
  TF_LITE_ENSURE_STATUS(subgraph_->AllocateTensors());
  return subgraph_->IsPrimarySubgraph() ? RequireFullDelegation(*subgraph_)
                                        : kTfLiteOk;
}

TfLiteStatus SignatureRunner::Invoke() {
  runtime_->cancelled.store(false);
  const core::ScopedFlushDenormals flush;
  TF_LITE_ENSURE_STATUS(subgraph_->Invoke());
  return allow_buffer_handle_output_ ? kTfLiteOk
                                     : subgraph_->EnsureOutputsAreReadable();
}

TfLiteStatus SignatureRunner::Cancel() { return runtime_->Cancel(); }

TfLiteStatus SignatureRunner::SetCustomAllocationForInputTensor(
    const char* input_name, const TfLiteCustomAllocation& allocation,
    int64_t flags) {
  const int index = InputIndex(input_name);
  return index == core::kNoTensor ? kTfLiteError
                                  : subgraph_->SetCustomAllocationForTensor(
                                        index, allocation, flags);
}

TfLiteStatus SignatureRunner::SetCustomAllocationForOutputTensor(
    const char* output_name, const TfLiteCustomAllocation& allocation,
    int64_t flags) {
  const int index = OutputIndex(output_name);
  return index == core::kNoTensor ? kTfLiteError
                                  : subgraph_->SetCustomAllocationForTensor(
                                        index, allocation, flags);
}

TfLiteStatus SignatureRunner::ClearCustomAllocations() {
  subgraph_->ClearCustomAllocations();
  return kTfLiteOk;
}

TfLiteStatus SignatureRunner::SetInputBufferHandle(
    const char* input_name, TfLiteBufferHandle buffer_handle,
    TfLiteDelegate* delegate, bool release_existing_buffer_handle) {
  TfLiteTensor* tensor = input_tensor(input_name);
  return tensor == nullptr
             ? kTfLiteError
             : subgraph_->SetBufferHandle(tensor, buffer_handle, delegate,
                                          release_existing_buffer_handle);
}

TfLiteStatus SignatureRunner::SetOutputBufferHandle(
    const char* output_name, TfLiteBufferHandle buffer_handle,
    TfLiteDelegate* delegate, bool release_existing_buffer_handle) {
  TfLiteTensor* tensor = subgraph_->tensor(OutputIndex(output_name));
  return tensor == nullptr
             ? kTfLiteError
             : subgraph_->SetBufferHandle(tensor, buffer_handle, delegate,
                                          release_existing_buffer_handle);
}

}  // namespace impl
}  // namespace tflite
