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

}  // namespace tflite::core
