#ifndef DELEGATES_GPU_LOWERING_GPU_CAPS_H_
#define DELEGATES_GPU_LOWERING_GPU_CAPS_H_

#include "delegates/common/graph_facts.h"
#include "delegates/gpu/device/device.h"
#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::gpu {

using namespace delegates;

// Properties on which support for an operator depends: the device, the options,
// and the graph.
struct GpuPlanCaps : GraphFacts {
  GpuCaps device;
  bool take_quantized = true;
  bool half = false;  // FLOAT32 tensors have half precision on the device
};

// Checks that kernels can address the tensor: it has elements, fewer than about
// 2^31 of them and of 32-bit words, and fits in a buffer.
Status CheckSize(const TensorView& tensor, const GpuPlanCaps& caps);

// CheckSize for all inputs that are present and all outputs.
Status CheckSizes(const NodeView& node, const GpuPlanCaps& caps);

// The same, and checks that the outputs and the first `inputs` inputs are
// FLOAT32. Absent inputs are accepted.
Status CheckFloats(const NodeView& node, const GpuPlanCaps& caps, int inputs);

// Checks that the driver supports loops with a total of `steps` iterations per
// invocation.
Status CheckLoops(int64_t steps, const GpuCaps& caps);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_GPU_CAPS_H_
