#ifndef DELEGATES_GPU_GPU_DEVICE_H_
#define DELEGATES_GPU_GPU_DEVICE_H_

#include <memory>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/gpu_options.h"

namespace tflite::gpu {

using namespace delegates;

// What a device of these options is made with.
GpuDeviceOptions ToDeviceOptions(const GpuOptions& options);

// The process's device of the back-end that the options choose, opened when
// first asked for. Devices stay open for the life of the process, so that what
// was compiled for one interpreter serves the next. Unavailable, with what each
// back-end says, where there is none.
StatusOr<std::shared_ptr<GpuDevice>> AcquireGpuDevice(
    const GpuOptions& options);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_DEVICE_H_
