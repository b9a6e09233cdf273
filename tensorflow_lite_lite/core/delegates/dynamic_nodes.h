#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DYNAMIC_NODES_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DYNAMIC_NODES_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/memory/tensor_memory.h"
#include "tensorflow_lite_lite/core/prepare/preparer.h"

namespace tflite::core {

// Prepares the nodes whose shapes are known before a run and finds the others:
// those that write a dynamic tensor and all that depend on one. For each node
// by its index the first tensor without static size that it touches, or
// kNoTensor. The graph is no longer prepared.
StatusOr<std::vector<int>> FindDynamicNodes(GraphData* data,
                                            const TensorMemory& memory,
                                            Preparer* preparer);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DYNAMIC_NODES_H_
