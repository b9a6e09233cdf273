#include "delegates/dsp/lowering/checks.h"

namespace tflite::dsp {
namespace {

Status CheckSize(const TensorView& tensor, const DspCaps& caps) {
  if (!tensor) return OkStatus();
  if (tensor.num_elements() <= 0) {
    return Unsupported("tensors without elements are not supported");
  }
  TFLL_ASSIGN_OR_RETURN(const size_t bytes,
                        BytesFor(tensor.type(), tensor.num_elements()));
  if (bytes > static_cast<uint64_t>(caps.most_bytes)) {
    return Unsupported("a tensor of ", bytes,
                       " bytes is too large for the device");
  }
  return OkStatus();
}

}  // namespace

Status CheckSizes(const NodeView& node, const DspCaps& caps) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    TFLL_RETURN_IF_ERROR(CheckSize(node.input(i), caps));
  }
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_RETURN_IF_ERROR(CheckSize(node.output(i), caps));
  }
  return OkStatus();
}

}  // namespace tflite::dsp
