#ifndef TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_
#define TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/delegates/delegation.h"
#include "tensorflow_lite_lite/core/editable_graph.h"
#include "tensorflow_lite_lite/core/graph_host.h"
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
class Subgraph : public core::EditableGraph {
 public:
  using SubgraphAllocInfo = core::TensorMemory::Sizes;

  // `runtime` must outlive the subgraph.
  explicit Subgraph(core::Runtime* runtime,
                    int subgraph_index = kInvalidSubgraphIndex);
  ~Subgraph();

  // --- Options of the interpreter, shared by all subgraphs ---
  void SetOptions(InterpreterOptions* options) {
    if (options != nullptr) this->options() = *options;
  }
  const InterpreterOptions* GetOptions() const { return &options(); }
  bool ShouldPreserveAllTensors() const {
    return options().GetPreserveAllTensors();
  }
  bool ShouldReleaseDynamicTensors() const {
    return options().GetEnsureDynamicTensorsAreReleased();
  }
  void OptimizeMemoryForLargeTensors(int large_tensors_threshold_in_bytes) {
    options().OptimizeMemoryForLargeTensors(large_tensors_threshold_in_bytes);
  }
  bool ShouldOptimizeMemoryForLargeTensors() const {
    return options().GetDynamicAllocationForLargeTensors() > 0;
  }
  bool DisableDelegateClustering() const {
    return options().GetDisableDelegateClustering();
  }
  bool DisableDelegateNodeFusion() const {
    return options().GetDisableDelegateNodeFusion();
  }
  bool ForceDelegateNodeProfiling() const {
    return options().GetForceDelegateNodeProfiling();
  }
  bool GetAllowFp16PrecisionForFp32() const {
    return context()->allow_fp32_relax_to_fp16;
  }
  void SetExternalContext(TfLiteExternalContextType type,
                          TfLiteExternalContext* external_context) {
    Report(data_.runtime()->SetExternalContext(type, external_context));
  }
  // Finds the position of a custom operator's options in the mapped model file.
  TfLiteStatus GetNodeInitDataMmapInfo(const TfLiteNode* node, int* fd,
                                       int64_t* offset_in_file,
                                       int64_t* size) const;

  // If these are others, the next AllocateTensors applies delegates again.
  TfLiteStatus SetOutputs(std::vector<int> outputs) {
    return Report(delegation_.SetOutputs(std::move(outputs)));
  }

  // --- Shapes and memory ---
  // The shape takes effect at the next AllocateTensors. Until then, delegates
  // that require static shapes are not applied.
  TfLiteStatus ResizeInputTensor(int tensor_index, const int* dims, int rank) {
    return Report(delegation_.ResizeTensor(tensor_index, dims, rank));
  }
  TfLiteStatus ResizeInputTensor(int tensor_index,
                                 const std::vector<int>& dims) {
    return ResizeInputTensor(tensor_index, dims.data(),
                             static_cast<int>(dims.size()));
  }
  // Only allows changes of dimensions that the model leaves open (-1 in its
  // signature).
  TfLiteStatus ResizeInputTensorStrict(int tensor_index,
                                       const std::vector<int>& dims);
  // Prepares the nodes and plans memory, up to the first tensor whose size is
  // only known at run time. Does little if nothing has changed; otherwise
  // resets variables, unless only the number of threads has changed.
  TfLiteStatus AllocateTensors() { return Report(delegation_.PrepareGraph()); }
  TfLiteStatus ResetVariableTensors() {
    preparer_.ResetVariables();
    return kTfLiteOk;
  }
  // Frees the activations until the next AllocateTensors; shapes and plan are
  // kept. ReleaseMemory also frees inputs and outputs that are on the heap.
  TfLiteStatus ReleaseNonPersistentMemory() {
    memory_.Release();
    return kTfLiteOk;
  }
  TfLiteStatus ReleaseMemory() {
    memory_.ReleaseWithHeap();
    return kTfLiteOk;
  }
  // Makes a tensor use the application's memory. Its size is checked in
  // AllocateTensors and Invoke. If an operator keeps its output on the heap,
  // Invoke copies the output to this memory.
  TfLiteStatus SetCustomAllocationForTensor(
      int tensor_index, const TfLiteCustomAllocation& allocation,
      int64_t flags = kTfLiteCustomAllocationFlagsNone) {
    return Report(memory_.Lend(tensor_index, allocation, flags));
  }
  void ClearCustomAllocations() { memory_.TakeBackLent(); }
  TfLiteStatus SetAllocator(TfLiteAllocator* allocator) {
    return Report(memory_.SetAllocator(allocator));
  }
  bool HasDynamicTensors() { return preparer_.has_dynamic_tensors(); }
  void GetMemoryAllocInfo(SubgraphAllocInfo* alloc_info) const {
    *alloc_info = memory_.sizes();
  }
  void DumpMemoryPlannerDebugInfo() const { memory_.LogSizes(); }

  // --- Running ---
  // Returns kTfLiteDelegateError if a delegate's kernel has failed and its
  // nodes cannot be repeated; later runs execute them on the CPU.
  TfLiteStatus Invoke() {
    const core::Status status = Run();
    return status.ok() ? kTfLiteOk : Report(status);
  }
  // Invoke without a report, for the operators of other graphs that call this
  // one.
  core::Status Run();
  void SetCancellationFunction(void* data,
                               bool (*check_cancelled_func)(void*)) {
    data_.runtime()->SetCancellationFunction(data, check_cancelled_func);
  }
  // Copies a value that is only in a delegate's buffer to host memory.
  TfLiteStatus EnsureTensorDataIsReadable(int tensor_index);
  TfLiteStatus EnsureOutputsAreReadable();
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
  TfLiteStatus ModifyGraphWithDelegate(TfLiteDelegate* delegate) {
    return Report(delegation_.Apply(delegate));
  }
  // `reason` is shown in the report; without a reason, the delegates' records
  // are deleted.
  TfLiteStatus RemoveAllDelegates(const std::string& reason = "") {
    return Report(delegation_.RemoveAll(reason));
  }
  bool HasDelegates() const { return !delegation_.applied().empty(); }
  bool IsFullyDelegated() const { return delegation_.IsFull(); }
  // A graph that delegates take through the nodes that call it is not given to
  // them by itself.
  bool IsDelegationSkippable() const { return delegation_skippable_; }
  void MarkAsDelegationSkippable() { delegation_skippable_ = true; }
  TfLiteStatus MarkSubgraphAsDelegationSkippable(int subgraph_index);
  // Empty if no delegate is applied.
  const std::vector<int>& pre_delegation_execution_plan() const {
    return delegation_.original_plan();
  }
  // Lets a delegate look at another subgraph while it prepares.
  TfLiteStatus AcquireSubgraphContext(int subgraph_index, TfLiteContext** out);
  TfLiteStatus ReleaseSubgraphContext(int subgraph_index);

  // --- The units ---
  core::TensorMemory& tensor_memory() { return memory_; }
  const core::GraphMemory& memory() const { return memory_.arenas(); }
  const core::Delegation& delegation() const { return delegation_; }
  core::Delegation& delegation() { return delegation_; }
  core::GraphHost& host() { return host_; }

 private:
  InterpreterOptions& options() const { return data_.runtime()->options; }

  core::TensorMemory memory_;
  core::CompiledPlan plan_;
  core::Delegation delegation_;
  core::Preparer preparer_;
  core::Runner runner_;
  core::GraphHost host_;
  std::unique_ptr<core::SubgraphProfiler> profiler_;
  bool delegation_skippable_ = false;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_
