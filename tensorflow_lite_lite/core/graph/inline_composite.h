#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_

#include <functional>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite::core {

// Replaces the node at a position of the plan of `data`, which calls `body`
// with its inputs and outputs, by copies of the nodes of `body`: their number
// is returned. 0 where the body passes a tensor through and cannot be copied.
// An error where it does not fit the node; `body_index` is for its text, as
// `body` may be null.
StatusOr<int> InlineNodes(GraphData* data, int plan_index,
                          const TfLiteNode& node, const GraphData* body,
                          int body_index);

// Does so for STABLEHLO_COMPOSITE nodes, or those of them that `filter`, where
// there is one, accepts. `graph_of` gives the graph of an index; null where
// there is none.
Status InlineComposites(
    GraphData* data, const std::function<const GraphData*(int)>& graph_of,
    const std::function<bool(const TfLiteNode*, const TfLiteRegistration*)>&
        filter);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_
