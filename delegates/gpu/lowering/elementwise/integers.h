#ifndef DELEGATES_GPU_LOWERING_ELEMENTWISE_INTEGERS_H_
#define DELEGATES_GPU_LOWERING_ELEMENTWISE_INTEGERS_H_

#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"
#include "kernels/binary/binary.h"

namespace tflite::gpu {

using namespace delegates;

// A function of two INT32 operands, followed by a clamp.
struct IntPairs {
  int code;  // of the kernel
  GpuWalk walk;
  int32_t low, high;
};
// `code` is the function's code in a chain, or, if a chain does not have the
// function, the reason; the kernel for integers may still have it.
StatusOr<IntPairs> PlanIntPairs(const Binary& op, const StatusOr<int>& code,
                                const NodeView& node, const GpuPlanCaps& caps);
void EmitIntPairs(const IntPairs& plan, const NodeView& node,
                  GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_ELEMENTWISE_INTEGERS_H_
