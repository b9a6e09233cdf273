#ifndef TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_
#define TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/delegation.h"
#include "tensorflow_lite_lite/core/graph_settings.h"
#include "tensorflow_lite_lite/core/memory/graph_memory.h"
#include "tensorflow_lite_lite/core/node_guard.h"
#include "tensorflow_lite_lite/core/partition/partition.h"
#include "tensorflow_lite_lite/core/plan_step.h"
#include "tensorflow_lite_lite/core/profiling/subgraph_profiler.h"
#include "tensorflow_lite_lite/core/rewritten_tensors.h"

namespace tflite {

// One graph of a model: built (EditableGraph), configured (GraphSettings),
// given to delegates, allocated, then invoked any number of times. For one
// thread, but for cancellation. TfLiteContext::impl_ points to its base Host.
class Subgraph : public core::GraphSettings {
 public:
  struct SubgraphAllocInfo {  // bytes
    size_t arena_size = 0;
    size_t arena_persist_size = 0;
    size_t dynamic_size = 0;
    size_t resource_size = 0;
    size_t kernel_size = 0;  // what operators keep, such as packed weights
  };

  using CompositeFilter =
      std::function<bool(const TfLiteNode*, const TfLiteRegistration*)>;

  // `runtime` outlives the subgraph.
  explicit Subgraph(core::Runtime* runtime,
                    int subgraph_index = kInvalidSubgraphIndex);
  ~Subgraph() override;

  int subgraph_count() const override;
  Subgraph* subgraph(int index) override;
  void CountKernelMemory(int64_t change) override { kernel_bytes_ += change; }

  // Replaces the node at a position of the plan by copies of the nodes of
  // another subgraph, whose number it tells: 0 where the subgraph passes a
  // tensor through and cannot be copied. Before delegates and AllocateTensors.
  TfLiteStatus ReplaceNodeWithSubgraph(int plan_index, const TfLiteNode& node,
                                       int subgraph_index, int& nodes_added);
  // Does so for STABLEHLO_COMPOSITE nodes, or those that `filter` accepts.
  TfLiteStatus InlineCompositeNodes(CompositeFilter filter = nullptr);

  // --- Shapes and memory ---
  // The shape takes effect at the next AllocateTensors. Takes delegates that
  // rely on static shapes off until then.
  TfLiteStatus ResizeInputTensor(int tensor_index,
                                 const std::vector<int>& dims) override;
  TfLiteStatus ResizeInputTensor(int tensor_index, const int* dims, int rank);
  // Changes only dimensions that the model leaves open (-1 in its signature).
  TfLiteStatus ResizeInputTensorStrict(int tensor_index,
                                       const std::vector<int>& dims);
  // Prepares the nodes and plans memory, up to the first tensor whose size only
  // a run can tell. Cheap where nothing has changed. Resets variables
  // otherwise.
  TfLiteStatus AllocateTensors() override;
  TfLiteStatus ResetVariableTensors();
  // Frees the activations until AllocateTensors; shapes and plan stay.
  TfLiteStatus ReleaseNonPersistentMemory();
  TfLiteStatus ReleaseMemory() override;
  // Lends memory to a tensor; checked for size at AllocateTensors and Invoke.
  // Where an operator keeps its output on the heap, Invoke copies it there.
  TfLiteStatus SetCustomAllocationForTensor(
      int tensor_index, const TfLiteCustomAllocation& allocation,
      int64_t flags = kTfLiteCustomAllocationFlagsNone);
  void ClearCustomAllocations();
  TfLiteStatus SetAllocator(TfLiteAllocator* allocator);
  bool HasDynamicTensors() override { return has_dynamic_tensors_; }
  void GetMemoryAllocInfo(SubgraphAllocInfo* alloc_info) const;
  void DumpMemoryPlannerDebugInfo() const;
  const core::GraphMemory& memory() const { return memory_; }
  // For each tensor the number of node inputs that are this tensor.
  std::vector<int> GetInputTensorsCount();

  // --- Running ---
  // Where a delegate's kernel fails the CPU repeats its nodes, unless it may
  // have changed what cannot be restored (docs/ARCHITECTURE.md): the run then
  // ends with kTfLiteDelegateError, and later ones have them on the CPU.
  TfLiteStatus Invoke() override;
  bool IsCancelled() override;
  void SetCancellationFunction(void* data, bool (*check_cancelled_func)(void*));
  // Fetches a value that is in a delegate's buffer only.
  TfLiteStatus EnsureTensorDataIsReadable(int tensor_index);
  TfLiteStatus SetBufferHandle(TfLiteTensor* tensor, TfLiteBufferHandle handle,
                               TfLiteDelegate* delegate,
                               bool release_existing = true);
  // Null detaches. Events carry the given subgraph index.
  void SetProfiler(Profiler* profiler, int associated_subgraph_idx);
  Profiler* GetProfiler() { return profiler_.get(); }

  // --- Delegation ---
  // kTfLiteDelegateError: the delegate's Prepare, or each of its partitions,
  // has failed; none is applied any more, and the graph runs on the CPU.
  // kTfLiteApplicationError: no change.
  TfLiteStatus ModifyGraphWithDelegate(TfLiteDelegate* delegate);
  // `reason` goes to the report; without one its records are dropped.
  TfLiteStatus RemoveAllDelegates(const std::string& reason = "");
  bool HasDelegates() const { return !delegation_.applied.empty(); }
  bool IsFullyDelegated() const;
  bool IsDelegationSkippable() const { return delegation_skippable_; }
  void MarkAsDelegationSkippable() { delegation_skippable_ = true; }
  TfLiteStatus MarkSubgraphAsDelegationSkippable(int subgraph_index);
  // Empty while no delegate is applied.
  const std::vector<int>& pre_delegation_execution_plan() const {
    return delegation_.original_plan;
  }
  const core::Delegation& delegation() const { return delegation_; }
  core::Delegation& delegation() { return delegation_; }

