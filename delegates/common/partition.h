#ifndef DELEGATES_COMMON_PARTITION_H_
#define DELEGATES_COMMON_PARTITION_H_

#include <memory>
#include <vector>

#include "delegates/common/graph_node.h"

namespace tflite::delegates {

// The nodes that a delegate took as one, in order, and the tensors at its
// boundary. Constants count among the inputs.
struct DelegatedPartition {
  // Of a partition that the host made, or would make. Only while the host lets
  // delegates look at the graph.
  static StatusOr<DelegatedPartition> Of(TfLiteContext* context,
                                         const TfLiteDelegateParams& params);

  std::vector<std::unique_ptr<OwnedNode>> nodes;
  std::vector<int> inputs;
  std::vector<int> outputs;
  // As the host knows it: what tensors in buffers of the delegate refer to.
  TfLiteDelegate* delegate = nullptr;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_PARTITION_H_
