#include "tensorflow_lite_lite/core/runtime.h"

#include "tensorflow_lite_lite/schema/allocation.h"

namespace tflite::core {

bool Runtime::LocateOptions(const TfLiteNode& node, FileRange* range) const {
  if (allocation == nullptr || allocation->type() != Allocation::Type::kMMap) {
    return false;
  }
  const auto* mapping = static_cast<const MMAPAllocation*>(allocation);
  if (node.custom_initial_data == nullptr) {
    *range = {mapping->fd(), -1, -1};
    return true;
  }
  const char* begin = static_cast<const char*>(mapping->mmapped_buffer());
  const char* data = static_cast<const char*>(node.custom_initial_data);
  if (data < begin || data >= begin + mapping->mmapped_buffer_size()) {
    return false;
  }
  const auto start =
      static_cast<int64_t>(mapping->mmapped_buffer_offset_in_file());
  *range = {mapping->fd(), data - begin + start, node.custom_initial_data_size};
  return true;
}

}  // namespace tflite::core
