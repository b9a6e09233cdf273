#ifndef DELEGATES_GPU_DEVICE_VULKAN_SPIRV_PRUNE_H_
#define DELEGATES_GPU_DEVICE_VULKAN_SPIRV_PRUNE_H_

#include <cstdint>
#include <map>
#include <vector>

#include "absl/types/span.h"

namespace tflite::gpu {

// Returns the module without the branches that its specialization constants
// exclude, and without functions that are called only from these. Drivers
// inline and optimize the whole module before they apply the constants, which
// takes most of the compile time of kernels that select among many functions.
// The result computes the same when it is specialized with the same constants.
//
// `constants` maps SpecIds to values that replace the defaults. `module` is
// from a kernel library; a truncated module is returned unchanged.
std::vector<uint32_t> PruneSpirv(absl::Span<const uint32_t> module,
                                 const std::map<uint32_t, int32_t>& constants);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_SPIRV_PRUNE_H_
