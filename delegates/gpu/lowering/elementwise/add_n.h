#ifndef DELEGATES_GPU_LOWERING_ELEMENTWISE_ADD_N_H_
#define DELEGATES_GPU_LOWERING_ELEMENTWISE_ADD_N_H_

#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"
#include "kernels/add_n/add_n.h"

namespace tflite::gpu {

using namespace delegates;

// ADD_N of FLOAT32 or INT32; the inputs are added one after the other.
struct AddNPlan {
  bool integers = false;
  GpuWalk walk;  // for integers
};
StatusOr<AddNPlan> PlanAddN(const AddN& op, const NodeView& node,
                            const GpuPlanCaps& caps);
void EmitAddN(const AddNPlan& plan, const NodeView& node, GpuBuilder& builder);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_ELEMENTWISE_ADD_N_H_
