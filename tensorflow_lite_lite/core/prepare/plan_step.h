#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_PLAN_STEP_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_PLAN_STEP_H_

#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// A node of the plan with the information that Invoke needs about it, computed
// in advance.
struct PlanStep {
  TfLiteStatus (*invoke)(TfLiteContext*, TfLiteNode*);  // null: opaque
  TfLiteNode* node;
  int node_index;
  bool plain;  // only requires calling `invoke`, and undo's Begin and Commit if
               // it is repeatable
  bool dynamic_outputs;
  bool guarded;           // result of NodeGuard::IsNeeded
  bool repeatable;        // the CPU can repeat it if a delegate's kernel fails
  bool lent;              // uses memory of the application
  int changes_resources;  // node it contains that changes a resource, or -1
  std::vector<int> at_risk;         // tensors that must be saved; see UndoLog
  std::vector<int> checked_inputs;  // inputs that may be stale or without data
  std::vector<int> heap_outputs;    // large tensors, allocated for the run
  std::vector<int> released;        // dynamic tensors that no later step reads
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_PLAN_STEP_H_
