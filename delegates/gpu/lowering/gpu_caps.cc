#include "delegates/gpu/lowering/gpu_caps.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "delegates/common/graph_node.h"

namespace tflite::gpu {
namespace {

// Kernels have 32-bit counters of elements and of words, round up, and advance
// in steps of a grid, 32768 workgroups of 64, the last of which passes the end.
constexpr int64_t kMostCounted =
    std::numeric_limits<int32_t>::max() - int64_t{32768} * 64 - 64;

}  // namespace

Status CheckSize(const TensorView& tensor, const GpuPlanCaps& caps) {
  if (tensor.num_elements() == 0) {
    return Unsupported("tensors without elements are not supported");
  }
  const int64_t words = static_cast<int64_t>(tensor.bytes() / 4);
  if (std::max(tensor.num_elements(), words) > kMostCounted ||
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
