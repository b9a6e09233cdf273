#ifndef TESTING_CONFORMANCE_MIRROR_GRAPH_H_
#define TESTING_CONFORMANCE_MIRROR_GRAPH_H_

#include <map>
#include <memory>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace tflite {
namespace conformance {

// The nodes of a partition in an interpreter of their own with the reference
// kernels. Uses the options of the original nodes without owning them.
class MirrorGraph {
 public:
  struct Node {
    int code;
    int version;
    void* options;                     // builtin_data
    std::vector<int> inputs, outputs;  // tensors of the outer graph
  };

  MirrorGraph(std::vector<Node> nodes, std::vector<int> inputs,
              std::vector<int> outputs);
  ~MirrorGraph();

  // Rebuilds the graph and plans its memory for the current shapes of the
  // inputs.
  base::Status Prepare(const TfLiteContext& outer);
  // Copies the inputs in, runs, copies the outputs out.
  base::Status Run(const TfLiteContext& outer);

  // The inner counterpart of an outer tensor.
  const TfLiteTensor& tensor(int outer_index) const;

 private:
  base::Status AddTensor(const TfLiteContext& outer, int outer_index);
  base::Status AddNode(const Node& node);
  int Index(int outer_index) const;
  std::vector<int> Indices(const std::vector<int>& outer) const;
  void Drop();

  const std::vector<Node> nodes_;
  const std::vector<int> inputs_, outputs_;
  std::map<int, int> index_;  // from outer tensor to inner tensor
  std::unique_ptr<Interpreter> inner_;
};

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_MIRROR_GRAPH_H_
