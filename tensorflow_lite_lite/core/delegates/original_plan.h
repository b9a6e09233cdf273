#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_ORIGINAL_PLAN_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_ORIGINAL_PLAN_H_

#include <vector>

#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// The graph as it was before the first delegate: its plan, and the inputs of
// its nodes, which delegates may rewrite.
class OriginalPlan {
 public:
  void Remember(const Graph& graph);
  bool empty() const { return plan_.empty(); }
  // Empty while no delegate is applied.
  const std::vector<int>& plan() const { return plan_; }

  // Gives the nodes that are marked their inputs back.
  void RestoreInputs(Graph* graph, const std::vector<bool>& marked) const;
  // Gives the graph everything back and forgets it. Returns the first node that
  // delegates have added.
  int RestoreAll(Graph* graph);

 private:
  std::vector<int> plan_;
  std::vector<int> inputs_;  // for each node of it their number and these
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_ORIGINAL_PLAN_H_
