#ifndef DELEGATES_GPU_LOWERING_GPU_LOWERING_H_
#define DELEGATES_GPU_LOWERING_GPU_LOWERING_H_

#include "delegates/common/lowering.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/gpu_caps.h"

namespace tflite::gpu {

using namespace delegates;

// One row for each supported operator.
const LoweringTable<GpuPlanCaps, GpuBuilder>& GpuLowering();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_GPU_LOWERING_H_
