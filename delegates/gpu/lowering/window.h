#ifndef DELEGATES_GPU_LOWERING_WINDOW_H_
#define DELEGATES_GPU_LOWERING_WINDOW_H_

#include "delegates/gpu/gpu_builder.h"
#include "kernels/pool_2d/pool_2d.h"
#include "kernels/resize/resize.h"
#include "kernels/transpose_conv/transpose_conv.h"

namespace tflite {

// Pooling, resizing and transposed convolution of NHWC tensors. FLOAT32;
// nearest neighbours of any type of 4 or 8 bytes.

struct PoolPlan {
  Pool2d op;
  GpuFunction clamp;
};
StatusOr<PoolPlan> PlanPool2d(const Pool2d& op, const NodeView& node,
                              const GpuPlanCaps& caps);
void EmitPool2d(const PoolPlan& plan, const NodeView& node,
                GpuBuilder& builder);

struct ResizePlan {
  Resize op;
  int32_t channels;  // in words
};
StatusOr<ResizePlan> PlanResizeBilinear(const Resize& op, const NodeView& node,
                                        const GpuPlanCaps& caps);
StatusOr<ResizePlan> PlanResizeNearest(const Resize& op, const NodeView& node,
                                       const GpuPlanCaps& caps);
void EmitResize(const ResizePlan& plan, const NodeView& node,
                GpuBuilder& builder);

struct TransposeConvPlan {
  ConvWindow window;
  GpuFunction clamp;
};
StatusOr<TransposeConvPlan> PlanTransposeConv(const TransposeConv& op,
                                              const NodeView& node,
                                              const GpuPlanCaps& caps);
void EmitTransposeConv(const TransposeConvPlan& plan, const NodeView& node,
                       GpuBuilder& builder);

}  // namespace tflite

#endif  // DELEGATES_GPU_LOWERING_WINDOW_H_
