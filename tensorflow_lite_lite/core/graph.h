#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_H_

#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite::core {

// Stands for an optional tensor that is left out.
inline constexpr int kNoTensor = -1;

// One subgraph as data: what the model file says, what delegates made of it and
// what the tensors hold. Tensors and nodes are named by their index.
struct Graph {
  std::vector<TfLiteTensor> tensors;
  std::vector<std::pair<TfLiteNode, TfLiteRegistration>> nodes;
  // Nodes in the order they run. Delegated nodes are not in it.
  std::vector<int> execution_plan;
  std::vector<int> inputs;
  std::vector<int> outputs;
  std::vector<int> variables;

  bool HasTensor(int index) const {
    return index >= 0 && static_cast<size_t>(index) < tensors.size();
  }
};

// The elements of an array that may be null, for range-for.
class Indices {
 public:
  explicit Indices(const TfLiteIntArray* a) : a_(a) {}
  const int* begin() const { return a_ == nullptr ? nullptr : a_->data; }
  const int* end() const {
    return a_ == nullptr ? nullptr : a_->data + a_->size;
  }

 private:
  const TfLiteIntArray* a_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_H_
