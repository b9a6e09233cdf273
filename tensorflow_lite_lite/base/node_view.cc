#include "tensorflow_lite_lite/base/node_view.h"

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::base {

TensorView NodeView::At(const TfLiteIntArray* indices, int i) const {
  if (i < 0 || i >= Size(indices)) return TensorView();
  const int index = indices->data[i];
  if (index < 0 || static_cast<size_t>(index) >= context_->tensors_size) {
    return TensorView();
  }
  return TensorView(&context_->tensors[index]);
}

StatusOr<TensorView> NodeView::RequiredInput(int i) const {
  const TensorView tensor = input(i);
  if (!tensor) return Invalid("input ", i, " is missing");
  return tensor;
}

StatusOr<TensorView> NodeView::RequiredOutput(int i) const {
  const TensorView tensor = output(i);
  if (!tensor) return Invalid("output ", i, " is missing");
  return tensor;
}

Status NodeView::CheckCounts(int min_inputs, int max_inputs,
                             int outputs) const {
  if (num_inputs() < min_inputs ||
      (max_inputs >= 0 && num_inputs() > max_inputs)) {
    return Invalid("has ", num_inputs(), " inputs, wants ", min_inputs,
                   max_inputs < 0             ? " or more"
                   : max_inputs == min_inputs ? ""
                                              : StrCat(" to ", max_inputs));
  }
  if (num_outputs() != outputs) {
    return Invalid("has ", num_outputs(), " outputs, wants ", outputs);
  }
  return OkStatus();
}

}  // namespace tflite::base
