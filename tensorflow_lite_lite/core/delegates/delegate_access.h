#ifndef TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_ACCESS_H_
#define TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_ACCESS_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/array.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite::core {

// Controls access to the functions of TfLiteContext that are reserved for
// delegates, and provides the data that they return. Access is granted to a
// delegate during its Prepare, and to one that has acquired this graph's
// context during its Prepare on another graph.
class DelegateAccess {
 public:
  // `data` must outlive this object.
  explicit DelegateAccess(GraphData* data) : data_(data) {}

  bool granted() const { return grants_ > 0; }
  void Grant() { ++grants_; }
  // Returns an error if no access was granted.
  Status Revoke();

  // Returns a copy of the plan, which is valid until the next call.
  TfLiteIntArray* ExecutionPlan();
  // The results belong to the graph.
  Status FindNode(int node_index, TfLiteNode** node,
                  TfLiteRegistration** registration);

 private:
  GraphData* data_;
  int grants_ = 0;
  IntArrayUniquePtr plan_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_DELEGATES_DELEGATE_ACCESS_H_
