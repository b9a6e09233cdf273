#ifndef TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_SIGNATURE_RUNNER_H_
#define TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_SIGNATURE_RUNNER_H_

#include <cstddef>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/async/interop/attribute_map.h"
#include "tensorflow_lite_lite/c/async/interop/types.h"
#include "tensorflow_lite_lite/c/async/types.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/signature_def.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {
namespace async {

// Runs a signature with the asynchronous kernel of the delegate that took its
// whole subgraph. Not thread-safe. If there is no such kernel, or it lacks the
// function that a call needs, the call fails with a message. Before the graph
// changes, the runner waits for running tasks. If the delegate's node is
// removed, its tasks are also finished, and PrepareBackends must be called
// again.
class AsyncSignatureRunner : private core::GraphObserver {
 public:
  // Both arguments must outlive the runner.
  AsyncSignatureRunner(const internal::SignatureDef* signature_def,
                       Subgraph* subgraph);
  // Finishes all unfinished tasks.
  ~AsyncSignatureRunner();
  AsyncSignatureRunner(const AsyncSignatureRunner&) = delete;
  AsyncSignatureRunner& operator=(const AsyncSignatureRunner&) = delete;

  // False if no delegate provides an asynchronous kernel for the subgraph.
  bool available() const { return Refresh(); }

  // Registers a buffer, or a part of a registered buffer, with the delegate
  // under a new handle.
  TfLiteStatus RegisterBuffer(TfLiteIoType io_type,
                              const TfLiteBackendBuffer* buffer,
                              const TfLiteAttributeMap* attrs,
                              TfLiteBufferHandle* handle);
  TfLiteStatus RegisterBufferSlice(TfLiteBufferHandle buffer_pool,
                                   const TfLiteAttributeMap* attrs,
                                   TfLiteBufferHandle* handle);
  TfLiteStatus UnregisterBuffer(TfLiteBufferHandle handle);

  // Names of the types that the delegate supports; empty for an invalid
  // `io_type`.
  const std::vector<const char*>& SupportedBufferTypes(
      TfLiteIoType io_type) const;
  const std::vector<const char*>& SupportedSynchronizations(
      TfLiteIoType io_type) const;

  // Returns true if the delegate can meet the user's requirements; then
  // `merged` contains the requirements of both. `conflict` may be null.
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

  // Call once, after the attributes are set.
  TfLiteStatus PrepareBackends();

  // The runner owns the task until Finish. Returns null before PrepareBackends.
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
  // Return null for an unknown name or index.
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

  // Returns the tensor index of a name, or -1.
  int IndexOf(TfLiteIoType io_type, const char* name) const;
  // Returns an error if the delegate was deleted.
  core::Status CheckAlive() const;
  // Finds the delegate's node and kernel, which move or change when delegates
  // are applied or removed. Returns false if there is none.
  bool Refresh() const;
  // Returns an error unless there is a kernel that has this function, and none
  // of the `arguments` of the call is null.
  template <typename Function>
  core::Status Require(Function TfLiteAsyncKernel::*function, const char* what,
                       std::initializer_list<const void*> arguments = {}) const;
  core::Status CheckTask(const TfLiteExecutionTask* task) const;
  core::Status CheckTensor(int tensor_index) const;
  core::Status CheckRun(const TfLiteExecutionTask* task) const;
  // An error whose message starts with the name of the signature.
  template <typename... Args>
  core::Status Error(const Args&... args) const;
  // The functions above return errors, which the public ones report here.
  TfLiteStatus Report(const core::Status& status) const {
    return subgraph_->Report(status);
  }
  Kinds ReadKinds(TfLiteIoType io_type) const;
  TfLiteStatus FinishOnKernel(TfLiteExecutionTask* task);
  void BeforeGraphChanges() override;
  void BeforeNodeIsFreed(int node_index) override;

  const internal::SignatureDef* signature_;
  Subgraph* subgraph_;
  TfLiteOpaqueContext* context_;
  std::vector<const char*> input_names_;
  std::vector<const char*> output_names_;
  // The results of Refresh, valid until the node is freed.
  mutable TfLiteOpaqueNode* node_ = nullptr;
  mutable int node_index_ = -1;
  mutable TfLiteAsyncKernel* kernel_ = nullptr;  // owned by the delegate
  mutable bool prepared_ = false;
  mutable Kinds input_kinds_;
  mutable Kinds output_kinds_;
  std::map<const TfLiteExecutionTask*, std::unique_ptr<TfLiteExecutionTask>>
      tasks_;
};

}  // namespace async
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_ASYNC_ASYNC_SIGNATURE_RUNNER_H_
