#ifndef DELEGATES_GPU_DEVICE_VULKAN_SPIRV_PRUNE_H_
#define DELEGATES_GPU_DEVICE_VULKAN_SPIRV_PRUNE_H_

#include <cstdint>
#include <map>
#include <vector>

#include "absl/types/span.h"

namespace tflite::gpu {

// A module without the branches that its specialization constants rule out, nor
// the functions that only those call. Drivers inline and optimize all of a
// module before they look at the constants; for kernels that choose among many
// functions that is most of the time they take. What is left computes the same
// when it is specialized likewise.
//
// `constants`, by SpecId, stand in for the defaults. Of the words of a kernel
// library; a module that is cut off comes back as it is.
std::vector<uint32_t> PruneSpirv(absl::Span<const uint32_t> module,
                                 const std::map<uint32_t, int32_t>& constants);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_SPIRV_PRUNE_H_
