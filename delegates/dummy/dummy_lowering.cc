#include "delegates/dummy/dummy_lowering.h"

#include "tensorflow_lite_lite/delegate/operator_names.h"

namespace tflite::dummy {

Status PlanDummyNode(const DummyDelegateOptions& options, const GraphNode& node,
                     TfLiteContext* context) {
  if (node.builtin_code != options.allowed_builtin_code) {
    return Unsupported(OperatorName(node.builtin_code, node.custom_name),
                       " is not the operator that it was told to take");
  }
  const NodeView view(context, node.node, NodeView::Phase::kPrepare);
  return CheckNodeTensors(view);
}

}  // namespace tflite::dummy
