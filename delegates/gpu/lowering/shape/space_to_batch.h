#ifndef DELEGATES_GPU_LOWERING_SHAPE_SPACE_TO_BATCH_H_
#define DELEGATES_GPU_LOWERING_SHAPE_SPACE_TO_BATCH_H_

#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/shape/box.h"
#include "kernels/space_to_batch_nd/space_to_batch_nd.h"

namespace tflite::gpu {

using namespace delegates;

// Two boxes: pads and divides into blocks, or joins blocks and crops.
struct SpaceToBatchPlan {
  BoxPlan first, second;
  int64_t elements;  // between the two
};
StatusOr<SpaceToBatchPlan> PlanSpaceToBatch(const SpaceToBatchNd& op,
                                            const NodeView& node,
                                            const GpuPlanCaps& caps);
void EmitSpaceToBatch(const SpaceToBatchPlan& plan, const NodeView& node,
                      GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_SHAPE_SPACE_TO_BATCH_H_
