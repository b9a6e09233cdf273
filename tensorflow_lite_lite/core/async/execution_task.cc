#include "tensorflow_lite_lite/core/async/execution_task.h"

namespace {

constexpr int kNoIndex = -1;

// Returns the tensor index of a name of the signature, or kNoIndex.
int IndexOf(const TfLiteExecutionTask* task, TfLiteIoType io_type,
            const char* name) {
  if (task == nullptr || name == nullptr) return kNoIndex;
  const TfLiteExecutionTask::NameMap* names = nullptr;
  if (io_type == kTfLiteIoTypeInput) names = task->inputs;
  if (io_type == kTfLiteIoTypeOutput) names = task->outputs;
  if (names == nullptr) return kNoIndex;
  const auto found = names->find(name);
  return found == names->end() ? kNoIndex : static_cast<int>(found->second);
}

template <typename Map>
TfLiteStatus SetByIndex(Map* map, int tensor_index,
                        typename Map::mapped_type value) {
  if (tensor_index < 0) return kTfLiteError;
  (*map)[tensor_index] = value;
  return kTfLiteOk;
}

template <typename Map>
typename Map::mapped_type GetByIndex(const Map& map, int tensor_index,
                                     typename Map::mapped_type none) {
  const auto found = map.find(tensor_index);
  return found == map.end() ? none : found->second;
}

}  // namespace

extern "C" {

TfLiteStatus TfLiteExecutionTaskSetBuffer(TfLiteExecutionTask* task,
                                          TfLiteIoType io_type,
                                          const char* tensor_signature_name,
                                          TfLiteBufferHandle handle) {
  return TfLiteExecutionTaskSetBufferByIndex(
      task, IndexOf(task, io_type, tensor_signature_name), handle);
}

TfLiteStatus TfLiteExecutionTaskSetBufferByIndex(TfLiteExecutionTask* task,
                                                 int tensor_index,
                                                 TfLiteBufferHandle handle) {
  if (task == nullptr) return kTfLiteError;
  return SetByIndex(&task->buffers, tensor_index, handle);
}

TfLiteBufferHandle TfLiteExecutionTaskGetBufferByName(
    const TfLiteExecutionTask* task, TfLiteIoType io_type,
    const char* tensor_signature_name) {
  return TfLiteExecutionTaskGetBufferByIndex(
      task, IndexOf(task, io_type, tensor_signature_name));
}

TfLiteBufferHandle TfLiteExecutionTaskGetBufferByIndex(
    const TfLiteExecutionTask* task, int tensor_index) {
  if (task == nullptr) return kTfLiteNullBufferHandle;
  return GetByIndex(task->buffers, tensor_index, kTfLiteNullBufferHandle);
}

TfLiteStatus TfLiteExecutionTaskSetSync(TfLiteExecutionTask* task,
                                        TfLiteIoType io_type,
                                        const char* tensor_signature_name,
                                        TfLiteSynchronization* sync) {
  return TfLiteExecutionTaskSetSyncByIndex(
      task, IndexOf(task, io_type, tensor_signature_name), sync);
}

TfLiteStatus TfLiteExecutionTaskSetSyncByIndex(TfLiteExecutionTask* task,
                                               int tensor_index,
                                               TfLiteSynchronization* sync) {
  if (task == nullptr) return kTfLiteError;
  return SetByIndex(&task->syncs, tensor_index, sync);
}

TfLiteSynchronization* TfLiteExecutionTaskGetSyncByName(
    const TfLiteExecutionTask* task, TfLiteIoType io_type,
    const char* tensor_signature_name) {
  return TfLiteExecutionTaskGetSyncByIndex(
      task, IndexOf(task, io_type, tensor_signature_name));
}

TfLiteSynchronization* TfLiteExecutionTaskGetSyncByIndex(
    const TfLiteExecutionTask* task, int tensor_index) {
  if (task == nullptr) return nullptr;
  return GetByIndex(task->syncs, tensor_index, nullptr);
}

void* TfLiteExecutionTaskGetDelegateExecutionData(
    const TfLiteExecutionTask* task, TfLiteAsyncKernel* kernel) {
  if (task == nullptr) return nullptr;
  const auto found = task->delegate_data.find(kernel);
  return found == task->delegate_data.end() ? nullptr : found->second;
}

void TfLiteExecutionTaskSetDelegateExecutionData(TfLiteExecutionTask* task,
                                                 TfLiteAsyncKernel* kernel,
                                                 void* data) {
  if (task != nullptr) task->delegate_data[kernel] = data;
}

TfLiteStatus TfLiteExecutionTaskGetStatus(const TfLiteExecutionTask* task) {
  return task == nullptr ? kTfLiteError : task->status;
}

void TfLiteExecutionTaskSetStatus(TfLiteExecutionTask* task,
                                  TfLiteStatus status) {
  if (task != nullptr) task->status = status;
}

}  // extern "C"
