#ifndef TENSORFLOW_LITE_LITE_BASE_NODE_VIEW_H_
#define TENSORFLOW_LITE_LITE_BASE_NODE_VIEW_H_

#include <string>

#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::base {

// A non-owning view of a node while an operator binds to it: parameters and
// tensors. The only code besides the core that reads the C structs.
class NodeView {
 public:
  // kPrepare: only constants have data. kInvoke: all inputs do.
  enum class Phase { kPrepare, kInvoke };

  NodeView(TfLiteContext* context, const TfLiteNode* node, Phase phase)
      : context_(context), node_(node), phase_(phase) {}

  bool preparing() const { return phase_ == Phase::kPrepare; }

  // True if the elements of an input can be read now. An operator whose output
  // shape depends on an unreadable input binds with a dynamic output and is
  // bound again during invoke.
  bool readable(const TensorView& tensor) const {
    return phase_ == Phase::kInvoke || tensor.is_constant();
  }

  int num_inputs() const { return Size(node_->inputs); }
  int num_outputs() const { return Size(node_->outputs); }
  int num_intermediates() const { return Size(node_->intermediates); }

  // Absent if the index is out of range or an optional tensor is omitted.
  TensorView input(int i) const { return At(node_->inputs, i); }
  TensorView output(int i) const { return At(node_->outputs, i); }
  TensorView intermediate(int i) const { return At(node_->intermediates, i); }

  // The tensor, or an error that names the missing one.
  StatusOr<TensorView> RequiredInput(int i) const;
  StatusOr<TensorView> RequiredOutput(int i) const;
  // An error unless the counts are within the ranges. `max` < 0: no upper
  // limit.
  Status CheckCounts(int min_inputs, int max_inputs, int outputs) const;

  // The parsed options (builtin_op_data.h). Never null for a built-in operator
  // from a model file; a node built by hand may have none, which is an error.
  template <typename Params>
  StatusOr<const Params*> params() const {
    if (node_->builtin_data == nullptr)
      return Invalid("the node has no options");
    return static_cast<const Params*>(node_->builtin_data);
  }
  // Like params(), but returns `Params{}` if there are no options.
  template <typename Params>
  Params params_or_default() const {
    return node_->builtin_data == nullptr
               ? Params{}
               : *static_cast<const Params*>(node_->builtin_data);
  }
  // The options of a custom operator, usually a flexbuffer.
  absl::Span<const uint8_t> custom_options() const {
    return {static_cast<const uint8_t*>(node_->custom_initial_data),
            node_->custom_initial_data == nullptr
                ? 0
                : static_cast<size_t>(node_->custom_initial_data_size)};
  }

  TfLiteContext* context() const { return context_; }
  const TfLiteNode* raw() const { return node_; }

 private:
  static int Size(const TfLiteIntArray* a) {
    return a == nullptr ? 0 : a->size;
  }
  TensorView At(const TfLiteIntArray* indices, int i) const;

  TfLiteContext* context_;
  const TfLiteNode* node_;
  Phase phase_;
};

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_NODE_VIEW_H_
