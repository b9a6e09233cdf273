#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_HANDLES_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_HANDLES_H_

#include <functional>
#include <set>
#include <string>

#include "vulkan/vulkan_core.h"

namespace tflite::gpu {

// Vulkan objects of the application, which must outlive all uses.
struct VulkanHandles {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  uint32_t queue_family = 0;
  VkQueue queue = VK_NULL_HANDLE;
  // Null: the function of the library that is opened at run time.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;
  // The API version of the instance, VK_API_VERSION_1_1 or later.
  uint32_t api_version = VK_API_VERSION_1_1;
  // The extensions and features with which the device was created. The chain is
  // only read during the call.
  std::set<std::string> extensions;
  const VkPhysicalDeviceFeatures2* features = nullptr;
  // Called before and after each use of the queue, if both are set.
  std::function<void()> lock_queue, unlock_queue;
};

// A number that identifies the object. Handles are pointers or integers,
// depending on the machine.
template <typename Handle>
uint64_t HandleNumber(Handle handle) {
  return (uint64_t)handle;
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_HANDLES_H_
