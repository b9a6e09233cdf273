#include "tensorflow_lite_lite/core/delegates/computed_tensors.h"

#include <algorithm>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/partition/state.h"

namespace tflite::core {
namespace {

// Custom operators may give their outputs the same memory and fill it in
// Invoke.
bool IsComputed(const Graph& graph, int node_index,
                const std::vector<bool>& computed) {
  const auto& [node, registration] = graph.nodes[node_index];
  if (registration.builtin_code == kTfLiteBuiltinCustom ||
      registration.builtin_code == kTfLiteBuiltinDelegate) {
    return false;
  }
  const Indices inputs(node.inputs), outputs(node.outputs);
  return std::all_of(outputs.begin(), outputs.end(),
                     [&](int t) {
                       return graph.HasTensor(t) &&
                              graph.tensors[t].allocation_type ==
                                  kTfLitePersistentRo &&
                              graph.tensors[t].data.raw != nullptr;
                     }) &&
         (ReadsShapesOnly(registration.builtin_code) ||
          std::all_of(inputs.begin(), inputs.end(), [&](int t) {
            return !graph.HasTensor(t) || computed[t] ||
                   graph.tensors[t].allocation_type == kTfLiteMmapRo;
          }));
}

}  // namespace

std::vector<bool> FindComputedTensors(const Graph& graph) {
  std::vector<bool> computed(graph.tensors.size(), false);
  for (const int n : graph.execution_plan) {
    if (!IsComputed(graph, n, computed)) continue;
    for (const int t : Indices(graph.nodes[n].first.outputs)) {
      computed[t] = true;
    }
  }
  return computed;
}

std::vector<bool> FindTensorsOfShapes(const Graph& graph,
                                      const std::vector<int>& plan) {
  std::vector<bool> found(graph.tensors.size(), false);
  for (const int n : plan) {
    const auto& [node, registration] = graph.nodes[n];
    bool reads_shapes = ReadsShapesOnly(registration.builtin_code);
    ForEachTensor(graph, {node.inputs},
                  [&](int t) { reads_shapes = reads_shapes || found[t]; });
    ForEachTensor(graph, {node.outputs},
                  [&](int t) { found[t] = found[t] || reads_shapes; });
  }
  return found;
}

bool IsInOrder(const Graph& graph, const std::vector<bool>& marked) {
  std::vector<bool> pending = marked;
  bool in_order = true;
  for (const int n : graph.execution_plan) {
    const TfLiteNode& node = graph.nodes[n].first;
    ForEachTensor(graph, {node.inputs},
                  [&](int t) { in_order = in_order && !pending[t]; });
    ForEachTensor(graph, {node.outputs}, [&](int t) { pending[t] = false; });
  }
  return in_order;
}

}  // namespace tflite::core
