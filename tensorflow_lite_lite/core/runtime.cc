#include "tensorflow_lite_lite/core/runtime.h"

#include "tensorflow_lite_lite/schema/allocation.h"

namespace tflite::core {

bool Runtime::LocateOptions(const TfLiteNode* node, int* fd, int64_t* offset,
                            int64_t* size) const {
  if (node == nullptr || allocation == nullptr ||
      allocation->type() != Allocation::Type::kMMap) {
    return false;
  }
  const auto* mapping = static_cast<const MMAPAllocation*>(allocation);
  const char* begin = static_cast<const char*>(mapping->mmapped_buffer());
  const char* data = static_cast<const char*>(node->custom_initial_data);
  if (data != nullptr &&
      (data < begin || data >= begin + mapping->mmapped_buffer_size())) {
    return false;
  }
  const auto start =
      static_cast<int64_t>(mapping->mmapped_buffer_offset_in_file());
  *fd = mapping->fd();
  *offset = data == nullptr ? -1 : data - begin + start;
  *size = data == nullptr ? -1 : node->custom_initial_data_size;
  return true;
}

Status Runtime::SetExternalContext(TfLiteExternalContextType type,
                                   TfLiteExternalContext* context) {
  if (type < 0 || type >= kTfLiteMaxExternalContexts) {
    return Invalid("There is no external context of type ",
                   static_cast<int>(type));
  }
  external_contexts[type] = context;
  return base::OkStatus();
}

TfLiteExternalContext* Runtime::external_context(
    TfLiteExternalContextType type) const {
  return type < 0 || type >= kTfLiteMaxExternalContexts
             ? nullptr
             : external_contexts[type];
}

}  // namespace tflite::core
