#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/delegates/delegation_report.h"
#include "tensorflow_lite_lite/core/interpreter/model_delegates.h"
#include "tensorflow_lite_lite/core/interpreter/signatures.h"
#include "tensorflow_lite_lite/core/interpreter_graph.h"
#include "tensorflow_lite_lite/core/profiling/profiler.h"
#include "tensorflow_lite_lite/core/signature_runner.h"
#include "tensorflow_lite_lite/schema/stderr_reporter.h"

namespace tflite {
namespace impl {

// Runs a model. Usually created by an InterpreterBuilder. The model, the
// resolver, and delegates whose ownership was not transferred must outlive it.
// Tensor pointers are valid until tensors are added or AllocateTensors is
// called. An index out of range returns a null pointer or an error. Not
// thread-safe, except for Cancel. The functions for tensors and nodes refer to
// the primary subgraph; Subgraph documents them in more detail.
class Interpreter : public InterpreterGraph {
 public:
  using Ptr = std::unique_ptr<Interpreter>;
  using TfLiteDelegatePtr =
      std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

  // `error_reporter` must outlive the interpreter.
  explicit Interpreter(ErrorReporter* error_reporter = DefaultErrorReporter());
  ~Interpreter();

  // --- Shapes, memory, running ---
  TfLiteStatus ResizeInputTensor(int tensor_index,
                                 const std::vector<int>& dims) {
    return primary_subgraph().ResizeInputTensor(tensor_index, dims);
  }
  TfLiteStatus ResizeInputTensorStrict(int tensor_index,
                                       const std::vector<int>& dims) {
    return primary_subgraph().ResizeInputTensorStrict(tensor_index, dims);
  }
  // The first call starts with applying the resolver's default delegates.
  TfLiteStatus AllocateTensors();
  TfLiteStatus ReleaseNonPersistentMemory() {
    graphs_.ReleaseMemory();
    return kTfLiteOk;
  }
  TfLiteStatus ResetVariableTensors() {
    graphs_.ResetVariables();
    return kTfLiteOk;
  }
  TfLiteStatus Invoke();
  // Number of threads that kernels may use, including the calling thread. 0
  // means 1; -1 leaves the choice to the runtime, which uses 1. Kernels that
  // are prepared divide their work for another number after the next
  // AllocateTensors, which keeps the values of inputs and variables.
  TfLiteStatus SetNumThreads(int num_threads) {
    return Report(graphs_.SetNumThreads(num_threads));
  }
  TfLiteStatus SetCustomAllocationForTensor(
      int tensor_index, const TfLiteCustomAllocation& allocation,
      int64_t flags = kTfLiteCustomAllocationFlagsNone);
  TfLiteStatus SetAllocator(TfLiteAllocator* allocator) {
    return primary_subgraph().SetAllocator(allocator);
  }
  void SetExternalContext(TfLiteExternalContextType type,
                          TfLiteExternalContext* ctx) {
    primary_subgraph().SetExternalContext(type, ctx);
  }

  // --- Signatures ---
  std::vector<const std::string*> signature_keys() const {
    return signatures_.Keys();
  }
  // Returns null for an unknown key. The interpreter owns the runner. A null
  // key selects the first signature of the primary subgraph; if it has none, a
  // signature is created from the names of its tensors.
  SignatureRunner* GetSignatureRunner(const char* signature_key) {
    return signatures_.Runner(signature_key);
  }
  // Also returns null, and reports the reason, if no delegate can run the
  // signature asynchronously.
  async::AsyncSignatureRunner* GetAsyncSignatureRunner(
      const char* signature_key);
  // Returns -1 for an unknown key.
  int GetSubgraphIndexFromSignature(const char* signature_key) const {
    return signatures_.SubgraphIndex(signature_key);
  }
  const std::map<std::string, uint32_t>& signature_inputs(
      const char* signature_key) const {
    return signatures_.Inputs(signature_key);
  }
  const std::map<std::string, uint32_t>& signature_outputs(
      const char* signature_key) const {
    return signatures_.Outputs(signature_key);
  }
  TfLiteTensor* input_tensor_by_signature(const char* signature_input_name,
                                          const char* signature_key) {
    return signatures_.InputTensor(signature_input_name, signature_key);
  }
  const TfLiteTensor* output_tensor_by_signature(
      const char* signature_output_name, const char* signature_key) const {
    return signatures_.OutputTensor(signature_output_name, signature_key);
  }

