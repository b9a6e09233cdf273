#ifndef TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_
#define TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/calls/opaque_forms.h"
#include "tensorflow_lite_lite/core/delegates/delegation.h"
#include "tensorflow_lite_lite/core/delegation_log.h"
#include "tensorflow_lite_lite/core/editable_graph.h"
#include "tensorflow_lite_lite/core/interpreter_options.h"
#include "tensorflow_lite_lite/core/memory/tensor_memory.h"
#include "tensorflow_lite_lite/core/prepare/preparer.h"
#include "tensorflow_lite_lite/core/profiling/subgraph_profiler.h"
#include "tensorflow_lite_lite/core/run/runner.h"

namespace tflite {

// One graph of a model: it is built (EditableGraph), partitioned among
// delegates and allocated, then invoked any number of times. Provides
// TensorFlow Lite's functions on top of the units that implement them, and
// reports errors. Not thread-safe, except for cancellation.
// TfLiteContext::impl_ points to its base class Host.
class Subgraph : public core::EditableGraph {
 public:
  struct SubgraphAllocInfo {  // bytes
    size_t arena_size = 0;
    size_t arena_persist_size = 0;
    size_t dynamic_size = 0;
    size_t resource_size = 0;
    size_t kernel_size = 0;  // memory held by operators, e.g. packed weights
  };

  using CompositeFilter =
      std::function<bool(const TfLiteNode*, const TfLiteRegistration*)>;

  // `runtime` must outlive the subgraph.
  explicit Subgraph(core::Runtime* runtime,
                    int subgraph_index = kInvalidSubgraphIndex);
  ~Subgraph() override;

  int subgraph_count() const override;
  Subgraph* subgraph(int index) override;
  void CountKernelMemory(int64_t change) override {
    memory_.CountKernelMemory(change);
  }

  // Replaces the node at a position of the plan with copies of the nodes of
  // another subgraph, and sets `nodes_added` to their number. It is 0 if the
  // subgraph passes a tensor through and cannot be copied. Call before applying
  // delegates and AllocateTensors.
  TfLiteStatus ReplaceNodeWithSubgraph(int plan_index, const TfLiteNode& node,
                                       int subgraph_index, int& nodes_added);
  // Does this for STABLEHLO_COMPOSITE nodes, or only those that `filter`
  // accepts.
  TfLiteStatus InlineCompositeNodes(CompositeFilter filter = nullptr);

  // --- Options of the interpreter, shared by all subgraphs ---
  void SetOptions(InterpreterOptions* options) {
    if (options != nullptr) this->options() = *options;
  }
  const InterpreterOptions* GetOptions() const { return &options(); }
  bool ShouldPreserveAllTensors() const;
  bool ShouldReleaseDynamicTensors() const;
  void OptimizeMemoryForLargeTensors(int large_tensors_threshold_in_bytes);
  bool ShouldOptimizeMemoryForLargeTensors() const;
  bool DisableDelegateClustering() const;
  bool DisableDelegateNodeFusion() const;
  bool ForceDelegateNodeProfiling() const;
  bool GetAllowFp16PrecisionForFp32() const {
    return context()->allow_fp32_relax_to_fp16;
  }
  void SetExternalContext(TfLiteExternalContextType type,
                          TfLiteExternalContext* external_context);
  TfLiteExternalContext* GetExternalContext(TfLiteExternalContextType type);
  TfLiteStatus GetModelMetadata(const char* name, const char** data,
                                size_t* bytes) const;
  // Finds the position of a custom operator's options in the mapped model file.
  TfLiteStatus GetNodeInitDataMmapInfo(const TfLiteNode* node, int* fd,
                                       int64_t* offset_in_file,
                                       int64_t* size) const;
  // Returns a node's operator in opaque form, which lives as long as the
  // subgraph, or null if the index is out of range.
  TfLiteOperator* OperatorForNode(int node_index);

