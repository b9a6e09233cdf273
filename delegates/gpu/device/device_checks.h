#ifndef DELEGATES_GPU_DEVICE_DEVICE_CHECKS_H_
#define DELEGATES_GPU_DEVICE_DEVICE_CHECKS_H_

#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/kernel_library.h"

namespace tflite::gpu {

using namespace delegates;

// What each back-end checks before it asks its library, which may not.

// The kernel that `spec` names; an error where it is not in the library (which
// may be null), has no form for the back-end or no such constant, or where the
// device has no such workgroups.
StatusOr<const GpuKernelText*> FindKernel(const GpuKernelLibrary* library,
                                          const GpuKernelSpec& spec,
                                          const GpuCaps& caps);

// The part of the buffer is in it.
Status CheckRange(const GpuBuffer& buffer, uint64_t offset, uint64_t bytes);

// The steps are what device.h says of them.
Status CheckSteps(const std::vector<GpuStep>& steps, const GpuCaps& caps);

// An operand of a step as GpuRebinding counts them; null where there is none.
GpuBinding* BindingAt(GpuStep* step, size_t operand);

// The changes are to steps' bindings; applies them. Steps are as before where
// one of them is not.
Status RebindSteps(const std::vector<GpuRebinding>& changes,
                   const GpuCaps& caps, std::vector<GpuStep>* steps);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_DEVICE_CHECKS_H_
