#ifndef DELEGATES_GPU_GPU_CAPS_H_
#define DELEGATES_GPU_GPU_CAPS_H_

#include "delegates/common/graph_facts.h"
#include "delegates/gpu/device/device.h"
#include "tensorflow_lite_lite/base/node_view.h"

namespace tflite::gpu {

using namespace delegates;

// What decides about an operator: the device, the options, and the graph.
struct GpuPlanCaps : GraphFacts {
  GpuCaps device;
  bool take_quantized = true;
  bool half = false;  // FLOAT32 tensors are of half precision on the device
};

// A tensor that kernels can address: it has elements, fewer than 2^31 of them,
// and fits in a buffer.
Status CheckSize(const TensorView& tensor, const GpuPlanCaps& caps);

// CheckSize of all inputs that are present and all outputs.
Status CheckSizes(const NodeView& node, const GpuPlanCaps& caps);

// The same, and all inputs in [0, inputs) and outputs are FLOAT32. What is
// absent passes.
Status CheckFloats(const NodeView& node, const GpuPlanCaps& caps, int inputs);

// The loops of an invocation take no more than `steps` in all, which the driver
// runs.
Status CheckLoops(int64_t steps, const GpuCaps& caps);

// The element type, for reasons: "type INT8 is not supported".
Status UnsupportedType(TfLiteType type);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_CAPS_H_
