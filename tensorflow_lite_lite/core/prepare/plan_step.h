#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_PLAN_STEP_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_PLAN_STEP_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// A node of the plan with what Invoke asks about it, worked out beforehand.
struct PlanStep {
  TfLiteStatus (*invoke)(TfLiteContext*, TfLiteNode*);  // null: opaque
  TfLiteNode* node;
  int node_index;
  bool dynamic_outputs;
  bool guarded;              // NodeGuard::IsNeeded
  bool repeatable;           // by the CPU, where a delegate's kernel fails
  bool lent;                 // the application's memory is among its own
  int changes_resources;     // a node it stands for, or -1
  std::vector<int> at_risk;  // tensors; see UndoLog
  std::vector<int> checked_inputs;  // may be without data, or stale
  std::vector<int> heap_outputs;    // large tensors, allocated for the run
  std::vector<int> released;  // dynamic tensors that nobody reads any more
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_PLAN_STEP_H_
