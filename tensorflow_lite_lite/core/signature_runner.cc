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

core::StatusOr<int> Find(const internal::SignatureDef& signature,
                         const Names& names, const char* what,
                         const char* name) {
  const auto it = name == nullptr ? names.end() : names.find(name);
  if (it != names.end()) return static_cast<int>(it->second);
  return base::Invalid("Signature '", signature.signature_key, "' has no ",
                       what, " '", name == nullptr ? "" : name, "'");
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

core::StatusOr<int> SignatureRunner::InputIndex(const char* name) const {
  return Find(*signature_, signature_->inputs, "input", name);
}

core::StatusOr<int> SignatureRunner::OutputIndex(const char* name) const {
  return Find(*signature_, signature_->outputs, "output", name);
}

TfLiteTensor* SignatureRunner::Tensor(const core::StatusOr<int>& index) const {
  if (index.ok()) return subgraph_->tensor(*index);
  subgraph_->Report(index.status());
  return nullptr;
}

TfLiteTensor* SignatureRunner::input_tensor(const char* input_name) {
  return Tensor(InputIndex(input_name));
}

const TfLiteTensor* SignatureRunner::output_tensor(
    const char* output_name) const {
  return Tensor(OutputIndex(output_name));
}

TfLiteStatus SignatureRunner::Resize(const core::StatusOr<int>& index,
                                     const std::vector<int>& new_size,
                                     bool strict) {
  if (!index.ok()) return subgraph_->Report(index.status());
  return strict ? subgraph_->ResizeInputTensorStrict(*index, new_size)
                : subgraph_->ResizeInputTensor(*index, new_size);
}

TfLiteStatus SignatureRunner::ResizeInputTensor(
    const char* input_name, const std::vector<int>& new_size) {
  return Resize(InputIndex(input_name), new_size, /*strict=*/false);
}

TfLiteStatus SignatureRunner::ResizeInputTensorStrict(
    const char* input_name, const std::vector<int>& new_size) {
  return Resize(InputIndex(input_name), new_size, /*strict=*/true);
}

TfLiteStatus SignatureRunner::AllocateTensors() {
  TF_LITE_ENSURE_STATUS(subgraph_->AllocateTensors());
  return subgraph_->IsPrimarySubgraph()
             ? subgraph_->Report(RequireFullDelegation(*subgraph_))
             : kTfLiteOk;
}

TfLiteStatus SignatureRunner::Invoke() {
  runtime_->cancelled.store(false);
  const core::ScopedFlushDenormals flush;
  TF_LITE_ENSURE_STATUS(subgraph_->Invoke());
  return allow_buffer_handle_output_ ? kTfLiteOk
                                     : subgraph_->EnsureOutputsAreReadable();
}

TfLiteStatus SignatureRunner::Cancel() {
  return runtime_->Cancel() ? kTfLiteOk : kTfLiteError;
}

TfLiteStatus SignatureRunner::Lend(const core::StatusOr<int>& index,
                                   const TfLiteCustomAllocation& allocation,
                                   int64_t flags) {
  return index.ok() ? subgraph_->SetCustomAllocationForTensor(*index,
                                                              allocation, flags)
                    : subgraph_->Report(index.status());
}

TfLiteStatus SignatureRunner::SetCustomAllocationForInputTensor(
    const char* input_name, const TfLiteCustomAllocation& allocation,
    int64_t flags) {
  return Lend(InputIndex(input_name), allocation, flags);
}

TfLiteStatus SignatureRunner::SetCustomAllocationForOutputTensor(
    const char* output_name, const TfLiteCustomAllocation& allocation,
    int64_t flags) {
  return Lend(OutputIndex(output_name), allocation, flags);
}

TfLiteStatus SignatureRunner::ClearCustomAllocations() {
  subgraph_->ClearCustomAllocations();
  return kTfLiteOk;
}

TfLiteStatus SignatureRunner::SetBufferHandle(
    const core::StatusOr<int>& index, TfLiteBufferHandle buffer_handle,
    TfLiteDelegate* delegate, bool release_existing_buffer_handle) {
  TfLiteTensor* tensor = Tensor(index);
  return tensor == nullptr
             ? kTfLiteError
             : subgraph_->SetBufferHandle(tensor, buffer_handle, delegate,
                                          release_existing_buffer_handle);
}

TfLiteStatus SignatureRunner::SetInputBufferHandle(
    const char* input_name, TfLiteBufferHandle buffer_handle,
    TfLiteDelegate* delegate, bool release_existing_buffer_handle) {
  return SetBufferHandle(InputIndex(input_name), buffer_handle, delegate,
                         release_existing_buffer_handle);
}

TfLiteStatus SignatureRunner::SetOutputBufferHandle(
    const char* output_name, TfLiteBufferHandle buffer_handle,
    TfLiteDelegate* delegate, bool release_existing_buffer_handle) {
  return SetBufferHandle(OutputIndex(output_name), buffer_handle, delegate,
                         release_existing_buffer_handle);
}

}  // namespace impl
}  // namespace tflite
