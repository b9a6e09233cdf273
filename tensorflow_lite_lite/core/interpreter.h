#ifndef TENSORFLOW_LITE_LITE_CORE_INTERPRETER_H_
#define TENSORFLOW_LITE_LITE_CORE_INTERPRETER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
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
#include "tensorflow_lite_lite/core/interpreter_options.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "tensorflow_lite_lite/core/profiling/root_profiler.h"
#include "tensorflow_lite_lite/core/signature_def.h"
#include "tensorflow_lite_lite/core/signature_runner.h"
#include "tensorflow_lite_lite/schema/stderr_reporter.h"

namespace tflite {
namespace impl {

// Runs a model. Usually made by an InterpreterBuilder; the model, the resolver
// and delegates that were not handed over outlive it. Tensor pointers stay
// valid until tensors are added or AllocateTensors is called; an index that is
// out of range gives a null pointer or an error. Not for several threads at
// once, but for Cancel. The functions about tensors and nodes speak of the
// primary subgraph; Subgraph describes them further.
class Interpreter : public InterpreterGraph {
 public:
  using Ptr = std::unique_ptr<Interpreter>;
  using TfLiteDelegatePtr =
      std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

  // `error_reporter` outlives the interpreter.
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
  // Applies the resolver's default delegates first, once.
  TfLiteStatus AllocateTensors();
  TfLiteStatus ReleaseNonPersistentMemory();
  TfLiteStatus ResetVariableTensors();
  TfLiteStatus Invoke();
  // Threads that kernels may use, the caller's counted; 0 counts as 1, -1
  // leaves it to the runtime.
  TfLiteStatus SetNumThreads(int num_threads);
  void SetAllowFp16PrecisionForFp32(bool allow);
  bool GetAllowFp16PrecisionForFp32() const {
    return primary_subgraph().GetAllowFp16PrecisionForFp32();
  }
  // Asked before each node; true stops the run.
  void SetCancellationFunction(void* data, bool (*check_cancelled_func)(void*));
  TfLiteStatus EnableCancellation();
  // Stops the run under way, from any thread, if cancellation is enabled.
  TfLiteStatus Cancel();
  TfLiteStatus SetCustomAllocationForTensor(
      int tensor_index, const TfLiteCustomAllocation& allocation,
      int64_t flags = kTfLiteCustomAllocationFlagsNone);
  TfLiteStatus SetAllocator(TfLiteAllocator* allocator);
  void SetExternalContext(TfLiteExternalContextType type,
                          TfLiteExternalContext* ctx);
  // Before AllocateTensors.
  TfLiteStatus ApplyOptions(InterpreterOptions* options);

  // --- Signatures ---
  std::vector<const std::string*> signature_keys() const {
    return signatures_.Keys();
  }
  // Null for an unknown key. The runner belongs to the interpreter. A null key
  // stands for the primary subgraph's first signature, or for one made of its
  // tensors' names.
  SignatureRunner* GetSignatureRunner(const char* signature_key);
  async::AsyncSignatureRunner* GetAsyncSignatureRunner(
      const char* signature_key);
  // -1 for an unknown key.
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
  // Gives the delegate all subgraphs, or some. See Subgraph. Default delegates
  // that have taken nodes give them back first and get what is left.
  // TfLiteDelegate says how long one given by pointer must live; one handed
  // over is destroyed after the graphs.
  TfLiteStatus ModifyGraphWithDelegate(TfLiteDelegate* delegate);
  TfLiteStatus ModifyGraphWithDelegate(TfLiteOpaqueDelegateStruct* delegate);
  TfLiteStatus ModifyGraphWithDelegate(
      TfLiteDelegate* delegate, const std::vector<int>& subgraph_indices);
  TfLiteStatus ModifyGraphWithDelegate(
      TfLiteOpaqueDelegateStruct* delegate,
      const std::vector<int>& subgraph_indices);
  template <typename Delegate, typename Deleter>
  TfLiteStatus ModifyGraphWithDelegate(
      std::unique_ptr<Delegate, Deleter> delegate) {
    Deleter deleter = std::move(delegate.get_deleter());
    return ModifyGraphWithOwnedDelegate(
        OwnedDelegate(delegate.release(), [deleter](TfLiteDelegate* d) mutable {
          deleter(
              static_cast<typename std::unique_ptr<Delegate, Deleter>::pointer>(
                  d));
        }));
  }
  // A C struct has no destructor to rely on.
  TfLiteStatus ModifyGraphWithDelegate(std::unique_ptr<TfLiteDelegate>) =
      delete;
  TfLiteStatus RemoveAllDelegates();
  // For each node which delegate has it, or why not: also after an error, a
  // resize, or where a partition failed in a run.
  DelegationReport GetDelegationReport() const;
  TfLiteStatus EnsureTensorDataIsReadable(int tensor_index);
  TfLiteStatus SetBufferHandle(int tensor_index,
                               TfLiteBufferHandle buffer_handle,
                               TfLiteDelegate* delegate);
  TfLiteStatus SetBufferHandle(TfLiteTensor* tensor,
                               TfLiteBufferHandle buffer_handle,
                               TfLiteDelegate* delegate);
  TfLiteStatus GetBufferHandle(int tensor_index,
                               TfLiteBufferHandle* buffer_handle,
                               TfLiteDelegate** delegate);
  // Leaves outputs in the delegate's buffers.
  void SetAllowBufferHandleOutput(bool allow_buffer_handle_output) {
    allow_buffer_handle_output_ = allow_buffer_handle_output;
  }

  // --- Profiling ---
  // Replaces all profilers; null removes them. A borrowed one outlives its use.
  void SetProfiler(Profiler* profiler);
  void SetProfiler(std::unique_ptr<Profiler> profiler);
  void AddProfiler(Profiler* profiler);
  void AddProfiler(std::unique_ptr<Profiler> profiler);
  // Null while there is none.
  Profiler* GetProfiler();
  const char* OpProfilingString(const TfLiteRegistration& op_reg,
                                const TfLiteNode* node) const;

  // --- For InterpreterBuilder ---
  // ModifyGraphWithDelegate with each, as one step for full delegation.
  TfLiteStatus ApplyDelegates(const std::vector<TfLiteDelegate*>& delegates) {
    return delegates_.Apply(delegates);
  }
  void AddSubgraphs(int subgraphs_to_add);
  void SetModel(const Allocation* allocation,
                std::map<std::string, core::Runtime::MetadataEntry> metadata,
                std::vector<internal::SignatureDef> signatures);
  void SetLazyDelegates(OpResolver::TfLiteDelegateCreators creators) {
    delegates_.SetDefaults(std::move(creators));
  }

 private:
  using OwnedDelegate = core::ModelDelegates::Owned;

  TfLiteStatus ModifyGraphWithOwnedDelegate(OwnedDelegate delegate);
  void InstallProfiler();

  core::ModelDelegates delegates_;
  core::Signatures signatures_;
  profiling::RootProfiler profiler_;
  bool allow_buffer_handle_output_ = false;
};

}  // namespace impl

using Interpreter = impl::Interpreter;

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_INTERPRETER_H_
