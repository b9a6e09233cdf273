#include "tensorflow_lite_lite/core/graph_settings.h"

#include <new>
#include <utility>

namespace tflite::core {

void GraphSettings::SetOptions(InterpreterOptions* options) {
  if (options != nullptr) runtime_->options = *options;
}
bool GraphSettings::ShouldPreserveAllTensors() const {
  return runtime_->options.GetPreserveAllTensors();
}
bool GraphSettings::ShouldReleaseDynamicTensors() const {
  return runtime_->options.GetEnsureDynamicTensorsAreReleased();
}
void GraphSettings::OptimizeMemoryForLargeTensors(
    int large_tensors_threshold_in_bytes) {
  runtime_->options.OptimizeMemoryForLargeTensors(
      large_tensors_threshold_in_bytes);
}
bool GraphSettings::ShouldOptimizeMemoryForLargeTensors() const {
  return runtime_->options.GetDynamicAllocationForLargeTensors() > 0;
}
bool GraphSettings::DisableDelegateClustering() const {
  return runtime_->options.GetDisableDelegateClustering();
}
bool GraphSettings::DisableDelegateNodeFusion() const {
  return runtime_->options.GetDisableDelegateNodeFusion();
}
bool GraphSettings::ForceDelegateNodeProfiling() const {
  return runtime_->options.GetForceDelegateNodeProfiling();
}

void GraphSettings::SetExternalContext(
    TfLiteExternalContextType type, TfLiteExternalContext* external_context) {
  if (type < 0 || type >= kTfLiteMaxExternalContexts) {
    ReportError("There is no external context of type %d", type);
    return;
  }
  runtime_->external_contexts[type] = external_context;
}

TfLiteStatus GraphSettings::GetModelMetadata(const char* name,
                                             const char** data,
                                             size_t* bytes) const {
  *data = nullptr;
  *bytes = 0;
  const auto it = runtime_->metadata.find(name);
  if (it == runtime_->metadata.end()) return kTfLiteError;
  *data = it->second.data;
  *bytes = it->second.bytes;
  return kTfLiteOk;
}

TfLiteStatus GraphSettings::GetNodeInitDataMmapInfo(const TfLiteNode* node,
                                                    int* fd,
                                                    int64_t* offset_in_file,
                                                    int64_t* size) const {
  const Allocation* file = runtime_->allocation;
  if (node == nullptr || file == nullptr ||
      file->type() != Allocation::Type::kMMap) {
    return kTfLiteError;
  }
  const auto* mapping = static_cast<const MMAPAllocation*>(file);
  if (node->custom_initial_data == nullptr) {
    *fd = mapping->fd();
    *offset_in_file = *size = -1;
    return kTfLiteOk;
  }
  const char* begin = static_cast<const char*>(mapping->mmapped_buffer());
  const char* data = static_cast<const char*>(node->custom_initial_data);
  if (data < begin || data >= begin + mapping->mmapped_buffer_size()) {
    return kTfLiteError;
  }
  *fd = mapping->fd();
  *offset_in_file =
      data - begin +
      static_cast<int64_t>(mapping->mmapped_buffer_offset_in_file());
  *size = node->custom_initial_data_size;
  return kTfLiteOk;
}

TfLiteOperator* GraphSettings::OperatorForNode(int node_index) {
  const NodeAndRegistration* entry = node_and_registration(node_index);
  if (entry == nullptr) return nullptr;
  const TfLiteRegistration& registration = entry->second;
  if (registration.registration_external != nullptr) {
    return registration.registration_external;
  }
  const char* name = registration.custom_name;
  auto& op = operators_[{registration.builtin_code, name == nullptr ? "" : name,
                         registration.version}];
  if (op == nullptr) {
    op = std::make_unique<TfLiteOperator>(registration.builtin_code, name,
                                          registration.version, nullptr);
    op->inplace_operator = registration.inplace_operator;
  }
  return op.get();
}

void* GraphSettings::AllocatePersistentBuffer(size_t bytes) {
  std::unique_ptr<char[]> buffer(new (std::nothrow) char[bytes]());
  if (buffer == nullptr) {
    ReportError("Out of memory for a persistent buffer of %zu bytes", bytes);
    return nullptr;
  }
  persistent_buffers_.push_back(std::move(buffer));
  return persistent_buffers_.back().get();
}

}  // namespace tflite::core