  // --- What TfLiteContext's functions do ---
  // Takes `new_size`.
  TfLiteStatus ResizeTensor(TfLiteTensor* tensor, TfLiteIntArray* new_size);
  // These need delegate_context().
  bool delegate_context() const { return delegation_.preparing > 0; }
  TfLiteStatus GetExecutionPlan(TfLiteIntArray** execution_plan);
  TfLiteStatus GetNodeAndRegistration(int node_index, TfLiteNode** node,
                                      TfLiteRegistration** registration);
  TfLiteStatus ReplaceNodeSubsetsWithDelegateKernels(
      const TfLiteRegistration& registration,
      const TfLiteIntArray* nodes_to_replace, TfLiteDelegate* delegate);
  TfLiteStatus PreviewDelegatePartitioning(
      const TfLiteIntArray* nodes_to_replace,
      TfLiteDelegateParams** partition_params_array, int* num_partitions);
  TfLiteStatus AcquireSubgraphContext(int subgraph_index, TfLiteContext** out);
  TfLiteStatus ReleaseSubgraphContext(int subgraph_index);

 private:
  TfLiteStatus AddTensorLike(const TfLiteTensor& source, int* index);
  // subgraph_prepare.cc
  TfLiteStatus PrepareFrom(int first_step);
  TfLiteStatus PrepareStep(int step, bool* dynamic);
  TfLiteStatus CallPrepare(int node_index);
  TfLiteStatus CheckGuarded(core::NodeGuard::Phase phase, int node_index);
  TfLiteStatus CheckPlan();
  TfLiteStatus ReacquireMemory();
  TfLiteStatus ReportPrepareError(int node_index, TfLiteStatus status);
  void CompileSteps(int first, int end);
  void ListReleased(int first, int end);
  void ListAtRisk(core::PlanStep* step);
  bool HasDynamic(const TfLiteIntArray* indices);
  bool HasDynamicInputs();
  TfLiteStatus CheckCustomAllocations();
  TfLiteStatus CheckDeviceTensors(int first, int end);
  TfLiteStatus ResizeTensorImpl(TfLiteTensor* tensor, TfLiteIntArray* new_size);
  void MoveLargeTensorsToHeap(int first, int end);
  void TakeBackFromHeap(const TfLiteIntArray* outputs);
  // subgraph_invoke.cc
  void NormalizeBoolInputs();
  TfLiteStatus RunSteps();
  TfLiteStatus RunStep(const core::PlanStep& step);
  void BeginRepeatable(const core::PlanStep& step);
  TfLiteStatus ReportLost(int node_index, const std::string& lost);
  void SaveState();
  TfLiteStatus AllocateOnHeap(int tensor_index);
  TfLiteStatus CheckInputs(const core::PlanStep& step);
  // subgraph_delegate.cc, subgraph_replace.cc
  TfLiteStatus ApplyDelegate(TfLiteDelegate* delegate);
  TfLiteStatus FinishDelegate(TfLiteDelegate* delegate, State before,
                              bool was_immutable);
  TfLiteStatus DelegateFailed(const char* why);
  void KeepOfferedDelegate(const TfLiteDelegate* delegate);
  void KeepOpaqueDelegate(const TfLiteDelegate* delegate);
  TfLiteStatus CheckDelegatesAlive();
  TfLiteStatus KeepOperator(const TfLiteRegistration& registration,
                            const TfLiteDelegate* delegate);
  bool MayFallBack() const;
  TfLiteStatus EnsureMemoryAllocations();
  TfLiteStatus FindDynamicNodes();
  void RememberOriginals();
  void RestoreInputs(const std::vector<bool>& marked);
  void UndoAllDelegates();
  TfLiteStatus RedoAllDelegates();
  std::vector<core::Partition> PartitionFor(
      const TfLiteIntArray* nodes, TfLiteDelegate* delegate,
      std::vector<core::PartitionBorder>* borders);
  void FreePreview();
  bool AddPartition(const TfLiteRegistration& registration,
                    const core::Partition& partition,
                    const core::PartitionBorder& border,
                    TfLiteDelegate* delegate);
  bool RevertPartition(int step, const char* phase);
  void TakeFromDevice(const std::vector<int>& nodes);
  TfLiteStatus CheckPartitionTypes(int node_index);

  core::GraphMemory memory_;
  core::NodeGuard guard_;
  core::RewrittenTensors rewritten_;
  // By a delegate's node: the types of its inputs that it was compiled for.
  std::map<int, std::map<int, TfLiteType>> partition_types_;
  core::Delegation delegation_{this};
  std::vector<core::PlanStep> steps_;  // one a plan position that is prepared
  int next_to_prepare_ = 0;
  size_t kernel_bytes_ = 0;
  bool has_dynamic_tensors_ = false;
  bool resized_ = false;  // a tensor has got another shape since last cleared
  bool running_ = false;
  bool preparing_ = false;
  bool delegation_skippable_ = false;
  std::set<int> heap_tensors_;  // OptimizeMemoryForLargeTensors
  std::unique_ptr<core::SubgraphProfiler> profiler_;
  TfLiteIntArray* plan_cache_ = nullptr;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_SUBGRAPH_H_
