#include "tensorflow_lite_lite/core/delegates/original_plan.h"

#include <algorithm>
#include <utility>

#include "tensorflow_lite_lite/core/array.h"

namespace tflite::core {

void OriginalPlan::Remember(const Graph& graph) {
  plan_ = graph.execution_plan;
  inputs_.clear();
  for (const int n : plan_) {
    const Indices list(graph.nodes[n].first.inputs);
    inputs_.push_back(static_cast<int>(list.size()));
    inputs_.insert(inputs_.end(), list.begin(), list.end());
  }
}

void OriginalPlan::RestoreInputs(Graph* graph,
                                 const std::vector<bool>& marked) const {
  const int* saved = inputs_.data();
  for (const int n : plan_) {
    const int size = *saved++;
    TfLiteIntArray*& inputs = graph->nodes[n].first.inputs;
    if (marked[n] && !TfLiteIntArrayEqualsArray(inputs, size, saved)) {
      TfLiteIntArrayFree(inputs);
      inputs = BuildTfLiteArray<int>(size, saved).release();
    }
    saved += size;
  }
}

int OriginalPlan::RestoreAll(Graph* graph) {
  RestoreInputs(graph, std::vector<bool>(graph->nodes.size(), true));
  graph->execution_plan = std::exchange(plan_, {});
  int last = -1;
  for (const int n : graph->execution_plan) last = std::max(last, n);
  return last + 1;
}

}  // namespace tflite::core
