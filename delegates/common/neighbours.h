#ifndef DELEGATES_COMMON_NEIGHBOURS_H_
#define DELEGATES_COMMON_NEIGHBOURS_H_

#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// The writer and the readers of each tensor of a graph, for plans that depend
// on a node's neighbours. Describes the graph at the time when a delegate is
// applied; it is not yet known whether the neighbours are delegated too.
// Immutable and cheap to copy. An empty object knows no nodes.
class Neighbours {
 public:
  struct Node {
    int index;         // in the graph
    int builtin_code;  // kTfLiteBuiltinDelegate: another delegate's partition
  };

  // Only while the host lets delegates look at the graph.
  static StatusOr<Neighbours> Find(TfLiteContext* context);

  // Null for inputs of the graph, constants and variables.
  const Node* WriterOf(int tensor) const;
  // In execution order. An output of the graph may have no readers.
  const std::vector<Node>& ReadersOf(int tensor) const;

 private:
  struct Tensor {
    Node writer = {-1, 0};
    std::vector<Node> readers;
  };
  std::shared_ptr<const std::unordered_map<int, Tensor>> tensors_;
};

// Returns those of `nodes` (in execution order) that depend only on each other,
// directly and indirectly, and not on other nodes of the graph: the longest
// prefix, for devices that can run only the beginning of a graph.
StatusOr<std::vector<int>> LongestPrefix(TfLiteContext* context,
                                         const Neighbours& neighbours,
                                         const std::vector<int>& nodes);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_NEIGHBOURS_H_
