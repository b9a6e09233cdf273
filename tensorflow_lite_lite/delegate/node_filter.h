#ifndef TENSORFLOW_LITE_LITE_DELEGATE_NODE_FILTER_H_
#define TENSORFLOW_LITE_LITE_DELEGATE_NODE_FILTER_H_

#include <limits>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::delegates {

// The properties of a node that a filter checks. Not owned; valid for one call.
struct FilteredNode {
  int index = 0;             // in the graph
  const char* op_name = "";  // OperatorName()
  // Names of the output tensors, which users know as layer names.
  std::vector<const char*> output_names;
};

// The user's selection of nodes that a delegate may take: by operator, by name
// and by index. Each list is a comma-separated string:
//
//   CONV_2D            an operator by the schema's name, or a custom operator
//   #12                the node with this index
//   name:conv_1/       nodes with an output tensor whose name contains the text
//
// An empty list of allowed nodes allows all; denying takes precedence over
// allowing. Spaces around items are ignored. Immutable.
class NodeFilter {
 public:
  // Accepts every node.
  NodeFilter() = default;

  // InvalidArgument, naming the item, if a list cannot be parsed.
  static StatusOr<NodeFilter> Parse(const std::string& allow,
                                    const std::string& deny);

  // Also rejects nodes before `first` and after `last`.
  void LimitIndices(int first, int last) {
    first_index_ = first;
    last_index_ = last;
  }

  // True if Check() uses the names of a node.
  bool LooksAtNames() const { return !allow_.empty() || !deny_.empty(); }

  // OK, or Unsupported with the reason.
  Status Check(const FilteredNode& node) const;

 private:
  struct Item {
    enum Kind { kOperator, kIndex, kName } kind;
    int index;
    std::string text;  // as the user wrote it, without "name:"
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
