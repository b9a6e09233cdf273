#include "delegates/xnnpack/xnnpack_program.h"

#include <cstring>

namespace tflite::xnnpack {

Status XnnProgram::Prepare(TfLiteContext* context) {
  for (Known& known : parts_.known) {
    known.written_to = nullptr;
    TfLiteTensor& tensor = context->tensors[known.tensor];
    if (tensor.allocation_type == kTfLiteArenaRw) {
      tensor.allocation_type = kTfLiteArenaRwPersistent;
    }
  }
  return OkStatus();
}

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

Status XnnProgram::Run(TfLiteContext* context) {
  for (Known& known : parts_.known) {
    const TfLiteTensor& tensor = context->tensors[known.tensor];
    if (known.written_to == tensor.data.data) continue;
    if (tensor.data.data == nullptr) return Internal("an output has no memory");
    std::memcpy(tensor.data.data, known.bytes->data(), tensor.bytes);
    if (tensor.allocation_type == kTfLiteArenaRwPersistent) {
      known.written_to = tensor.data.data;
    }
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
  }
  const xnn_status status = xnn_invoke_runtime(parts_.runtime.get());
  if (status == xnn_status_success) return OkStatus();
  return Internal("XNNPACK does not run: ", StatusName(status));
}

}  // namespace tflite::xnnpack
