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

// A connection to the machine's Vulkan drivers. Thread-safe.
class VulkanInstance {
 public:
  // Instances without validation are shared; with validation, each call creates
  // one. Unavailable if the validation layer is not installed.
  static StatusOr<std::shared_ptr<VulkanInstance>> Get(bool validation);

  // A new instance, of a loader with these functions.
  static StatusOr<std::shared_ptr<VulkanInstance>> Create(
      const VulkanGlobalFunctions& global, bool validation);

  // Uses an instance of the application, which keeps ownership.
  static StatusOr<std::shared_ptr<VulkanInstance>> Adopt(
      const VulkanHandles& lent);

  ~VulkanInstance();
  VulkanInstance(const VulkanInstance&) = delete;
  VulkanInstance& operator=(const VulkanInstance&) = delete;

  const VulkanInstanceFunctions& vk() const { return vk_; }
  VkInstance handle() const { return instance_; }
  uint32_t api_version() const { return api_version_; }

  // The devices with Vulkan 1.1 or later that support compute: hardware GPUs
  // before drivers that compute on the host, otherwise in the loader's order.
  std::vector<VkPhysicalDevice> Devices() const;

  // An error with the first message of the validation layer, if there was one.
  // OK without validation.
  Status ValidationStatus() const;

 private:
  VulkanInstance() = default;
  Status Open(const VulkanGlobalFunctions& global, bool validation);
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

// The queue family for compute commands: preferably one without graphics.
// Negative if there is none.
int ComputeQueueFamily(const VulkanInstanceFunctions& vk,
                       VkPhysicalDevice device);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_INSTANCE_H_