  // --- Shapes and memory ---
  // The shape takes effect at the next AllocateTensors. Until then, delegates
  // that require static shapes are not applied.
  TfLiteStatus ResizeInputTensor(int tensor_index,
                                 const std::vector<int>& dims) override;
  TfLiteStatus ResizeInputTensor(int tensor_index, const int* dims, int rank);
  // Only allows changes of dimensions that the model leaves open (-1 in its
  // signature).
  TfLiteStatus ResizeInputTensorStrict(int tensor_index,
                                       const std::vector<int>& dims);
  // Prepares the nodes and plans memory, up to the first tensor whose size is
  // only known at run time. Does little if nothing has changed; otherwise
  // resets variables.
  TfLiteStatus AllocateTensors() override;
  TfLiteStatus ResetVariableTensors();
  // Frees the activations until the next AllocateTensors; shapes and plan are
  // kept.
  TfLiteStatus ReleaseNonPersistentMemory();
  TfLiteStatus ReleaseMemory() override;
  // Makes a tensor use the application's memory. Its size is checked in
  // AllocateTensors and Invoke. If an operator keeps its output on the heap,
  // Invoke copies the output to this memory.
  TfLiteStatus SetCustomAllocationForTensor(
      int tensor_index, const TfLiteCustomAllocation& allocation,
      int64_t flags = kTfLiteCustomAllocationFlagsNone);
  void ClearCustomAllocations() { memory_.TakeBackLent(); }
  TfLiteStatus SetAllocator(TfLiteAllocator* allocator);
  bool HasDynamicTensors() override { return preparer_.has_dynamic_tensors(); }
  void GetMemoryAllocInfo(SubgraphAllocInfo* alloc_info) const;
  void DumpMemoryPlannerDebugInfo() const;
  const core::GraphMemory& memory() const { return memory_.arenas(); }
  // Returns for each tensor how many node inputs refer to it.
  std::vector<int> GetInputTensorsCount();

  // --- Running ---
  // Returns kTfLiteDelegateError if a delegate's kernel has failed and its
  // nodes cannot be repeated; later runs execute them on the CPU.
  TfLiteStatus Invoke() override;
  bool IsCancelled() override { return runner_.IsCancelled(); }
  void SetCancellationFunction(void* data, bool (*check_cancelled_func)(void*));
  // Copies a value that is only in a delegate's buffer to host memory.
  TfLiteStatus EnsureTensorDataIsReadable(int tensor_index);
  TfLiteStatus SetBufferHandle(TfLiteTensor* tensor, TfLiteBufferHandle handle,
                               TfLiteDelegate* delegate,
                               bool release_existing = true);
  // Null removes the profiler. Events carry the given subgraph index.
  void SetProfiler(Profiler* profiler, int associated_subgraph_idx);
  Profiler* GetProfiler() { return profiler_.get(); }

  // --- Delegation ---
  // kTfLiteDelegateError means that the delegate's Prepare or all of its
  // partitions failed; then all delegates are removed and the graph runs on the
  // CPU. kTfLiteApplicationError means that nothing was changed.
  TfLiteStatus ModifyGraphWithDelegate(TfLiteDelegate* delegate);
  // `reason` is shown in the report; without a reason, the delegates' records
  // are deleted.
  TfLiteStatus RemoveAllDelegates(const std::string& reason = "");
  bool HasDelegates() const { return !delegation_.applied().empty(); }
  bool IsFullyDelegated() const;
  bool IsDelegationSkippable() const { return delegation_skippable_; }
  void MarkAsDelegationSkippable() { delegation_skippable_ = true; }
  TfLiteStatus MarkSubgraphAsDelegationSkippable(int subgraph_index);
  // Empty if no delegate is applied.
  const std::vector<int>& pre_delegation_execution_plan() const {
    return delegation_.original_plan();
  }
  const core::Delegation& delegation() const { return delegation_; }
  core::Delegation& delegation() { return delegation_; }
  TfLiteStatus AcquireSubgraphContext(int subgraph_index, TfLiteContext** out);
  TfLiteStatus ReleaseSubgraphContext(int subgraph_index);

  // --- Used by the functions of TfLiteContext ---
  core::TensorMemory& tensor_memory() { return memory_; }
  core::SubgraphLog& delegation_log() { return log_; }

 private:
  const core::GraphData* GraphOf(int index);
  InterpreterOptions& options() const { return data_.runtime()->options; }

  core::TensorMemory memory_;
  core::CompiledPlan plan_;
  core::Delegation delegation_;
  core::Preparer preparer_;
  core::Runner runner_;
  core::SubgraphLog log_;
  core::OpaqueForms opaque_forms_;
  std::unique_ptr<core::SubgraphProfiler> profiler_;
  bool delegation_skippable_ = false;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_
