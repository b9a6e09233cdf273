#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_INSTANCE_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_INSTANCE_H_

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "delegates/gpu/device/vulkan/vulkan_functions.h"
#include "delegates/gpu/device/vulkan/vulkan_handles.h"

namespace tflite::gpu {

using namespace delegates;

// A connection to the Vulkan drivers of this machine. Thread-safe.
class VulkanInstance {
 public:
  // Instances without validation are shared. With it, each is one of its own;
  // Unavailable where the validation layer is not installed.
  static StatusOr<std::shared_ptr<VulkanInstance>> Get(bool validation);

  // One of the application, which stays its own.
  static StatusOr<std::shared_ptr<VulkanInstance>> Adopt(
      const VulkanHandles& lent);

  ~VulkanInstance();
  VulkanInstance(const VulkanInstance&) = delete;
  VulkanInstance& operator=(const VulkanInstance&) = delete;

  const VulkanInstanceFunctions& vk() const { return vk_; }
  VkInstance handle() const { return instance_; }
  uint32_t api_version() const { return api_version_; }

  // Those of Vulkan 1.1 and later that compute; processors of graphics before
  // drivers that compute on the host, else in the loader's order.
  std::vector<VkPhysicalDevice> Devices() const;

  // An error with the first message of the validation layer, once it has given
  // one; OK without validation.
  Status ValidationStatus() const;

 private:
  VulkanInstance() = default;
  Status Create(const VulkanGlobalFunctions& global, bool validation);
  Status CreateMessenger(const VulkanGlobalFunctions& global);
  static VKAPI_ATTR VkBool32 VKAPI_CALL
  OnMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
            VkDebugUtilsMessageTypeFlagsEXT types,
            const VkDebugUtilsMessengerCallbackDataEXT* message, void* self);

  VulkanInstanceFunctions vk_;
  VkInstance instance_ = VK_NULL_HANDLE;
  uint32_t api_version_ = 0;
  bool owned_ = true;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  PFN_vkDestroyDebugUtilsMessengerEXT destroy_messenger_ = nullptr;

  mutable std::mutex mutex_;
  std::string first_message_;  // guarded by mutex_
};

// The family of queues that computing is done on: one that does not draw, if
// there is one. Negative if there is none at all.
int ComputeQueueFamily(const VulkanInstanceFunctions& vk,
                       VkPhysicalDevice device);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_INSTANCE_H_
