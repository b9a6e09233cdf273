#ifndef DELEGATES_GPU_API_GPU_DEVICE_H_
#define DELEGATES_GPU_API_GPU_DEVICE_H_

#include <memory>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

using namespace delegates;

// The options for creating a device.
GpuDeviceOptions ToDeviceOptions(const GpuOptions& options);

// Returns the process's device for the back-end that the options select; opens
// it on first use. Devices stay open until the process ends, so that later
// interpreters reuse compiled kernels; a lost device is replaced. Unavailable,
// with each back-end's message, if there is none.
StatusOr<std::shared_ptr<GpuDevice>> AcquireGpuDevice(
    const GpuOptions& options);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_API_GPU_DEVICE_H_
