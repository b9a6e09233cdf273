#ifndef TENSORFLOW_LITE_LITE_CORE_SIGNATURE_RUNNER_H_
#define TENSORFLOW_LITE_LITE_CORE_SIGNATURE_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/runtime.h"
#include "tensorflow_lite_lite/core/signature_def.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {
namespace impl {

// Runs one entry point of a model, with inputs and outputs identified by name.
// Created and owned by an Interpreter. Not thread-safe, except for Cancel. An
// unknown name returns a null pointer or an error.
class SignatureRunner {
 public:
  // All arguments must outlive the runner.
  SignatureRunner(const internal::SignatureDef* signature, Subgraph* subgraph,
                  core::Runtime* runtime);

  const std::string& signature_key() { return signature_->signature_key; }
  size_t input_size() const { return subgraph_->inputs().size(); }
  size_t output_size() const { return subgraph_->outputs().size(); }
  // In alphabetical order.
  const std::vector<const char*>& input_names() { return input_names_; }
  const std::vector<const char*>& output_names() { return output_names_; }
  // In the order of the subgraph's inputs and outputs.
  const std::vector<const char*>& subgraph_input_names() {
    return subgraph_input_names_;
  }
  const std::vector<const char*>& subgraph_output_names() {
    return subgraph_output_names_;
  }

  TfLiteTensor* input_tensor(const char* input_name);
  const TfLiteTensor* output_tensor(const char* output_name) const;

  TfLiteStatus ResizeInputTensor(const char* input_name,
                                 const std::vector<int>& new_size);
  TfLiteStatus ResizeInputTensorStrict(const char* input_name,
                                       const std::vector<int>& new_size);
  TfLiteStatus AllocateTensors();
  // Afterwards outputs are in host memory, unless buffer handles are allowed
  // for them.
  TfLiteStatus Invoke();
  // See Interpreter::Cancel.
  TfLiteStatus Cancel();

  TfLiteStatus SetCustomAllocationForInputTensor(
      const char* input_name, const TfLiteCustomAllocation& allocation,
      int64_t flags = kTfLiteCustomAllocationFlagsNone);
  TfLiteStatus SetCustomAllocationForOutputTensor(
      const char* output_name, const TfLiteCustomAllocation& allocation,
      int64_t flags = kTfLiteCustomAllocationFlagsNone);
  TfLiteStatus ClearCustomAllocations();

  void SetAllowBufferHandleOutput(bool allow_buffer_handle_output) {
    allow_buffer_handle_output_ = allow_buffer_handle_output;
  }
  TfLiteStatus SetInputBufferHandle(const char* input_name,
                                    TfLiteBufferHandle buffer_handle,
                                    TfLiteDelegate* delegate,
                                    bool release_existing_buffer_handle = true);
  TfLiteStatus SetOutputBufferHandle(
      const char* output_name, TfLiteBufferHandle buffer_handle,
      TfLiteDelegate* delegate, bool release_existing_buffer_handle = true);

 private:
  core::StatusOr<int> InputIndex(const char* name) const;
  core::StatusOr<int> OutputIndex(const char* name) const;
  // Report the error of an unknown name.
  TfLiteTensor* Tensor(const core::StatusOr<int>& index) const;
  TfLiteStatus Resize(const core::StatusOr<int>& index,
                      const std::vector<int>& new_size, bool strict);
  TfLiteStatus Lend(const core::StatusOr<int>& index,
                    const TfLiteCustomAllocation& allocation, int64_t flags);
  TfLiteStatus SetBufferHandle(const core::StatusOr<int>& index,
                               TfLiteBufferHandle buffer_handle,
                               TfLiteDelegate* delegate,
                               bool release_existing_buffer_handle);

  const internal::SignatureDef* signature_;
  Subgraph* subgraph_;
  core::Runtime* runtime_;
  std::vector<const char*> input_names_;
  std::vector<const char*> output_names_;
  std::vector<const char*> subgraph_input_names_;
  std::vector<const char*> subgraph_output_names_;
  bool allow_buffer_handle_output_ = false;
};

}  // namespace impl

using SignatureRunner = impl::SignatureRunner;

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_SIGNATURE_RUNNER_H_
