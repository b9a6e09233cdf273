#ifndef DELEGATES_GPU_LOWERING_GATHER_H_
#define DELEGATES_GPU_LOWERING_GATHER_H_

#include "delegates/gpu/gpu_builder.h"
#include "kernels/gather/gather.h"
#include "kernels/gather_nd/gather_nd.h"

namespace tflite {

// Slices picked by INT32 or INT64 indices. Constant indices are
// checked while planning; others count as the nearest that exists, where the
// CPU would report an error.
struct GatherPlan {
  std::string kernel;
  std::vector<std::pair<std::string, int32_t>> constants;
  int64_t count = 0;
  int64_t elements = 0;          // of packed kernels; 0: others
  std::vector<uint32_t> params;  // after the count
};

StatusOr<GatherPlan> PlanGather(const Gather& op, const NodeView& node,
                                const GpuPlanCaps& caps);
StatusOr<GatherPlan> PlanGatherNd(const GatherNd& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
void EmitGather(const GatherPlan& plan, const NodeView& node,
                GpuBuilder& builder);

}  // namespace tflite

#endif  // DELEGATES_GPU_LOWERING_GATHER_H_
