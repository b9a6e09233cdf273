#ifndef DELEGATES_COMMON_PARTITION_H_
#define DELEGATES_COMMON_PARTITION_H_

#include <memory>
#include <vector>

#include "delegates/common/graph_node.h"

namespace tflite::delegates {

// The nodes of a partition, in execution order, and the tensors at its
// boundary. Constants are among the inputs.
struct DelegatedPartition {
  // Copies a partition that the host has created or previewed. Only while the
  // host lets delegates look at the graph.
  static StatusOr<DelegatedPartition> Of(TfLiteContext* context,
                                         const TfLiteDelegateParams& params);

  std::vector<std::unique_ptr<OwnedNode>> nodes;
  std::vector<int> inputs;
  std::vector<int> outputs;
  // The host's delegate object, to which tensors in buffers of the delegate
  // refer.
  TfLiteDelegate* delegate = nullptr;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_PARTITION_H_
