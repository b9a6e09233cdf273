#ifndef DELEGATES_GPU_DEVICE_DEVICE_CAPS_H_
#define DELEGATES_GPU_DEVICE_DEVICE_CAPS_H_

#include <array>
#include <cstdint>
#include <string>

namespace tflite::gpu {

enum class GpuBackend { kOpenCl, kVulkan };

// "OpenCL", "Vulkan".
const char* GpuBackendName(GpuBackend backend);

struct GpuCaps {
  GpuBackend backend = GpuBackend::kOpenCl;
  std::string name;            // of the device
  std::string driver;          // vendor and version; part of cache keys
  bool software = false;       // computes on the host's processor
  uint32_t subgroup_size = 0;  // 0: unknown or variable
  std::array<uint32_t, 3> max_workgroup = {1, 1, 1};
  std::array<uint32_t, 3> max_groups = {65535, 65535, 65535};
  uint32_t max_invocations = 1;  // per workgroup
  uint32_t shared_memory_bytes = 0;
  // Total iterations of all loops of one invocation, after which the driver
  // silently ends them; 0: no limit.
  uint32_t max_loop_steps = 0;
  bool subgroup_shuffle = false;
  bool fp16_storage = false;
  bool fp16_math = false;
  bool int8_storage = false;
  bool int8_dot = false;           // on words of four signed bytes
  bool int8_dot_fast = false;      // in hardware instructions
  bool unified_memory = false;     // kernels use kShared memory at full speed
  bool direct_transfers = false;   // Write and Read are fast on all memory
  uint32_t import_alignment = 0;   // of host memory, see Import; 0: unsupported
  uint64_t max_buffer_bytes = 0;   // per allocation and per binding
  uint32_t offset_alignment = 64;  // of binding offsets, in bytes
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_DEVICE_CAPS_H_
