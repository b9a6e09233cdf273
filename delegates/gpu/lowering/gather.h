#ifndef DELEGATES_GPU_LOWERING_GATHER_H_
#define DELEGATES_GPU_LOWERING_GATHER_H_

#include "delegates/gpu/gpu_builder.h"
#include "kernels/embedding_lookup/embedding_lookup.h"
#include "kernels/gather/gather.h"
#include "kernels/gather_nd/gather_nd.h"

namespace tflite::gpu {

using namespace delegates;

// Slices picked by INT32 or INT64 indices. Constant indices are checked while
// planning, others by the kernel: a run that meets one out of range fails.
struct GatherPlan {
  std::string kernel;
  std::vector<std::pair<std::string, int32_t>> constants;
  int64_t count = 0;
  int64_t elements = 0;          // of packed kernels; 0: others
  std::vector<uint32_t> params;  // after the count and the fault
  int value = 0, indices = 1;    // inputs
  bool check = false;            // the indices, in each run
};

StatusOr<GatherPlan> PlanGather(const Gather& op, const NodeView& node,
                                const GpuPlanCaps& caps);
StatusOr<GatherPlan> PlanGatherNd(const GatherNd& op, const NodeView& node,
                                  const GpuPlanCaps& caps);
StatusOr<GatherPlan> PlanEmbeddingLookup(const EmbeddingLookup& op,
                                         const NodeView& node,
                                         const GpuPlanCaps& caps);
void EmitGather(const GatherPlan& plan, const NodeView& node,
                GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_GATHER_H_
