#ifndef TENSORFLOW_LITE_LITE_CORE_PLAN_STEP_H_
#define TENSORFLOW_LITE_LITE_CORE_PLAN_STEP_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// A node of the plan with what Invoke asks about it, worked out beforehand.
struct PlanStep {
  TfLiteStatus (*invoke)(TfLiteContext*, TfLiteNode*);  // null: opaque
  TfLiteNode* node;
  int node_index;
  bool dynamic_outputs;
  bool guarded;                     // NodeGuard::IsNeeded
  std::vector<int> checked_inputs;  // may be without data, or stale
  std::vector<int> heap_outputs;    // large tensors, allocated for the run
  std::vector<int> released;  // dynamic tensors that nobody reads any more
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PLAN_STEP_H_
