#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_

#include <functional>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite::core {

// Replaces the node at position `plan_index` of the plan of `data`, which calls
// `body` with its inputs and outputs, with copies of the nodes of `body`, and
// returns their number. Returns 0 if the body passes a tensor through and
// cannot be copied, and an error if the body does not match the node.
// `body_index` is used in error messages, as `body` may be null.
StatusOr<int> InlineNodes(GraphData* data, int plan_index,
                          const TfLiteNode& node, const GraphData* body,
                          int body_index);

// Does this for STABLEHLO_COMPOSITE nodes; if `filter` is not null, only for
// those that it accepts. `graph_of` returns the graph with an index, or null if
// there is none.
Status InlineComposites(
    GraphData* data, const std::function<const GraphData*(int)>& graph_of,
    const std::function<bool(const TfLiteNode*, const TfLiteRegistration*)>&
        filter);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_
