#include "tensorflow_lite_lite/core/run/tensor_buffers.h"

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/core/calls/delegate_calls.h"

namespace tflite::core {
namespace {

bool HasBuffer(const TfLiteTensor& tensor) {
  return tensor.delegate != nullptr &&
         tensor.buffer_handle != kTfLiteNullBufferHandle;
}

void FillOutputBuffer(GraphData* data, TfLiteTensor* tensor) {
  if (!HasBuffer(*tensor) || tensor->data_is_stale ||
      tensor->data.raw == nullptr || !CanCopyToHandle(tensor->delegate) ||
      CopyToHandle(data->context(), tensor) == kTfLiteOk) {
    return;
  }
  base::Log(base::LogLevel::kWarning,
            "Output '%s' is in the host's memory alone: its delegate cannot "
            "write buffer %d",
            tensor->name == nullptr ? "" : tensor->name, tensor->buffer_handle);
  ReleaseBufferHandle(data->context(), tensor);
  tensor->delegate = nullptr;
}

}  // namespace

void MarkInputsInBuffers(Graph* graph) {
  for (const int t : graph->inputs) {
    if (!graph->HasTensor(t) || graph->tensors[t].delegate == nullptr) continue;
    graph->tensors[t].data_is_stale = HasBuffer(graph->tensors[t]);
  }
}

void FillOutputBuffers(GraphData* data) {
  const Graph& graph = data->graph();
  for (const int t : graph.outputs) {
    if (graph.HasTensor(t) && graph.tensors[t].delegate != nullptr) {
      FillOutputBuffer(data, &data->graph().tensors[t]);
    }
  }
}

Status EnsureReadable(GraphData* data, int tensor_index) {
  TfLiteTensor* t = data->tensor(tensor_index);
  if (t == nullptr) return Invalid("There is no tensor ", tensor_index);
  if (!t->data_is_stale) return base::OkStatus();
  if (!HasBuffer(*t)) {
    return Invalid("The data of ", data->DescribeTensor(tensor_index),
                   " is stale, but no delegate has a buffer for it");
  }
  const bool planned = t->allocation_type == kTfLiteArenaRw ||
                       t->allocation_type == kTfLiteArenaRwPersistent ||
                       t->allocation_type == kTfLiteCustom;
  if (planned && t->data.data == nullptr && t->bytes != 0) {
    return Invalid(data->DescribeTensor(tensor_index),
                   " has no memory for what is in the buffer of its delegate");
  }
  // The delegate need not say which of its buffers it cannot copy.
  const TfLiteStatus copied = CopyFromHandle(data->context(), t);
  if (copied != kTfLiteOk) {
    return FromTfLiteStatus(
        copied, StrCat(data->DescribeTensor(tensor_index),
                       " cannot be read: its delegate has not copied buffer ",
                       t->buffer_handle));
  }
  t->data_is_stale = false;
  return base::OkStatus();
}

Status SetBufferHandle(GraphData* data, TfLiteTensor* tensor,
                       TfLiteBufferHandle handle, TfLiteDelegate* delegate,
                       bool release_existing) {
  if (tensor->delegate != nullptr && tensor->delegate != delegate) {
    return Invalid("Tensor '", tensor->name == nullptr ? "" : tensor->name,
                   "' belongs to another delegate");
  }
  tensor->delegate = delegate;
  if (release_existing) ReleaseBufferHandle(data->context(), tensor);
  tensor->buffer_handle = handle;
  return base::OkStatus();
}

}  // namespace tflite::core
