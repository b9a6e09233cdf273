#include "tensorflow_lite_lite/core/graph_host.h"

#include <cstdarg>

#include "tensorflow_lite_lite/core/run/tensor_buffers.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite::core {
namespace {

Subgraph* Of(const TfLiteContext* context) {
  return GraphHost::GraphOf(context);
}

// Returns true during a delegate's Prepare; otherwise reports an error.
bool InDelegate(TfLiteContext* context, const char* function) {
  if (Of(context)->delegation().access().granted()) return true;
  Of(context)->ReportError("%s is only for delegates while they prepare",
                           function);
  return false;
}

TfLiteStatus GetExecutionPlan(TfLiteContext* context, TfLiteIntArray** plan) {
  if (!InDelegate(context, "GetExecutionPlan")) return kTfLiteError;
  *plan = Of(context)->delegation().access().ExecutionPlan();
  return *plan == nullptr ? kTfLiteError : kTfLiteOk;
}

TfLiteStatus GetNodeAndRegistration(TfLiteContext* context, int node_index,
                                    TfLiteNode** node,
                                    TfLiteRegistration** registration) {
  if (!InDelegate(context, "GetNodeAndRegistration")) return kTfLiteError;
  return Of(context)->Report(Of(context)->delegation().access().FindNode(
      node_index, node, registration));
}

TfLiteStatus ReplaceNodeSubsets(TfLiteContext* context,
                                TfLiteRegistration registration,
                                const TfLiteIntArray* nodes_to_replace,
                                TfLiteDelegate* delegate) {
  if (!InDelegate(context, "ReplaceNodeSubsetsWithDelegateKernels")) {
    return kTfLiteError;
  }
  return Of(context)->Report(Of(context)->delegation().partitions().Replace(
      registration, nodes_to_replace, delegate));
}

TfLiteStatus PreviewPartitioning(TfLiteContext* context,
                                 const TfLiteIntArray* nodes_to_replace,
                                 TfLiteDelegateParams** params, int* count) {
  if (!InDelegate(context, "PreviewDelegatePartitioning")) return kTfLiteError;
  *params = nullptr;
  *count = 0;
  PartitionReplacer& partitions = Of(context)->delegation().partitions();
  if (nodes_to_replace == nullptr) {
    partitions.ClearPreview();
    return kTfLiteError;
  }
  PartitionPreview& preview = partitions.Preview(nodes_to_replace);
  *params = preview.data();
  *count = preview.size();
  return kTfLiteOk;
}

TfLiteStatus AcquireSubgraphContext(TfLiteContext* context, int subgraph_index,
                                    TfLiteContext** acquired) {
  return Of(context)->AcquireSubgraphContext(subgraph_index, acquired);
}

TfLiteStatus ReleaseSubgraphContext(TfLiteContext* context,
                                    int subgraph_index) {
  return Of(context)->ReleaseSubgraphContext(subgraph_index);
}

TfLiteStatus ResizeTensor(TfLiteContext* context, TfLiteTensor* tensor,
                          TfLiteIntArray* new_size) {
  return Of(context)->Report(
      Of(context)->tensor_memory().ResizeForOperator(tensor, new_size));
}

TfLiteStatus ResizeTensorExplicit(TfLiteContext* context, TfLiteTensor* tensor,
                                  int dims, const int* shape) {
  TfLiteIntArray* size = TfLiteIntArrayCreate(dims);
  if (size == nullptr) return kTfLiteError;
  for (int i = 0; i < dims; ++i) size->data[i] = shape[i];
  return ResizeTensor(context, tensor, size);
}

void ReportError(TfLiteContext* context, const char* format, ...) {
  va_list args;
  va_start(args, format);
  Of(context)->ReportErrorV(format, args);
  va_end(args);
}

TfLiteStatus AddTensors(TfLiteContext* context, int tensors_to_add,
                        int* first_new_tensor_index) {
  return Of(context)->AddTensors(tensors_to_add, first_new_tensor_index);
}

TfLiteExternalContext* GetExternalContext(TfLiteContext* context,
                                          TfLiteExternalContextType type) {
  if (static_cast<int>(type) == kTfllDelegationLog) {
    return &Of(context)->host().log().base;
  }
  return Of(context)->data().runtime()->external_context(type);
}

void SetExternalContext(TfLiteContext* context, TfLiteExternalContextType type,
                        TfLiteExternalContext* external_context) {
  Of(context)->SetExternalContext(type, external_context);
}

TfLiteTensor* GetTensor(const TfLiteContext* context, int tensor_index) {
  return Of(context)->tensor(tensor_index);
}

TfLiteStatus GetModelMetadata(const TfLiteContext* context, const char* name,
                              const char** data, size_t* bytes) {
  const auto* entry = Of(context)->data().runtime()->FindMetadata(name);
  *data = entry == nullptr ? nullptr : entry->data;
  *bytes = entry == nullptr ? 0 : entry->bytes;
  return entry == nullptr ? kTfLiteError : kTfLiteOk;
}

void* AllocatePersistentBuffer(TfLiteContext* context, size_t bytes) {
  void* buffer = Of(context)->tensor_memory().AllocatePersistentBuffer(bytes);
  if (buffer == nullptr) {
    Of(context)->ReportError(
        "Out of memory for a persistent buffer of %zu bytes", bytes);
  }
  return buffer;
}

// Kernels of this runtime use temporaries; the following functions exist for
// other runtimes.
TfLiteStatus NoBufferForEval(TfLiteContext* context, size_t, void** pointer) {
  *pointer = nullptr;
  Of(context)->ReportError("AllocateBufferForEval: add a temporary instead");
  return kTfLiteError;
}

TfLiteStatus NoScratchBuffer(TfLiteContext* context, size_t, int*) {
  Of(context)->ReportError(
      "RequestScratchBufferInArena: add a temporary instead");
  return kTfLiteError;
}

void* NoScratchPointer(TfLiteContext*, int) { return nullptr; }

TfLiteEvalTensor* NoEvalTensor(const TfLiteContext*, int) { return nullptr; }

}  // namespace

