#ifndef DELEGATES_GPU_DEVICE_DEVICE_CHECKS_H_
#define DELEGATES_GPU_DEVICE_DEVICE_CHECKS_H_

#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/kernel_library.h"

namespace tflite::gpu {

using namespace delegates;

// Checks that each back-end performs before it calls its library, which may not
// check.

// Finds the kernel of `spec`. An error if the library (which may be null) does
// not contain it, or if it has no version for the back-end or lacks a constant
// of `spec`; Unsupported if the device does not support its workgroup.
StatusOr<const GpuKernelText*> FindKernel(const GpuKernelLibrary* library,
                                          const GpuKernelSpec& spec,
                                          const GpuCaps& caps);

// Checks that the range is inside the buffer.
Status CheckRange(const GpuBuffer& buffer, uint64_t offset, uint64_t bytes);

// Checks the requirements of device.h on steps.
Status CheckSteps(const std::vector<GpuStep>& steps, const GpuCaps& caps);

// Returns an operand of a step, numbered as in GpuRebinding; null if it does
// not exist.
GpuBinding* BindingAt(GpuStep* step, size_t operand);

// Checks the changes and applies them; on an error, `steps` is unchanged.
Status RebindSteps(const std::vector<GpuRebinding>& changes,
                   const GpuCaps& caps, std::vector<GpuStep>* steps);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_DEVICE_CHECKS_H_
