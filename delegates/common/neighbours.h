#ifndef DELEGATES_COMMON_NEIGHBOURS_H_
#define DELEGATES_COMMON_NEIGHBOURS_H_

#include <memory>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// Who writes and who reads each tensor of a graph, for plans that depend on
// what stands around a node. As the graph was when a delegate was given to it:
// whether the neighbours are delegated too is not known then. Immutable, cheap
// to copy; the empty one knows nobody.
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
  // In order of execution. None may read an output of the graph.
  const std::vector<Node>& ReadersOf(int tensor) const;

 private:
  struct Tensor {
    Node writer = {-1, 0};
    std::vector<Node> readers;
  };
  std::shared_ptr<const std::unordered_map<int, Tensor>> tensors_;
};

// Of `nodes`, in order of execution, those that depend on no others of the
// graph, directly or not: the longest prefix, for devices that take a graph
// from its beginning and never after the CPU.
StatusOr<std::vector<int>> LongestPrefix(TfLiteContext* context,
                                         const Neighbours& neighbours,
                                         const std::vector<int>& nodes);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_NEIGHBOURS_H_
