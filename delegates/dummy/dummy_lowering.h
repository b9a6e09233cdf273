#ifndef DELEGATES_DUMMY_DUMMY_LOWERING_H_
#define DELEGATES_DUMMY_DUMMY_LOWERING_H_

#include "delegates/common/graph_node.h"
#include "delegates/dummy/dummy_delegate.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::dummy {

using namespace delegates;

// Checks whether the delegate takes the node: OK, or Unsupported with the
// reason that users see. To write zeros, it is enough that every output has a
// size in bytes. A real delegate has a LoweringTable here
// (delegates/common/lowering.h), whose rows plan and emit each operator.
Status PlanDummyNode(const DummyDelegateOptions& options, const GraphNode& node,
                     TfLiteContext* context);

}  // namespace tflite::dummy

#endif  // DELEGATES_DUMMY_DUMMY_LOWERING_H_
