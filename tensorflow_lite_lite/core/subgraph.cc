#include "tensorflow_lite_lite/core/subgraph.h"

#include "tensorflow_lite_lite/core/c_glue.h"
#include "tensorflow_lite_lite/core/node_calls.h"

namespace tflite {

Subgraph::Subgraph(Runtime* runtime, int subgraph_index)
    : EditableGraph(runtime, subgraph_index), memory_(&graph_) {
  FillContext(this, &context_);
  context_.recommended_num_threads = -1;
}

Subgraph::~Subgraph() {
  FreePreview();
  FreeAll();
  TfLiteIntArrayFree(plan_cache_);
}

int Subgraph::subgraph_count() const {
  return static_cast<int>(runtime_->subgraphs.size());
}

Subgraph* Subgraph::subgraph(int index) {
  return index < 0 || index >= subgraph_count()
             ? nullptr
             : runtime_->subgraphs[index].get();
}

void Subgraph::SetOptions(InterpreterOptions* options) {
  if (options != nullptr) runtime_->options = *options;
}
bool Subgraph::ShouldPreserveAllTensors() const {
  return runtime_->options.GetPreserveAllTensors();
}
bool Subgraph::ShouldReleaseDynamicTensors() const {
  return runtime_->options.GetEnsureDynamicTensorsAreReleased();
}
void Subgraph::OptimizeMemoryForLargeTensors(
    int large_tensors_threshold_in_bytes) {
  runtime_->options.OptimizeMemoryForLargeTensors(
      large_tensors_threshold_in_bytes);
}
bool Subgraph::ShouldOptimizeMemoryForLargeTensors() const {
  return runtime_->options.GetDynamicAllocationForLargeTensors() > 0;
}
bool Subgraph::DisableDelegateClustering() const {
  return runtime_->options.GetDisableDelegateClustering();
}
bool Subgraph::DisableDelegateNodeFusion() const {
  return runtime_->options.GetDisableDelegateNodeFusion();
}
bool Subgraph::ForceDelegateNodeProfiling() const {
  return runtime_->options.GetForceDelegateNodeProfiling();
}

void Subgraph::SetExternalContext(TfLiteExternalContextType type,
                                  TfLiteExternalContext* external_context) {
  if (type < 0 || type >= kTfLiteMaxExternalContexts) {
    ReportError("There is no external context of type %d", type);
    return;
  }
  runtime_->external_contexts[type] = external_context;
}

TfLiteStatus Subgraph::GetModelMetadata(const char* name, const char** data,
                                        size_t* bytes) const {
  *data = nullptr;
  *bytes = 0;
  const auto it = runtime_->metadata.find(name);
  if (it == runtime_->metadata.end()) return kTfLiteError;
  *data = it->second.data;
  *bytes = it->second.bytes;
  return kTfLiteOk;
}

TfLiteStatus Subgraph::GetNodeInitDataMmapInfo(const TfLiteNode* node, int* fd,
                                               int64_t* offset_in_file,
                                               int64_t* size) const {
  const Allocation* file = runtime_->allocation;
  if (node == nullptr || node->custom_initial_data == nullptr ||
      file == nullptr || file->type() != Allocation::Type::kMMap) {
    return kTfLiteError;
  }
  const auto* mapping = static_cast<const MMAPAllocation*>(file);
  const char* begin = static_cast<const char*>(mapping->mmapped_buffer());
  const char* data = static_cast<const char*>(node->custom_initial_data);
  if (data < begin || data >= begin + mapping->mmapped_buffer_size()) {
    return kTfLiteError;
  }
  *fd = mapping->fd();
  *offset_in_file = data - begin + static_cast<int64_t>(
                                       mapping->mmapped_buffer_offset_in_file());
  *size = node->custom_initial_data_size;
  return kTfLiteOk;
}

TfLiteOperator* Subgraph::OperatorForNode(int node_index) {
  const NodeAndRegistration* entry = node_and_registration(node_index);
  if (entry == nullptr) return nullptr;
  const TfLiteRegistration& registration = entry->second;
  if (registration.registration_external != nullptr) {
    return registration.registration_external;
  }
  const char* name = registration.custom_name;
  auto& op = delegation_.node_operators[{registration.builtin_code,
                                         name == nullptr ? "" : name,
                                         registration.version}];
  if (op == nullptr) {
    op = std::make_unique<TfLiteOperator>(registration.builtin_code, name,
                                          registration.version, nullptr);
    op->inplace_operator = registration.inplace_operator;
  }
  return op.get();
}

}  // namespace tflite
