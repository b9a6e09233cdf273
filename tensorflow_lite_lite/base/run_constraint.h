#ifndef TENSORFLOW_LITE_LITE_BASE_RUN_CONSTRAINT_H_
#define TENSORFLOW_LITE_LITE_BASE_RUN_CONSTRAINT_H_

#include <string_view>

#include "tensorflow_lite_lite/base/node_view.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::base {

// The error of a node whose types and shapes allow it to be prepared, but not
// run. While preparing, kFailedPrecondition only leaves the outputs without a
// shape; binding the node again in Invoke reports the error. Delegates reject
// such a node at once.
inline Status RefusedAtRun(const NodeView& node, std::string_view message) {
  return Status(node.preparing() ? StatusCode::kFailedPrecondition
                                 : StatusCode::kInvalidArgument,
                message);
}

}  // namespace tflite::base

// As TFLL_CONSTRAINT, for constraints that TensorFlow Lite checks only when it
// runs the node: a model that never runs it can be allocated.
#define TFLL_RUN_CONSTRAINT(id, node, condition, ...)           \
  do {                                                          \
    if (!(condition)) {                                         \
      return ::tflite::base::RefusedAtRun(                      \
          node, ::tflite::base::StrCat(#id ": ", __VA_ARGS__)); \
    }                                                           \
  } while (0)

#endif  // TENSORFLOW_LITE_LITE_BASE_RUN_CONSTRAINT_H_
