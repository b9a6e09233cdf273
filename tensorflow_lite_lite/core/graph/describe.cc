#include "tensorflow_lite_lite/core/graph/describe.h"

#include "tensorflow_lite_lite/core/calls/node_calls.h"

namespace tflite::core {

std::string DescribeNode(const Graph& graph, int node_index) {
  std::string text = "node " + std::to_string(node_index);
  if (graph.HasNode(node_index)) {
    text += std::string(" (") + OpName(graph.nodes[node_index].second) + ")";
  }
  return text;
}

std::string DescribeTensor(const Graph& graph, int tensor_index) {
  std::string text = "tensor " + std::to_string(tensor_index);
  if (graph.HasTensor(tensor_index) &&
      graph.tensors[tensor_index].name != nullptr) {
    text += std::string(" '") + graph.tensors[tensor_index].name + "'";
  }
  return text;
}

}  // namespace tflite::core
