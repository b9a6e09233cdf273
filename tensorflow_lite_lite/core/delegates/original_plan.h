#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_ORIGINAL_PLAN_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_ORIGINAL_PLAN_H_

#include <vector>

#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// The graph before the first delegate was applied: its plan, and the inputs of
// its nodes, which delegates may modify.
class OriginalPlan {
 public:
  void Remember(const Graph& graph);
  bool empty() const { return plan_.empty(); }
  // Empty if no delegate is applied.
  const std::vector<int>& plan() const { return plan_; }

  // Restores the inputs of the marked nodes.
  void RestoreInputs(Graph* graph, const std::vector<bool>& marked) const;
  // Restores the plan and all inputs of the graph, and clears this object.
  // Returns the index of the first node that delegates added.
  int RestoreAll(Graph* graph);

 private:
  std::vector<int> plan_;
  std::vector<int> inputs_;  // for each node the number of inputs, then these
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_ORIGINAL_PLAN_H_
