#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_REWRITTEN_TENSORS_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_REWRITTEN_TENSORS_H_

#include <map>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// Tensors, other than variables, that are written by several steps of the plan
// or by a step and the caller. They hold several values successively in the
// same memory. Therefore all writers must use the same type and shape, and the
// nodes that use them must keep their order. Most graphs have no such tensors.
// Also variables that a step writes after another has used them, as their shape
// must stay, too.
class RewrittenTensors {
 public:
  void Find(const Graph& graph);
  bool empty() const { return first_.empty() && variables_.empty(); }
  // Returns the first such tensor, other than variables, that the node reads or
  // writes, or kNoTensor.
  int TouchedBy(const TfLiteNode& node) const;

  // Call Note before and Check after a node is prepared at a step of the plan.
  // Check returns an error message about the node's outputs, or an empty
  // string.
  void Note(const Graph& graph, const TfLiteNode& node);
  std::string Check(const Graph& graph, const TfLiteNode& node, int step) const;

 private:
  struct Form {
    TfLiteType type;
    std::vector<int> dims;
  };

  std::map<int, int>
      first_;  // tensor -> first step that writes it, or -1 for the caller
  std::map<int, int> variables_;  // the same, for the first step that uses it
  std::map<int, Form> noted_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_REWRITTEN_TENSORS_H_
