#ifndef TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_SIGNATURE_RUNNER_H_
#define TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_SIGNATURE_RUNNER_H_

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/async/interop/attribute_map.h"
#include "tensorflow_lite_lite/c/async/interop/types.h"
#include "tensorflow_lite_lite/c/async/types.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/signature_def.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {
namespace async {

// Runs a signature by the asynchronous kernel of the delegate that took its
// whole subgraph. Not for several threads at once. Where there is no such
// kernel, or it lacks the function that a call needs, the call fails with a
// message. Where the graph is changed, tasks that run on it are waited for;
// where the delegate's node goes, its tasks are finished too, and
// PrepareBackends has to come again.
class AsyncSignatureRunner : private core::GraphObserver {
 public:
  // Both outlive the runner.
  AsyncSignatureRunner(const internal::SignatureDef* signature_def,
                       Subgraph* subgraph);
  // Finishes the tasks that were not.
  ~AsyncSignatureRunner();
  AsyncSignatureRunner(const AsyncSignatureRunner&) = delete;
  AsyncSignatureRunner& operator=(const AsyncSignatureRunner&) = delete;

  // False where no delegate offers an asynchronous kernel for the subgraph.
  bool available() const { return Refresh(); }

  // Makes a buffer, or a part of a registered one, known to the delegate under
  // a new handle.
  TfLiteStatus RegisterBuffer(TfLiteIoType io_type,
                              const TfLiteBackendBuffer* buffer,
                              const TfLiteAttributeMap* attrs,
                              TfLiteBufferHandle* handle);
  TfLiteStatus RegisterBufferSlice(TfLiteBufferHandle buffer_pool,
                                   const TfLiteAttributeMap* attrs,
                                   TfLiteBufferHandle* handle);
  TfLiteStatus UnregisterBuffer(TfLiteBufferHandle handle);

  // Names of the kinds that the delegate supports; empty for an unknown side.
  const std::vector<const char*>& SupportedBufferTypes(
      TfLiteIoType io_type) const;
  const std::vector<const char*>& SupportedSynchronizations(
      TfLiteIoType io_type) const;

  // True if the delegate can do what the user asks for; `merged` then has all
  // that both want. `conflict` may be null.
  bool ReconcileRestrictions(TfLiteIoType io_type, const char* name,
                             const TfLiteAttributeMap* user_provided_attributes,
                             TfLiteAttributeMap* merged,
                             TfLiteAttributeMap* conflict) const;
  bool ReconcileRestrictions(int tensor_index,
                             const TfLiteAttributeMap* user_provided_attributes,
                             TfLiteAttributeMap* merged,
                             TfLiteAttributeMap* conflict) const;
  TfLiteStatus SetAttributes(TfLiteIoType io_type, const char* name,
                             const TfLiteAttributeMap* attrs);
  TfLiteStatus SetAttributes(int tensor_index, const TfLiteAttributeMap* attrs);
  TfLiteStatus SetBufferAttributes(const TfLiteBackendBuffer* buffer,
                                   const TfLiteAttributeMap* attrs);
  TfLiteStatus GetBufferAttributes(const TfLiteBackendBuffer* buffer,
                                   TfLiteAttributeMap* attrs);

  // Once, after the attributes are set.
  TfLiteStatus PrepareBackends();

  // The runner owns the task until Finish. Null before PrepareBackends.
  TfLiteExecutionTask* CreateTask();
  TfLiteStatus InvokeAsync(TfLiteExecutionTask* task);
  TfLiteStatus Wait(TfLiteExecutionTask* task);
  TfLiteStatus Finish(TfLiteExecutionTask* task);

  const std::string& signature_key() { return signature_->signature_key; }
  size_t input_size() const { return input_names_.size(); }
  size_t output_size() const { return output_names_.size(); }
  // In alphabetical order.
  const std::vector<const char*>& input_names() { return input_names_; }
  const std::vector<const char*>& output_names() { return output_names_; }
  // Null for an unknown name or index.
  const TfLiteOpaqueTensor* input_tensor(const char* input_name) const;
  const TfLiteOpaqueTensor* output_tensor(const char* output_name) const;
  const TfLiteOpaqueTensor* tensor(int tensor_index) const;
  // Tensor indices of the subgraph.
  const std::vector<int>& inputs() const { return subgraph_->inputs(); }
  const std::vector<int>& outputs() const { return subgraph_->outputs(); }

 private:
  struct Kinds {
    std::vector<const char*> buffers;
    std::vector<const char*> synchronizations;
  };

  // Tensor index of a name, or -1.
  int IndexOf(TfLiteIoType io_type, const char* name) const;
  // Finds the delegate's node and kernel: applying or removing delegates moves
  // or replaces them. False where there is none.
  bool Refresh() const;
  // kTfLiteError, reported, unless there is a kernel with this function.
  template <typename Function>
  TfLiteStatus Require(Function TfLiteAsyncKernel::*function,
                       const char* what) const;
  TfLiteStatus CheckTask(const TfLiteExecutionTask* task) const;
  Kinds ReadKinds(TfLiteIoType io_type) const;
  TfLiteStatus FinishOnKernel(TfLiteExecutionTask* task);
  void BeforeGraphChanges() override;
  void BeforeNodeIsFreed(int node_index) override;

  const internal::SignatureDef* signature_;
  Subgraph* subgraph_;
  TfLiteOpaqueContext* context_;
  std::vector<const char*> input_names_;
  std::vector<const char*> output_names_;
  // What Refresh found, until the node is freed.
  mutable TfLiteOpaqueNode* node_ = nullptr;
  mutable int node_index_ = -1;
  mutable TfLiteAsyncKernel* kernel_ = nullptr;  // the delegate's
  mutable bool prepared_ = false;
  mutable Kinds input_kinds_;
  mutable Kinds output_kinds_;
  std::map<const TfLiteExecutionTask*, std::unique_ptr<TfLiteExecutionTask>>
      tasks_;
};

}  // namespace async
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_SIGNATURE_RUNNER_H_
