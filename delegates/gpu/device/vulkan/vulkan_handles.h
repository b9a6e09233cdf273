#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_HANDLES_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_HANDLES_H_

#include <functional>
#include <set>
#include <string>

#include "vulkan/vulkan_core.h"

namespace tflite::gpu {

// What an application has made and lends; it outlives all that uses it.
struct VulkanHandles {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  uint32_t queue_family = 0;
  VkQueue queue = VK_NULL_HANDLE;
  // Null: that of the library that is opened at run time.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  // What the instance was made for, VK_API_VERSION_1_1 or later.
  uint32_t api_version = VK_API_VERSION_1_1;
  // What the device was made with. The chain is borrowed for the call.
  std::set<std::string> extensions;
  const VkPhysicalDeviceFeatures2* features = nullptr;
  // Called around each use of the queue, where both are set.
  std::function<void()> lock_queue, unlock_queue;
};

// Tells objects apart; handles are pointers or numbers, as the machine has it.
template <typename Handle>
uint64_t HandleNumber(Handle handle) {
  return (uint64_t)handle;
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_HANDLES_H_