  // --- Delegates and their buffers ---
  // Applies a delegate to all subgraphs, or to the given ones; see Subgraph.
  // Default delegates that already run nodes are removed first and then applied
  // to the remaining nodes. TfLiteDelegate documents how long a delegate passed
  // by pointer must live; a delegate passed with its ownership is destroyed
  // after the graphs.
  TfLiteStatus ModifyGraphWithDelegate(TfLiteDelegate* delegate) {
    return ApplyDelegates({delegate});
  }
  TfLiteStatus ModifyGraphWithDelegate(TfLiteOpaqueDelegateStruct* delegate);
  TfLiteStatus ModifyGraphWithDelegate(
      TfLiteDelegate* delegate, const std::vector<int>& subgraph_indices) {
    return Report(delegates_.ApplyTo(delegate, subgraph_indices));
  }
  TfLiteStatus ModifyGraphWithDelegate(
      TfLiteOpaqueDelegateStruct* delegate,
      const std::vector<int>& subgraph_indices);
  template <typename Delegate, typename Deleter>
  TfLiteStatus ModifyGraphWithDelegate(
      std::unique_ptr<Delegate, Deleter> delegate) {
    Deleter deleter = std::move(delegate.get_deleter());
    using Pointer = typename std::unique_ptr<Delegate, Deleter>::pointer;
    return Report(delegates_.ApplyOwned(
        {delegate.release(), [deleter](TfLiteDelegate* d) mutable {
           deleter(static_cast<Pointer>(d));
         }}));
  }
  // Deleted: a C struct has no destructor to release the delegate.
  TfLiteStatus ModifyGraphWithDelegate(std::unique_ptr<TfLiteDelegate>) =
      delete;
  TfLiteStatus RemoveAllDelegates() { return Report(delegates_.RemoveAll()); }
  // Shows for each node which delegate runs it, or why none does; also after
  // errors, resizes, and failures of partitions in a run.
  DelegationReport GetDelegationReport() const { return delegates_.Report(); }
  TfLiteStatus EnsureTensorDataIsReadable(int tensor_index) {
    return primary_subgraph().EnsureTensorDataIsReadable(tensor_index);
  }
  TfLiteStatus SetBufferHandle(int tensor_index,
                               TfLiteBufferHandle buffer_handle,
                               TfLiteDelegate* delegate);
  TfLiteStatus SetBufferHandle(TfLiteTensor* tensor,
                               TfLiteBufferHandle buffer_handle,
                               TfLiteDelegate* delegate);
  TfLiteStatus GetBufferHandle(int tensor_index,
                               TfLiteBufferHandle* buffer_handle,
                               TfLiteDelegate** delegate);
  // If true, outputs remain in the delegate's buffers after a run.
  void SetAllowBufferHandleOutput(bool allow_buffer_handle_output) {
    allow_buffer_handle_output_ = allow_buffer_handle_output;
  }

  // --- Profiling ---
  // Replaces all profilers; null removes them. A profiler passed by pointer
  // must outlive its use.
  void SetProfiler(Profiler* profiler) { graphs_.SetProfiler(profiler); }
  void SetProfiler(std::unique_ptr<Profiler> profiler) {
    graphs_.SetProfiler(std::move(profiler));
  }
  void AddProfiler(Profiler* profiler) { graphs_.AddProfiler(profiler); }
  void AddProfiler(std::unique_ptr<Profiler> profiler) {
    graphs_.AddProfiler(std::move(profiler));
  }
  // Null if there is no profiler.
  Profiler* GetProfiler() { return graphs_.profiler(); }
  const char* OpProfilingString(const TfLiteRegistration& op_reg,
                                const TfLiteNode* node) const;

  // --- Building ---
  // Calls ModifyGraphWithDelegate for each delegate; full delegation is checked
  // once, after the last one.
  TfLiteStatus ApplyDelegates(const std::vector<TfLiteDelegate*>& delegates) {
    return Report(delegates_.Apply(delegates));
  }

 private:
  friend class InterpreterBuilder;

  core::ModelDelegates delegates_;
  core::Signatures signatures_;
  bool allow_buffer_handle_output_ = false;
};

}  // namespace impl

using Interpreter = impl::Interpreter;

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_H_
