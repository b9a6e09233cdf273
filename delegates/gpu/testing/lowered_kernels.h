#ifndef DELEGATES_GPU_TESTING_LOWERED_KERNELS_H_
#define DELEGATES_GPU_TESTING_LOWERED_KERNELS_H_

#include <set>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "testing/conformance/case.h"

namespace tflite::gpu {

// The cases of the conformance tests, with as many random ones an operator as
// the delegate's own tests have.
std::vector<conformance::Case> AllGpuCases();

// The variants of kernels that programs of the cases are made of on a device
// with these features, in full precision or, with `half`, also in half. Nothing
// is computed, so that there need be no such device. Where a kernel has a
// self-check it is the variant that is checked: without a chain.
std::set<GpuKernelSpec> LoweredKernels(
    const std::vector<conformance::Case>& cases, const GpuCaps& caps,
    bool half);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTING_LOWERED_KERNELS_H_
