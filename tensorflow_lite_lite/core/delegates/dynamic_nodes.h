#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DYNAMIC_NODES_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DYNAMIC_NODES_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/memory/tensor_memory.h"
#include "tensorflow_lite_lite/core/prepare/preparer.h"

namespace tflite::core {

// Tells whether the delegate's kernels may use tensors without a static size,
// and stay when an input of the graph is resized.
bool TakesDynamic(const TfLiteDelegate* delegate);

// Prepares the nodes whose shapes are known before a run, and finds the other
// nodes, which write a dynamic tensor or depend on one. Returns for each node
// index the first tensor without static size that the node uses, or kNoTensor.
// Afterwards the graph is no longer prepared.
StatusOr<std::vector<int>> FindDynamicNodes(GraphData* data,
                                            const TensorMemory& memory,
                                            Preparer* preparer);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DYNAMIC_NODES_H_
