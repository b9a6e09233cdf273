#ifndef TENSORFLOW_LITE_LITE_CORE_PREPARE_REWRITTEN_TENSORS_H_
#define TENSORFLOW_LITE_LITE_CORE_PREPARE_REWRITTEN_TENSORS_H_

#include <map>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/graph/graph.h"

namespace tflite::core {

// The tensors that several steps of the plan write, or a step and the caller;
// variables are not among them. They hold one value after the other, in one
// place: all writers have to agree about type and shape, and the order of the
// nodes that touch them must stay. Most graphs have none.
class RewrittenTensors {
 public:
  void Find(const Graph& graph);
  bool empty() const { return first_.empty(); }
  // The first such tensor that the node reads or writes, or kNoTensor.
  int TouchedBy(const TfLiteNode& node) const;

  // Before and after a node is prepared at a step of the plan. Check returns
  // what is wrong with its outputs; empty if nothing.
  void Note(const Graph& graph, const TfLiteNode& node);
  std::string Check(const Graph& graph, const TfLiteNode& node, int step) const;

 private:
  struct Form {
    TfLiteType type;
    std::vector<int> dims;
  };

  std::map<int, int>
      first_;  // to the first step that writes it; -1: the caller
  std::map<int, Form> noted_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_PREPARE_REWRITTEN_TENSORS_H_
