#ifndef TENSORFLOW_LITE_LITE_DELEGATE_NODE_FILTER_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_NODE_FILTER_H_

#include <limits>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::delegates {

// What a filter asks about a node. Borrowed for a call.
struct FilteredNode {
  int index = 0;             // in the graph
  const char* op_name = "";  // OperatorName()
  // Names of the output tensors: what a model calls its layers.
  std::vector<const char*> output_names;
};

// The user's choice of nodes that a delegate may take: by operator, by name and
// by index. Each list is text, items separated by commas:
//
//   CONV_2D            an operator by the schema's name, or a custom operator
//   #12                the node with this index
//   name:conv_1/       nodes with an output tensor whose name contains the text
//
// An empty list of allowed nodes allows all; what is denied stays denied where
// it is allowed too. Spaces around items are ignored. Immutable.
class NodeFilter {
 public:
  // Lets every node pass.
  NodeFilter() = default;

  // InvalidArgument, naming the item, where a list cannot be read.
  static StatusOr<NodeFilter> Parse(const std::string& allow,
                                    const std::string& deny);

  // Nodes before `first` and after `last` do not pass either.
  void LimitIndices(int first, int last) {
    first_index_ = first;
    last_index_ = last;
  }

  // True where Check() has use for a node's names.
  bool LooksAtNames() const { return !allow_.empty() || !deny_.empty(); }

  // OK, or Unsupported with the reason.
  Status Check(const FilteredNode& node) const;

 private:
  struct Item {
    enum Kind { kOperator, kIndex, kName } kind;
    int index;
    std::string text;  // as the user wrote it, "name:" taken off
  };

  static StatusOr<std::vector<Item>> ParseList(const std::string& list,
                                               const char* list_name);
  static const Item* Find(const std::vector<Item>& items,
                          const FilteredNode& node);

  std::vector<Item> allow_;
  std::vector<Item> deny_;
  int first_index_ = 0;
  int last_index_ = std::numeric_limits<int>::max();
};

}  // namespace tflite::delegates

#endif  // TENSORFLOW_LITE_LITE_DELEGATE_NODE_FILTER_H_
