#ifndef DELEGATES_GPU_SELF_CHECK_BYTE_PROBLEMS_H_
#define DELEGATES_GPU_SELF_CHECK_BYTE_PROBLEMS_H_

#include <vector>

#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/self_check/windows.h"

namespace tflite::gpu {

using namespace delegates;

// Common parts of problems with 8-bit integers.
using Integers = std::vector<int>;

std::vector<float> Bits(const std::vector<int32_t>& words);
// Packs four values per word.
std::vector<float> Packed(const Integers& values);
void AppendParams(const Integers& values, GpuCall* call);
// The kernel's operands are `inputs`, in this order, and then the result.
GpuSumProblem BytesProblem(const GpuKernelSpec& spec,
                           std::vector<std::vector<float>> inputs,
                           std::vector<float> expected, const Integers& params);
// Sets as many groups as `extents` invocations need.
void SetGroups(const Integers& extents, GpuCall* call);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_BYTE_PROBLEMS_H_
