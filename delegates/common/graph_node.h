#ifndef DELEGATES_COMMON_GRAPH_NODE_H_
#define DELEGATES_COMMON_GRAPH_NODE_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// A node of the host's graph with the identity of its operator. Uses only the
// registration fields that exist in all releases. Owns nothing.
struct GraphNode {
  GraphNode(const TfLiteRegistration& registration, const TfLiteNode* node,
            int index = -1)
      : node(node),
        builtin_code(registration.builtin_code),
        custom_name(registration.custom_name),
        version(registration.version),
        index(index) {}

  bool Is(int code, const char* name) const;
  // Tensor indices; negative for an omitted optional input.
  int num_inputs() const { return Size(node->inputs); }
  int num_outputs() const { return Size(node->outputs); }
  int input(int i) const { return node->inputs->data[i]; }
  int output(int i) const { return node->outputs->data[i]; }

  const TfLiteNode* node;
  int builtin_code;
  const char* custom_name;  // custom operators only, may be null
  int version;
  int index;  // in the graph, for messages; -1 if unknown

 private:
  static int Size(const TfLiteIntArray* a) { return a ? a->size : 0; }
};

// The node with this index. Only while the host lets delegates look at it.
StatusOr<GraphNode> NodeAt(TfLiteContext* context, int index);

// Calls the function for each node of the graph, in execution order. Only while
// the host lets delegates look at the nodes.
Status ForEachNode(TfLiteContext* context,
                   const std::function<void(const GraphNode&)>& function);

// A node for binding. A host built for an older version of an operator may have
// allocated a shorter options struct: the options are copied to a full one,
// with zero in the fields that the host lacks.
class CompleteNode {
 public:
  explicit CompleteNode(const GraphNode& node);
  const TfLiteNode* get() const { return &node_; }

 private:
  static constexpr size_t kLargest = 32;

  TfLiteNode node_;
  alignas(8) char options_[kLargest] = {};
};

// A copy of a node that stays valid when the host's graph changes. The options
// are not copied: the host keeps them as long as the node.
class OwnedNode {
 public:
  explicit OwnedNode(const GraphNode& node);
  OwnedNode(const OwnedNode&) = delete;
  OwnedNode& operator=(const OwnedNode&) = delete;

  GraphNode get() const { return {registration_, &node_, index_}; }

 private:
  struct FreeArray {
    void operator()(TfLiteIntArray* a) const { TfLiteIntArrayFree(a); }
  };
  std::unique_ptr<TfLiteIntArray, FreeArray> inputs_, outputs_, intermediates_;
  std::string custom_name_;
  TfLiteNode node_;
  TfLiteRegistration registration_;
  int index_;
};

// Unsupported for a node that has tensors of dynamic size or of a type without
// a fixed element size, missing outputs, or variables. Inputs may be variables
// if `takes_state`, for operators that the delegate runs with their state.
Status CheckNodeTensors(const NodeView& node, bool takes_state = false);

// A refusal such as "type INT8 is not supported".
Status UnsupportedType(TfLiteType type);

// Turns a bind error into Unsupported: the node stays on the CPU, which reports
// the error if it is one.
StatusOr<std::unique_ptr<BoundOp>> BoundOrUnsupported(
    StatusOr<std::unique_ptr<BoundOp>> op);

// Unsupported if an output shape depends on data; an error if the shapes of the
// output tensors differ from those inferred from the inputs.
Status CheckOutputShapes(const NodeView& node, const BoundOp& op);

// Sets the shapes of the outputs to the inferred ones. Unsupported if one
// depends on data.
Status ResizeOutputs(const NodeView& node, const BoundOp& op);

// "node 12" and the name of its first output, for messages. Does not include
// the operator's name.
std::string Describe(TfLiteContext* context, const GraphNode& node);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_GRAPH_NODE_H_
