#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_

#include <functional>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/graph/graph_data.h"

namespace tflite::core {

// Replaces the node at position `plan_index` of the plan of `data`, which calls
// the graph `body_index` of the model with its inputs and outputs, with copies
// of the nodes of that graph, and sets `added` to their number. It is 0 if the
// body cannot be copied: it passes a tensor through, or has variables. Returns
// an error if the body does not match the node.
Status InlineNodes(GraphData* data, int plan_index, const TfLiteNode& node,
                   int body_index, int* added);

// Does this for STABLEHLO_COMPOSITE nodes; if `filter` is not null, only for
// those that it accepts.
Status InlineComposites(
    GraphData* data,
    const std::function<bool(const TfLiteNode*, const TfLiteRegistration*)>&
        filter);

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_INLINE_COMPOSITE_H_
