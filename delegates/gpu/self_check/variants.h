#ifndef DELEGATES_GPU_SELF_CHECK_VARIANTS_H_
#define DELEGATES_GPU_SELF_CHECK_VARIANTS_H_

#include <vector>

#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

// For tests: the variants of kernels that lowering chooses from on a device.
std::vector<GpuKernelSpec> Variants(const GpuCaps& caps);
// Those of half precision, where the device has them.
std::vector<GpuKernelSpec> HalfVariants(const GpuCaps& caps);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_VARIANTS_H_
