#include "tensorflow_lite_lite/delegate/delegate_state.h"

#include <algorithm>
#include <mutex>

#include "tensorflow_lite_lite/base/log.h"

namespace tflite::delegates {

void ReportEarlyDeletion(const char* name, int kernels) {
  Log(LogLevel::kError,
      "Delegate %s was deleted while interpreters use %d of its kernels, which "
      "will fail from now on: delete interpreters before their delegates.",
      name, kernels);
}

void Retire(std::shared_ptr<void> delegate) {
  static auto* mutex = new std::mutex;
  static auto* retired = new std::vector<std::shared_ptr<void>>;
  const std::lock_guard<std::mutex> lock(*mutex);
  retired->push_back(std::move(delegate));
}

IntArrayPtr MakeIntArray(const std::vector<int>& values) {
  IntArrayPtr array(TfLiteIntArrayCreate(static_cast<int>(values.size())));
  if (array != nullptr) {
    std::copy(values.begin(), values.end(), array->data);
  }
  return array;
}

}  // namespace tflite::delegates
