#ifndef DELEGATES_GPU_SELF_CHECK_SELF_CHECK_H_
#define DELEGATES_GPU_SELF_CHECK_SELF_CHECK_H_

#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

using namespace delegates;

// Whether the device computes right with a variant of a kernel: runs it on a
// small problem when it is first asked for, and remembers the result, in the
// process and in the device's program cache. Drivers have compiled kernels
// wrongly before. Chains are not looked at beyond one addition.
//
// Unsupported where the results are wrong. Kernels of half precision may round
// them in either direction. OK for kernels that no problem is known for. Thread-safe: different kernels are
// checked at once, and one that several threads ask for is checked by one.
Status CheckGpuKernel(GpuDevice& device, const GpuKernelSpec& spec);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_SELF_CHECK_H_
