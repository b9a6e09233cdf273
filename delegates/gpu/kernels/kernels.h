#ifndef DELEGATES_GPU_KERNELS_KERNELS_H_
#define DELEGATES_GPU_KERNELS_KERNELS_H_

#include "delegates/gpu/device/kernel_library.h"

namespace tflite::gpu {

// The kernels of this folder's files.
const GpuKernelLibrary& GpuKernels();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_KERNELS_KERNELS_H_
