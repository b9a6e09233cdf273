#include "tensorflow_lite_lite/core/delegates/delegate_access.h"

namespace tflite::core {

Status DelegateAccess::Revoke() {
  if (grants_ == 0) {
    return Invalid("Subgraph ", data_->index(), " was not acquired");
  }
  --grants_;
  return base::OkStatus();
}

TfLiteIntArray* DelegateAccess::ExecutionPlan() {
  plan_ = BuildTfLiteArray<int>(data_->graph().execution_plan);
  return plan_.get();
}

Status DelegateAccess::FindNode(int node_index, TfLiteNode** node,
                                TfLiteRegistration** registration) {
  if (!data_->graph().HasNode(node_index)) {
    return Invalid("There is no node ", node_index);
  }
  auto& entry = data_->graph().nodes[node_index];
  *node = &entry.first;
  *registration = &entry.second;
  return base::OkStatus();
}

}  // namespace tflite::core
