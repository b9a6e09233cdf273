#ifndef TENSORFLOW_LITE_LITE_CORE_RUN_TENSOR_BUFFERS_H_
#define TENSORFLOW_LITE_LITE_CORE_RUN_TENSOR_BUFFERS_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite::core {

// Values of tensors that are in a delegate's buffers, which the application
// names by TfLiteTensor::buffer_handle.

// Before a run: the value of an input with a delegate's buffer is there, as
// whoever writes the buffer does not tell. Without one it is in the host's
// memory.
void MarkInputsInBuffers(Graph* graph);

// After a run: an output with a delegate's buffer is to be there, also where
// another node than the delegate's has computed it. Buffers that cannot take it
// are let go.
void FillOutputBuffers(GraphData* data);

// Fetches a value that is in a delegate's buffer only.
Status EnsureReadable(GraphData* data, int tensor_index);

// Steps that read the tensor have to be compiled again.
Status SetBufferHandle(GraphData* data, TfLiteTensor* tensor,
                       TfLiteBufferHandle handle, TfLiteDelegate* delegate,
                       bool release_existing);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUN_TENSOR_BUFFERS_H_
