#ifndef DELEGATES_GPU_DEVICE_TESTING_TEST_KERNELS_H_
#define DELEGATES_GPU_DEVICE_TESTING_TEST_KERNELS_H_

#include "delegates/gpu/device/kernel_library.h"

namespace tflite::gpu {

// The kernels of device_tests.kernel.
const GpuKernelLibrary& GpuTestKernels();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_TESTING_TEST_KERNELS_H_
