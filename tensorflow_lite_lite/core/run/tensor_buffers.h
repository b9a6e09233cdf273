#ifndef TENSORFLOW_LITE_LITE_CORE_RUN_TENSOR_BUFFERS_H_
#define TENSORFLOW_LITE_LITE_CORE_RUN_TENSOR_BUFFERS_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite::core {

// Functions for tensors whose values are in a delegate's buffer, which the
// application identifies by TfLiteTensor::buffer_handle.

// Call before a run. Marks inputs with a delegate's buffer as stale in host
// memory, because the runtime is not notified when the buffer is written. The
// values of other inputs are in host memory.
void MarkInputsInBuffers(Graph* graph);

// Call after a run. Copies outputs with a delegate's buffer to the buffer, even
// if another node than the delegate's has computed them. Buffers that cannot be
// written are released.
void FillOutputBuffers(GraphData* data);

// Copies a value that is only in a delegate's buffer to host memory.
Status EnsureReadable(GraphData* data, int tensor_index);

// Afterwards, steps that read the tensor must be compiled again.
Status SetBufferHandle(GraphData* data, TfLiteTensor* tensor,
                       TfLiteBufferHandle handle, TfLiteDelegate* delegate,
                       bool release_existing);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUN_TENSOR_BUFFERS_H_
