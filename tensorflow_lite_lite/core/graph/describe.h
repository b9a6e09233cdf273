#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_DESCRIBE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_DESCRIBE_H_

#include <string>

#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// Names of nodes and tensors in error messages. If the index is out of range,
// the name consists of the index only.

// "node 3 (CONV_2D)"
std::string DescribeNode(const Graph& graph, int node_index);
// "tensor 7 'logits'"
std::string DescribeTensor(const Graph& graph, int tensor_index);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_DESCRIBE_H_
