#include "tensorflow_lite_lite/core/delegates/dynamic_nodes.h"

#include "tensorflow_lite_lite/core/calls/delegate_calls.h"
#include "tensorflow_lite_lite/core/calls/node_calls.h"

namespace tflite::core {
namespace {

// Returns for each tensor whether its size is only known at run time.
std::vector<bool> DynamicTensors(const Graph& graph,
                                 const TensorMemory& memory) {
  std::vector<bool> open(graph.tensors.size(), false);
  for (size_t t = 0; t < open.size(); ++t) {
    // A tensor that is on the heap because of its size has a static size.
    open[t] = graph.tensors[t].allocation_type == kTfLiteDynamic &&
              !memory.IsLarge(static_cast<int>(t));
  }
  return open;
}

// Returns the first tensor in the list that is open, or kNoTensor.
int FirstOpen(const std::vector<bool>& open, const TfLiteIntArray* list) {
  for (const int t : Indices(list)) {
    if (t >= 0 && static_cast<size_t>(t) < open.size() && open[t]) return t;
  }
  return kNoTensor;
}

}  // namespace

bool TakesDynamic(const TfLiteDelegate* delegate) {
  return (DelegateFlags(delegate) & kTfLiteDelegateFlagsAllowDynamicTensors) !=
         0;
}

StatusOr<std::vector<int>> FindDynamicNodes(GraphData* data,
                                            const TensorMemory& memory,
                                            Preparer* preparer) {
  const Graph& graph = data->graph();
  // Also if a node fails, as tensors of those before it have lost their memory.
  data->lifecycle().MarkChanged();
  std::vector<int> cause(graph.nodes.size(), kNoTensor);
  std::vector<bool> open = DynamicTensors(graph, memory);
  for (size_t step = 0; step < graph.execution_plan.size(); ++step) {
    const int n = graph.execution_plan[step];
    const auto& [node, registration] = graph.nodes[n];
    cause[n] = FirstOpen(open, node.inputs);
    bool dynamic = cause[n] != kNoTensor;
    // Only the delegate can prepare an unresolved operator; assume the shapes
    // that the model declares.
    if (!dynamic && !IsUnresolvedCustomOp(registration)) {
      const StatusOr<bool> prepared =
          preparer->PrepareStep(static_cast<int>(step));
      if (!prepared.ok()) {
        data->errors().Report(prepared.status());
        return preparer->StepFailed(n, prepared.status());
      }
      dynamic = *prepared;
    }
    for (const int t : Indices(node.outputs)) {
      if (dynamic && t >= 0 && static_cast<size_t>(t) < open.size()) {
        open[t] = true;
      }
    }
    if (cause[n] == kNoTensor) cause[n] = FirstOpen(open, node.outputs);
  }
  return cause;
}

}  // namespace tflite::core
