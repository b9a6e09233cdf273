#ifndef TENSORFLOW_LITE_LITE_BASE_RUN_CONSTRAINT_H_
#define TENSORFLOW_LITE_LITE_BASE_RUN_CONSTRAINT_H_

#include <string_view>

#include "tensorflow_lite_lite/base/node_view.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::base {

// The code of what RefusedAtRun returns while preparing: FAILED_PRECONDITION,
// numbered as gRPC does.
inline constexpr StatusCode kRefusedAtRun = static_cast<StatusCode>(9);

// The error of a node that can be prepared, but not run, as its types and
// shapes say. While preparing it only leaves the outputs without a shape;
// binding the node again in Invoke reports it. Delegates refuse such a node at
// once.
inline Status RefusedAtRun(const NodeView& node, std::string_view message) {
  return Status(node.preparing() ? kRefusedAtRun : StatusCode::kInvalidArgument,
                message);
}

}  // namespace tflite::base

// As TFLL_CONSTRAINT, for what TensorFlow Lite finds when it runs the node, not
// before: models that never run it can be allocated.
#define TFLL_RUN_CONSTRAINT(id, node, condition, ...)           \
  do {                                                          \
    if (!(condition)) {                                         \
      return ::tflite::base::RefusedAtRun(                      \
          node, ::tflite::base::StrCat(#id ": ", __VA_ARGS__)); \
    }                                                           \
  } while (0)

#endif  // TENSORFLOW_LITE_LITE_BASE_RUN_CONSTRAINT_H_
