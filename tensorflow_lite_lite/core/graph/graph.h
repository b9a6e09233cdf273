#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_H_

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// Index of an omitted optional tensor.
inline constexpr int kNoTensor = -1;

// The data of one subgraph: the contents of the model file, the changes made by
// delegates, and the values of the tensors. Tensors and nodes are identified by
// their index.
struct Graph {
  std::vector<TfLiteTensor> tensors;
  std::vector<std::pair<TfLiteNode, TfLiteRegistration>> nodes;
  // Node indices in execution order, without delegated nodes.
  std::vector<int> execution_plan;
  std::vector<int> inputs;
  std::vector<int> outputs;
  std::vector<int> variables;

  bool HasTensor(int index) const {
    return index >= 0 && static_cast<size_t>(index) < tensors.size();
  }
  bool HasNode(int index) const {
    return index >= 0 && static_cast<size_t>(index) < nodes.size();
  }
};

// The elements of an array, which may be null, for range-based for loops.
class Indices {
 public:
  explicit Indices(const TfLiteIntArray* a) : a_(a) {}
  const int* begin() const { return a_ == nullptr ? nullptr : a_->data; }
  const int* end() const {
    return a_ == nullptr ? nullptr : a_->data + a_->size;
  }
  size_t size() const { return a_ == nullptr ? 0 : a_->size; }
  const int* data() const { return begin(); }

 private:
  const TfLiteIntArray* a_;
};

// Calls `use(index)` for each tensor in the lists, in order; indices that refer
// to no tensor are skipped.
template <typename Use>
void ForEachTensor(const Graph& graph,
                   std::initializer_list<const TfLiteIntArray*> lists,
                   const Use& use) {
  for (const TfLiteIntArray* list : lists) {
    for (const int t : Indices(list)) {
      if (graph.HasTensor(t)) use(t);
    }
  }
}

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_GRAPH_H_
