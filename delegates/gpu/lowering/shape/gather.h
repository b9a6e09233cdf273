#ifndef DELEGATES_GPU_LOWERING_SHAPE_GATHER_H_
#define DELEGATES_GPU_LOWERING_SHAPE_GATHER_H_

#include <variant>

#include "delegates/gpu/kernels/shape/gather_kernels.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/embedding_lookup/embedding_lookup.h"
#include "kernels/gather/gather.h"
#include "kernels/gather_nd/gather_nd.h"

namespace tflite::gpu {

using namespace delegates;

// Selects slices by INT32 or INT64 indices. Constant indices are checked while
// planning, others by the kernel: a run with an index out of range fails.
struct GatherPlan {
  // Complete except for operands and faults.
  std::variant<GatherPackedKernel, GatherNdPackedKernel, GatherKernel,
               GatherNdKernel>
      kernel;
  int64_t count = 0;
  int value = 0, indices = 1;  // inputs
  bool check = false;          // whether each run checks the indices
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

#endif  // DELEGATES_GPU_LOWERING_SHAPE_GATHER_H_
