#ifndef DELEGATES_GPU_LOWERING_RECURRENT_SVDF_H_
#define DELEGATES_GPU_LOWERING_RECURRENT_SVDF_H_

#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/svdf/svdf.h"

namespace tflite::gpu {

using namespace delegates;

// SVDF of FLOAT32 and of integers; its state is handled as in recurrent.h.
StatusOr<Svdf> PlanSvdf(const Svdf& op, const NodeView& node,
                        const GpuPlanCaps& caps);
void EmitSvdf(const Svdf& op, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_RECURRENT_SVDF_H_
