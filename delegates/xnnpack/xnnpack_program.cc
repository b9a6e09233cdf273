#include "delegates/xnnpack/xnnpack_program.h"

#include <cstring>

#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite::xnnpack {

bool XnnProgram::Locate(TfLiteContext* context) {
  const bool first = places_.empty();
  if (first) {
    places_.resize(parts_.border.size());
    copies_.resize(parts_.border.size());
    if (!parts_.unread.empty() && scratch_ == nullptr) {
      scratch_ = std::make_unique<XnnBytes>(parts_.scratch_bytes);
    }
    for (const uint32_t value : parts_.unread) {
      places_.push_back({value, scratch_->data()});
    }
  }
  bool changed = first;
  for (size_t i = 0; i < parts_.border.size(); ++i) {
    const Border& border = parts_.border[i];
    const TfLiteTensor& tensor = context->tensors[border.tensor];
    void* data = tensor.data.data;
    // The application's memory may end at the tensor's last byte.
    if (border.is_input && tensor.allocation_type == kTfLiteCustom) {
      if (copies_[i] == nullptr) {
        copies_[i] = std::make_unique<XnnBytes>(tensor.bytes);
      }
      std::memcpy(copies_[i]->data(), data, tensor.bytes);
      data = copies_[i]->data();
    }
    changed |= places_[i].data != data;
    places_[i] = {border.value, data};
  }
  return changed;
}

Status XnnProgram::CheckShapes(const TfLiteContext& context) const {
#if TFLL_HAS_xnn_get_external_value_shape
  for (const Border& border : parts_.border) {
    if (border.is_input) continue;
    const TensorView tensor(&context.tensors[border.tensor]);
    size_t rank = 0;
    size_t dims[XNN_MAX_TENSOR_DIMS];
    const xnn_status status = xnn_get_external_value_shape(
        parts_.runtime.get(), border.value, &rank, dims);
    const Shape computed(dims, dims + rank);
    const Shape wanted = tensor.rank() == 0 ? Shape{1} : tensor.shape();
    if (status != xnn_status_success || computed != wanted) {
      return Internal("XNNPACK computes ", tensor.ToString(), " as ",
                      computed.ToString());
    }
  }
#endif
  return OkStatus();
}

Status XnnProgram::Run(TfLiteContext* context) {
  for (const Known& known : parts_.known) {
    const TfLiteTensor& tensor = context->tensors[known.tensor];
    if (tensor.data.data == nullptr) return Internal("an output has no memory");
    std::memcpy(tensor.data.data, known.bytes->data(), tensor.bytes);
  }
  if (parts_.runtime == nullptr) return OkStatus();
  if (Locate(context)) {
    const xnn_status status =
        xnn_setup_runtime(parts_.runtime.get(), places_.size(), places_.data());
    if (status != xnn_status_success) {
      places_.clear();
      return Internal("XNNPACK does not take the tensors: ",
                      StatusName(status));
    }
    const Status shapes = CheckShapes(*context);
    if (!shapes.ok()) {
      places_.clear();
      return shapes;
    }
  }
  const xnn_status status = xnn_invoke_runtime(parts_.runtime.get());
  if (status == xnn_status_success) return OkStatus();
  return Internal("XNNPACK does not run: ", StatusName(status));
}

}  // namespace tflite::xnnpack
