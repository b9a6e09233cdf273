#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite::core {

// Replaces the node at a position of the plan of `data`, which calls `body`
// with its inputs and outputs, by copies of the nodes of `body`: their number
// is returned. 0 where the body passes a tensor through and cannot be copied.
// An error where it does not fit the node.
StatusOr<int> InlineNodes(GraphData* data, int plan_index,
                          const TfLiteNode& node, const GraphData* body);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_
