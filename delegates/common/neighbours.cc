#include "delegates/common/neighbours.h"

#include <algorithm>
#include <set>
#include <utility>

#include "delegates/common/graph_node.h"

namespace tflite::delegates {

StatusOr<Neighbours> Neighbours::Find(TfLiteContext* context) {
  std::unordered_map<int, Tensor> tensors;
  TFLL_RETURN_IF_ERROR(ForEachNode(context, [&](const GraphNode& node) {
    const Node here = {node.index, node.builtin_code};
    for (int i = 0; i < node.num_inputs(); ++i) {
      const int t = node.input(i);
      if (t >= 0) tensors[t].readers.push_back(here);
    }
    for (int i = 0; i < node.num_outputs(); ++i) {
      tensors[node.output(i)].writer = here;
    }
  }));
  Neighbours found;
  found.tensors_ = std::make_shared<const std::unordered_map<int, Tensor>>(
      std::move(tensors));
  return found;
}

const Neighbours::Node* Neighbours::WriterOf(int tensor) const {
  if (tensors_ == nullptr) return nullptr;
  const auto at = tensors_->find(tensor);
  return at == tensors_->end() || at->second.writer.index < 0
             ? nullptr
             : &at->second.writer;
}

const std::vector<Neighbours::Node>& Neighbours::ReadersOf(int tensor) const {
  static const auto* const kNone = new std::vector<Node>;
  if (tensors_ == nullptr) return *kNone;
  const auto at = tensors_->find(tensor);
  return at == tensors_->end() ? *kNone : at->second.readers;
}

StatusOr<std::vector<int>> LongestPrefix(TfLiteContext* context,
                                         const Neighbours& neighbours,
                                         const std::vector<int>& nodes) {
  const std::set<int> candidates(nodes.begin(), nodes.end());
  std::set<int> taken;
  std::vector<int> prefix;
  TFLL_RETURN_IF_ERROR(ForEachNode(context, [&](const GraphNode& node) {
    if (candidates.count(node.index) == 0) return;
    for (int i = 0; i < node.num_inputs(); ++i) {
      const Neighbours::Node* writer = neighbours.WriterOf(node.input(i));
      if (writer != nullptr && taken.count(writer->index) == 0) return;
    }
    taken.insert(node.index);
    prefix.push_back(node.index);
  }));
  return prefix;
}

}  // namespace tflite::delegates
