#include "delegates/gpu/lowering/gpu_caps.h"

#include <limits>

#include "delegates/common/graph_node.h"

namespace tflite::gpu {

Status CheckSize(const TensorView& tensor, const GpuPlanCaps& caps) {
  if (tensor.num_elements() == 0) {
    return Unsupported("tensors without elements are not supported");
  }
  // Kernels use 32-bit counters and round up.
  if (tensor.num_elements() > std::numeric_limits<int32_t>::max() - 64 ||
      tensor.bytes() + 64 > caps.device.max_buffer_bytes) {
    return Unsupported("a tensor of ", tensor.bytes(),
                       " bytes is too large for the device");
  }
  return OkStatus();
}

Status CheckLoops(int64_t steps, const GpuCaps& caps) {
  if (caps.max_loop_steps == 0 || steps <= int64_t{caps.max_loop_steps}) {
    return OkStatus();
  }
  return Unsupported("loops of ", steps,
                     " steps, of which the driver would leave some out");
}

Status CheckSizes(const NodeView& node, const GpuPlanCaps& caps) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (node.input(i)) TFLL_RETURN_IF_ERROR(CheckSize(node.input(i), caps));
  }
  for (int i = 0; i < node.num_outputs(); ++i) {
    TFLL_RETURN_IF_ERROR(CheckSize(node.output(i), caps));
  }
  return OkStatus();
}

Status CheckFloats(const NodeView& node, const GpuPlanCaps& caps, int inputs) {
  for (int i = 0; i < inputs; ++i) {
    if (node.input(i) && node.input(i).type() != kTfLiteFloat32) {
      return UnsupportedType(node.input(i).type());
    }
  }
  for (int i = 0; i < node.num_outputs(); ++i) {
    if (node.output(i).type() != kTfLiteFloat32) {
      return UnsupportedType(node.output(i).type());
    }
  }
  return CheckSizes(node, caps);
}

}  // namespace tflite::gpu
