#ifndef DELEGATES_GPU_LOWERING_CONVOLUTION_POOL_H_
#define DELEGATES_GPU_LOWERING_CONVOLUTION_POOL_H_

#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/pool_2d/pool_2d.h"
#include "kernels/resize/resize.h"

namespace tflite::gpu {

using namespace delegates;

// Operators on the two middle dimensions of FLOAT32, INT8 and UINT8 images.
struct PoolPlan {
  Pool2d op;
};
StatusOr<PoolPlan> PlanPool(const Pool2d& op, const NodeView& node,
                            const GpuPlanCaps& caps);
void EmitPool(const PoolPlan& plan, const NodeView& node, GpuBuilder& builder);

// Nearest neighbour also supports other types, if their pixels are whole words.
struct ResizePlan {
  Resize op;
};
StatusOr<ResizePlan> PlanResize(const Resize& op, const NodeView& node,
                                const GpuPlanCaps& caps);
void EmitResize(const ResizePlan& plan, const NodeView& node,
                GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CONVOLUTION_POOL_H_
