#ifndef DELEGATES_GPU_TESTS_LOWERED_KERNELS_H_
#define DELEGATES_GPU_TESTS_LOWERED_KERNELS_H_

#include <set>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "tensorflow_lite_lite/c/common.h"
#include "testing/conformance/case.h"

namespace tflite::gpu {

// The cases of the conformance tests, with the same number of random cases per
// operator as in the delegate's own tests.
std::vector<conformance::Case> AllGpuCases();

// The names of the cases in conformance.sample, below the checkout's `root`,
// which ends with a slash or is empty.
std::set<std::string> GpuSampleNames(const std::string& root);

// Of AllGpuCases, those that the delegate's conformance tests run.
std::vector<conformance::Case> SampledGpuCases(const std::string& root);

// The features of all kinds of devices: with subgroup operations on Vulkan, and
// with and without optional features.
std::vector<GpuCaps> AllKindsOfGpuCaps();

// Builds the case and applies the delegate to it, without computing anything.
void LowerCase(const conformance::Case& c, TfLiteDelegate* delegate);

// The variants of kernels that the programs of the cases use on a device with
// these features, in full precision or, with `half`, also in half precision.
// Nothing is computed, so the device need not exist. For a kernel with a
// self-check, it is the checked variant, without a chain.
std::set<GpuKernelSpec> LoweredKernels(
    const std::vector<conformance::Case>& cases, const GpuCaps& caps,
    bool half);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_LOWERED_KERNELS_H_
