#include "tensorflow_lite_lite/core/subgraph.h"

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/c_glue.h"
#include "tensorflow_lite_lite/core/graph/inline_composite.h"
#include "tensorflow_lite_lite/core/run/tensor_buffers.h"

namespace tflite {

Subgraph::Subgraph(core::Runtime* runtime, int subgraph_index)
    : core::EditableGraph(runtime, subgraph_index),
      memory_(&data_),
      plan_(&data_, &memory_),
      delegation_(&data_, &memory_, &plan_, &preparer_),
      preparer_(&data_, &memory_, &plan_, &delegation_.partitions()),
      runner_(&data_, &memory_, &plan_, &preparer_, &delegation_.partitions()),
      log_(this) {
  core::FillContext(this, context());
  context()->recommended_num_threads = -1;
}

Subgraph::~Subgraph() {
  delegation_.partitions().ClearPreview();
  data_.FreeAll();
}

int Subgraph::subgraph_count() const {
  return static_cast<int>(GetSubgraphs()->size());
}

Subgraph* Subgraph::subgraph(int index) {
  return index < 0 || index >= subgraph_count()
             ? nullptr
             : (*GetSubgraphs())[index].get();
}

const core::GraphData* Subgraph::GraphOf(int index) {
  Subgraph* graph = subgraph(index);
  return graph == nullptr ? nullptr : &graph->data_;
}

TfLiteStatus Subgraph::ReplaceNodeWithSubgraph(int plan_index,
                                               const TfLiteNode& node,
                                               int subgraph_index,
                                               int& nodes_added) {
  nodes_added = 0;
  const auto added = core::InlineNodes(&data_, plan_index, node,
                                       GraphOf(subgraph_index), subgraph_index);
  if (added.ok()) nodes_added = *added;
  return Report(added.status());
}

TfLiteStatus Subgraph::InlineCompositeNodes(CompositeFilter filter) {
  return Report(core::InlineComposites(
      &data_, [this](int index) { return GraphOf(index); }, filter));
}

// --- Options ---

bool Subgraph::ShouldPreserveAllTensors() const {
  return options().GetPreserveAllTensors();
}
bool Subgraph::ShouldReleaseDynamicTensors() const {
  return options().GetEnsureDynamicTensorsAreReleased();
}
void Subgraph::OptimizeMemoryForLargeTensors(
    int large_tensors_threshold_in_bytes) {
  options().OptimizeMemoryForLargeTensors(large_tensors_threshold_in_bytes);
}
bool Subgraph::ShouldOptimizeMemoryForLargeTensors() const {
  return options().GetDynamicAllocationForLargeTensors() > 0;
}
bool Subgraph::DisableDelegateClustering() const {
  return options().GetDisableDelegateClustering();
}
bool Subgraph::DisableDelegateNodeFusion() const {
  return options().GetDisableDelegateNodeFusion();
}
bool Subgraph::ForceDelegateNodeProfiling() const {
  return options().GetForceDelegateNodeProfiling();
}

void Subgraph::SetExternalContext(TfLiteExternalContextType type,
                                  TfLiteExternalContext* external_context) {
  if (type < 0 || type >= kTfLiteMaxExternalContexts) {
    ReportError("There is no external context of type %d", type);
    return;
  }
  data_.runtime()->external_contexts[type] = external_context;
}

TfLiteExternalContext* Subgraph::GetExternalContext(
    TfLiteExternalContextType type) {
  return type < 0 || type >= kTfLiteMaxExternalContexts
             ? nullptr
             : data_.runtime()->external_contexts[type];
}

TfLiteStatus Subgraph::GetModelMetadata(const char* name, const char** data,
                                        size_t* bytes) const {
  const auto* entry = data_.runtime()->FindMetadata(name);
  *data = entry == nullptr ? nullptr : entry->data;
  *bytes = entry == nullptr ? 0 : entry->bytes;
  return entry == nullptr ? kTfLiteError : kTfLiteOk;
}

TfLiteStatus Subgraph::GetNodeInitDataMmapInfo(const TfLiteNode* node, int* fd,
                                               int64_t* offset_in_file,
                                               int64_t* size) const {
  core::Runtime::FileRange range;
  if (node == nullptr || !data_.runtime()->LocateOptions(*node, &range)) {
    return kTfLiteError;
  }
  *fd = range.fd;
  *offset_in_file = range.offset;
  *size = range.size;
  return kTfLiteOk;
}

TfLiteOperator* Subgraph::OperatorForNode(int node_index) {
  const NodeAndRegistration* entry = node_and_registration(node_index);
  return entry == nullptr ? nullptr : opaque_forms_.Of(entry->second);
}

// --- Shapes and memory ---

TfLiteStatus Subgraph::ResizeInputTensor(int tensor_index,
                                         const std::vector<int>& dims) {
  return ResizeInputTensor(tensor_index, dims.data(),
                           static_cast<int>(dims.size()));
}

TfLiteStatus Subgraph::ResizeInputTensor(int tensor_index, const int* dims,
                                         int rank) {
  return Report(delegation_.ResizeTensor(tensor_index, dims, rank));
}

TfLiteStatus Subgraph::ResizeInputTensorStrict(int tensor_index,
                                               const std::vector<int>& dims) {
  TF_LITE_ENSURE_STATUS(Report(memory_.CheckOpen(tensor_index, dims)));
  return ResizeInputTensor(tensor_index, dims);
}

TfLiteStatus Subgraph::AllocateTensors() {
  return Report(delegation_.PrepareGraph());
}

TfLiteStatus Subgraph::ResetVariableTensors() {
  preparer_.ResetVariables();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::ReleaseNonPersistentMemory() {
  memory_.Release();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::ReleaseMemory() {
  memory_.ReleaseWithHeap();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::SetCustomAllocationForTensor(
    int tensor_index, const TfLiteCustomAllocation& allocation, int64_t flags) {
  return Report(
      memory_.Lend(tensor_index, allocation,
                   (flags & kTfLiteCustomAllocationFlagsSkipAlignCheck) == 0));
}

TfLiteStatus Subgraph::SetAllocator(TfLiteAllocator* allocator) {
  return Report(memory_.SetAllocator(allocator));
}

void Subgraph::GetMemoryAllocInfo(SubgraphAllocInfo* alloc_info) const {
  const core::TensorMemory::Sizes sizes = memory_.sizes();
  *alloc_info = {sizes.arena, sizes.persistent, sizes.heap, 0, sizes.kernels};
  if (IsPrimarySubgraph()) {
    alloc_info->resource_size = data_.runtime()->resources.MemoryBytes();
  }
}

void Subgraph::DumpMemoryPlannerDebugInfo() const {
  SubgraphAllocInfo info;
  GetMemoryAllocInfo(&info);
  base::Log(
      base::LogLevel::kInfo,
      "subgraph %d: arena %zu bytes (at least %zu), persistent %zu, heap %zu, "
      "resources %zu, kernels %zu",
      data_.index(), info.arena_size, memory().LowerBound(),
      info.arena_persist_size, info.dynamic_size, info.resource_size,
      info.kernel_size);
}

std::vector<int> Subgraph::GetInputTensorsCount() {
  std::vector<int> counts(tensors_size(), 0);
  for (const int n : execution_plan()) {
    core::ForEachTensor(graph(), {graph().nodes[n].first.inputs},
                        [&](int t) { ++counts[t]; });
  }
  return counts;
}

// --- Running ---

TfLiteStatus Subgraph::Invoke() {
  core::Status status = runner_.CheckReady();
  if (status.ok()) status = delegation_.CheckAlive();
  if (status.ok()) status = runner_.Invoke();
  return status.ok() ? kTfLiteOk : Report(status);
}

void Subgraph::SetCancellationFunction(void* data,
                                       bool (*check_cancelled_func)(void*)) {
  data_.runtime()->cancellation_data = data;
  data_.runtime()->cancellation_function = check_cancelled_func;
}

TfLiteStatus Subgraph::EnsureTensorDataIsReadable(int tensor_index) {
  return Report(core::EnsureReadable(&data_, tensor_index));
}

TfLiteStatus Subgraph::SetBufferHandle(TfLiteTensor* tensor,
                                       TfLiteBufferHandle handle,
                                       TfLiteDelegate* delegate,
                                       bool release_existing) {
  TF_LITE_ENSURE_STATUS(Report(core::SetBufferHandle(
      &data_, tensor, handle, delegate, release_existing)));
  plan_.CompileAgain(delegation_.partitions().MayFallBack());
  return kTfLiteOk;
}

void Subgraph::SetProfiler(Profiler* profiler, int associated_subgraph_idx) {
  profiler_ = profiler == nullptr ? nullptr
                                  : std::make_unique<core::SubgraphProfiler>(
                                        profiler, associated_subgraph_idx);
  context()->profiler = static_cast<Profiler*>(profiler_.get());
}

// --- Delegation ---

TfLiteStatus Subgraph::ModifyGraphWithDelegate(TfLiteDelegate* delegate) {
  return Report(delegation_.Apply(delegate));
}

TfLiteStatus Subgraph::RemoveAllDelegates(const std::string& reason) {
  return Report(delegation_.RemoveAll(reason));
}

bool Subgraph::IsFullyDelegated() const {
  for (const int n : execution_plan()) {
    if (graph().nodes[n].first.delegate == nullptr) return false;
  }
  return true;
}

TfLiteStatus Subgraph::MarkSubgraphAsDelegationSkippable(int subgraph_index) {
  Subgraph* other = subgraph(subgraph_index);
  if (other == nullptr || subgraph_index == 0) {
    return Report(base::Invalid("Subgraph ", subgraph_index,
                                " cannot be left out of delegation"));
  }
  other->MarkAsDelegationSkippable();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::AcquireSubgraphContext(int subgraph_index,
                                              TfLiteContext** out) {
  Subgraph* other = subgraph(subgraph_index);
  if (other == nullptr) {
    return Report(base::Invalid("There is no subgraph ", subgraph_index,
                                ": the model has ", subgraph_count()));
  }
  other->delegation_.access().Grant();
  *out = other->context();
  return kTfLiteOk;
}

TfLiteStatus Subgraph::ReleaseSubgraphContext(int subgraph_index) {
  Subgraph* other = subgraph(subgraph_index);
  return Report(other == nullptr ? base::Invalid("Subgraph ", subgraph_index,
                                                 " was not acquired")
                                 : other->delegation_.access().Revoke());
}

}  // namespace tflite