GraphHost::GraphHost(Subgraph* graph) : graph_(graph), log_(graph) {
  TfLiteContext* context = graph->context();
  context->impl_ = static_cast<Host*>(this);
  context->GetExecutionPlan = GetExecutionPlan;
  context->ResizeTensor = ResizeTensor;
  context->ReportError = ReportError;
  context->AddTensors = AddTensors;
  context->GetNodeAndRegistration = GetNodeAndRegistration;
  context->ReplaceNodeSubsetsWithDelegateKernels = ReplaceNodeSubsets;
  context->GetExternalContext = GetExternalContext;
  context->SetExternalContext = SetExternalContext;
  context->AllocatePersistentBuffer = AllocatePersistentBuffer;
  context->AllocateBufferForEval = NoBufferForEval;
  context->RequestScratchBufferInArena = NoScratchBuffer;
  context->GetScratchBuffer = NoScratchPointer;
  context->ResizeTensorExplicit = ResizeTensorExplicit;
  context->PreviewDelegatePartitioning = PreviewPartitioning;
  context->GetTensor = GetTensor;
  context->GetEvalTensor = NoEvalTensor;
  context->GetModelMetadata = GetModelMetadata;
  context->AcquireSubgraphContext = AcquireSubgraphContext;
  context->ReleaseSubgraphContext = ReleaseSubgraphContext;
}

ThreadPool& GraphHost::thread_pool() {
  return graph_->data().runtime()->thread_pool;
}
ResourceStore& GraphHost::resources() { return graph_->resources(); }
int GraphHost::subgraph_count() const {
  return static_cast<int>(graph_->GetSubgraphs()->size());
}
Host* GraphHost::subgraph(int index) {
  Subgraph* graph = graph_->subgraph(index);
  return graph == nullptr ? nullptr : &graph->host();
}
int GraphHost::subgraph_index() const { return graph_->GetSubgraphIndex(); }
const std::string& GraphHost::GetName() const { return graph_->GetName(); }
void GraphHost::CountKernelMemory(int64_t change) {
  graph_->tensor_memory().CountKernelMemory(change);
}
void GraphHost::ConstantIsPacked(const TfLiteTensor& tensor) {
  // Others have been copied, or belong to the application.
  const Allocation* file = graph_->data().runtime()->allocation;
  if (file == nullptr || tensor.allocation_type != kTfLiteMmapRo) return;
  file->DropPages(tensor.data.raw_const, tensor.bytes);
}
void GraphHost::ForEachNode(
    const std::function<void(TfLiteNode*, const TfLiteRegistration&)>& visit) {
  // What nodes behind a dynamic tensor keep may be of an earlier Prepare.
  if (graph_->HasDynamicTensors()) return;
  for (const int index : graph_->execution_plan()) {
    const auto* entry = graph_->node_and_registration(index);
    if (entry == nullptr) continue;
    visit(const_cast<TfLiteNode*>(&entry->first), entry->second);
  }
}
const std::vector<int>& GraphHost::inputs() const { return graph_->inputs(); }
const std::vector<int>& GraphHost::outputs() const { return graph_->outputs(); }
TfLiteTensor* GraphHost::tensor(int index) { return graph_->tensor(index); }
Status GraphHost::ResizeInputTensor(int index, const std::vector<int>& dims) {
  return graph_->delegation().ResizeTensor(index, dims.data(),
                                           static_cast<int>(dims.size()));
}
Status GraphHost::AllocateTensors() {
  return graph_->delegation().PrepareGraph();
}
bool GraphHost::IsPrepared() { return graph_->data().lifecycle().prepared(); }
Status GraphHost::Invoke() {
  TFLL_RETURN_IF_ERROR(graph_->Run());
  // A delegate may have left outputs in its buffers.
  for (const int t : graph_->outputs()) {
    if (t == kNoTensor) continue;
    TFLL_RETURN_IF_ERROR(EnsureReadable(&graph_->data(), t));
  }
  return base::OkStatus();
}
bool GraphHost::HasDynamicTensors() { return graph_->HasDynamicTensors(); }
void GraphHost::ReleaseMemory() { graph_->tensor_memory().ReleaseWithHeap(); }
bool GraphHost::IsCancelled() {
  return graph_->data().runtime()->IsCancelled();
}

TfLiteOperator* GraphHost::OperatorForNode(int node_index) {
  const auto* entry = graph_->node_and_registration(node_index);
  return entry == nullptr ? nullptr : opaque_forms_.Of(entry->second);
}

}  // namespace tflite::core
