#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_PREPARE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_PREPARE_H_

#include <functional>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"
#include "tensorflow_lite_lite/core/prepare/node_guard.h"

namespace tflite::core {

// Calls the Prepare of a node's operator, always in the same way: there is
// space for tensors that it adds, the owners of memory learn what it changes,
// and `guard` checks an operator of the application, with a count of refused
// sizes (see NodeGuard::Note). Returns true if the size of the node's outputs
// is only known at run time.
StatusOr<bool> CallPrepareOf(GraphData* data, int node_index,
                             const std::function<int()>& refused,
                             NodeGuard* guard);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_PREPARE_H_
