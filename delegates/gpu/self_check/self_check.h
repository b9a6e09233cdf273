#ifndef DELEGATES_GPU_SELF_CHECK_SELF_CHECK_H_
#define DELEGATES_GPU_SELF_CHECK_SELF_CHECK_H_

#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

using namespace delegates;

// Checks whether the device computes a variant of a kernel correctly: runs it
// on a small problem on the first call, and keeps the result, in the process
// and in the device's program cache. This exists because drivers have compiled
// kernels incorrectly. Chains are checked only with a single addition.
//
// Unsupported if the results are wrong. Half-precision kernels may round
// results in either direction. OK for kernels without a problem. Thread-safe:
// different kernels are checked concurrently, and each kernel by one thread
// only.
Status CheckGpuKernel(GpuDevice& device, const GpuKernelSpec& spec);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_SELF_CHECK_H_
