#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_ACCESS_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_ACCESS_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite::core {

// Who may use the functions of TfLiteContext that are for delegates: one that
// prepares, and one that has acquired the graph's context while it prepares on
// another graph. What they look at.
class DelegateAccess {
 public:
  // `data` outlives this object.
  explicit DelegateAccess(GraphData* data) : data_(data) {}

  bool granted() const { return grants_ > 0; }
  void Grant() { ++grants_; }
  // An error where nothing was granted.
  Status Revoke();

  // A copy of the plan that lasts until the next call.
  TfLiteIntArray* ExecutionPlan();
  // Both stay the graph's.
  Status FindNode(int node_index, TfLiteNode** node,
                  TfLiteRegistration** registration);

 private:
  GraphData* data_;
  int grants_ = 0;
  IntArrayUniquePtr plan_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_ACCESS_H_
