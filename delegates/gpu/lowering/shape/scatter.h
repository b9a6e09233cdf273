#ifndef DELEGATES_GPU_LOWERING_SHAPE_SCATTER_H_
#define DELEGATES_GPU_LOWERING_SHAPE_SCATTER_H_

#include <variant>

#include "delegates/gpu/kernels/shape/scatter_kernels.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/scatter_nd/scatter_nd.h"
#include "kernels/segment/segment.h"

namespace tflite::gpu {

using namespace delegates;

// Combines slices at the positions that indices specify: one kernel computes
// the positions of the slices, then another one loops over all of them for each
// element. A run with an index out of range fails.
struct ScatterPlan {
  int indices = 0, updates = 1;  // inputs
  // Complete except for operands and faults.
  ScatterSlicesKernel slices;
  std::variant<ScatterBytesKernel, ScatterJoinKernel> join;
  int64_t count = 0, picks = 0;
};
StatusOr<ScatterPlan> PlanScatterNd(const ScatterNd& op, const NodeView& node,
                                    const GpuPlanCaps& caps);
StatusOr<ScatterPlan> PlanSegment(const Segment& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
void EmitScatter(const ScatterPlan& plan, const NodeView& node,
                 GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_SHAPE_SCATTER_H_
