#ifndef DELEGATES_COMMON_GRAPH_NODE_H_
#define DELEGATES_COMMON_GRAPH_NODE_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "tensorflow_lite_lite/base/op.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::delegates {

// A node of the host's graph with what identifies its operator. Reads only the
// fields that registrations of every release have. Borrows.
struct GraphNode {
  GraphNode(const TfLiteRegistration& registration, const TfLiteNode* node,
            int index = -1)
      : node(node),
        builtin_code(registration.builtin_code),
        custom_name(registration.custom_name),
        version(registration.version),
        index(index) {}

  bool Is(int code, const char* name) const;
  // Indices of tensors; an optional input that is left out is negative.
  int num_inputs() const { return Size(node->inputs); }
  int num_outputs() const { return Size(node->outputs); }
  int input(int i) const { return node->inputs->data[i]; }
  int output(int i) const { return node->outputs->data[i]; }

  const TfLiteNode* node;
  int builtin_code;
  const char* custom_name;  // of a custom operator, may be null
  int version;
  int index;  // in the graph, for messages; -1 unknown

 private:
  static int Size(const TfLiteIntArray* a) { return a ? a->size : 0; }
};

// Calls the function for each node of the graph, in order of execution. Only
// while the host lets delegates look at them.
Status ForEachNode(TfLiteContext* context,
                   const std::function<void(const GraphNode&)>& function);

// A node for binding. Options that have grown since some hosts were built are
// given in full, the fields that the host lacks being zero: a host whose
// version of the operator is older allocated less.
class CompleteNode {
 public:
  explicit CompleteNode(const GraphNode& node);
  const TfLiteNode* get() const { return &node_; }

 private:
  static constexpr size_t kLargest = 32;

  TfLiteNode node_;
  alignas(8) char options_[kLargest];
};

// A copy of a node that stays valid when the host's graph changes. Options
// remain the host's, which keeps them as long as it keeps the node.
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

// What no delegate of this frame takes: tensors that are missing, of dynamic
// size, or of a type without a size; variables but as inputs of operators that
// the delegate takes with their state.
Status CheckNodeTensors(const NodeView& node, bool takes_state = false);

// A node that does not bind is left to the CPU, which reports the error if it
// is one.
StatusOr<std::unique_ptr<BoundOp>> BoundOrUnsupported(
    StatusOr<std::unique_ptr<BoundOp>> op);

// Unsupported where a shape depends on data; an error where the tensors' shapes
// are not those that follow from the inputs.
Status CheckOutputShapes(const NodeView& node, const BoundOp& op);

// Gives the outputs the shapes bound. Unsupported where one depends on data.
Status ResizeOutputs(const NodeView& node, const BoundOp& op);

// "CONV_2D" is the caller's to print; this is "node 12" and the name of its
// first output, for messages.
std::string Describe(TfLiteContext* context, const GraphNode& node);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_GRAPH_NODE_H_
