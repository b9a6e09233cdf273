#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_CONTEXT_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_CONTEXT_H_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "delegates/gpu/device/vulkan/vulkan_caps.h"
#include "delegates/gpu/device/vulkan/vulkan_instance.h"

namespace tflite::gpu {

using namespace delegates;

// A logical device and its queue. Objects created from it keep it alive.
// Thread-safe.
class VulkanContext {
 public:
  // `replace` may replace functions of the driver, for tests.
  static StatusOr<std::shared_ptr<VulkanContext>> Create(
      std::shared_ptr<VulkanInstance> instance, VkPhysicalDevice physical,
      const std::function<void(VulkanDeviceFunctions&)>& replace);
  // Uses a device and queue of the application, which keeps ownership.
  static StatusOr<std::shared_ptr<VulkanContext>> Adopt(
      std::shared_ptr<VulkanInstance> instance, const VulkanHandles& lent,
      const std::function<void(VulkanDeviceFunctions&)>& replace);

  ~VulkanContext();
  VulkanContext(const VulkanContext&) = delete;
  VulkanContext& operator=(const VulkanContext&) = delete;

  const VulkanDeviceFunctions& vk() const { return vk_; }
  VkDevice device() const { return device_; }
  const VulkanCaps& caps() const { return caps_; }
  bool is_lost() const { return lost_; }
  // For applications, with the functions of the instance.
  VulkanHandles handles() const;
  // Null if host memory cannot be imported.
  PFN_vkGetMemoryHostPointerPropertiesEXT host_pointer_properties() const {
    return host_pointer_properties_;
  }

  // The error of a call, or a message of the validation layer about it or an
  // earlier call. Records if the device is lost.
  Status Check(VkResult result, const char* call) const;

  // Runs `commands` and waits until they are finished. `fence` must be
  // unsignaled, and is again afterwards.
  Status Submit(VkCommandBuffer commands, VkFence fence) const;

 private:
  VulkanContext() = default;
  Status LoadFunctions(
      const std::function<void(VulkanDeviceFunctions&)>& replace);
  Status Queue(VkCommandBuffer commands, VkFence fence) const;

  std::shared_ptr<VulkanInstance> instance_;
  VulkanCaps caps_;
  VulkanDeviceFunctions vk_;
  VkDevice device_ = VK_NULL_HANDLE;
  bool owned_ = true;
  PFN_vkGetMemoryHostPointerPropertiesEXT host_pointer_properties_ = nullptr;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::function<void()> lock_queue_, unlock_queue_;  // of the application
  mutable std::mutex queue_mutex_;
  mutable std::atomic<bool> lost_{false};
};

// Owns an object created from a context.
template <typename T>
class VulkanHandle {
 public:
  using Destroy = void(VKAPI_PTR*)(VkDevice, T, const VkAllocationCallbacks*);

  VulkanHandle() = default;
  VulkanHandle(std::shared_ptr<const VulkanContext> context, Destroy destroy,
               T handle)
      : context_(std::move(context)), destroy_(destroy), handle_(handle) {}
  ~VulkanHandle() {
    if (handle_ != T{}) destroy_(context_->device(), handle_, nullptr);
  }
  VulkanHandle(VulkanHandle&& other) noexcept { *this = std::move(other); }
  VulkanHandle& operator=(VulkanHandle&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(destroy_, other.destroy_);
    std::swap(handle_, other.handle_);
    return *this;
  }

  T get() const { return handle_; }

 private:
  std::shared_ptr<const VulkanContext> context_;
  Destroy destroy_ = nullptr;
  T handle_ = {};
};

// CreateVulkanObject(context, vk.CreateFence, vk.DestroyFence, info,
//                    "vkCreateFence")
template <typename T, typename Info>
StatusOr<VulkanHandle<T>> CreateVulkanObject(
    const std::shared_ptr<const VulkanContext>& context,
    VkResult(VKAPI_PTR* create)(VkDevice, const Info*,
                                const VkAllocationCallbacks*, T*),
    typename VulkanHandle<T>::Destroy destroy, const Info& info,
    const char* call) {
  T made = {};
  const VkResult result = create(context->device(), &info, nullptr, &made);
  VulkanHandle<T> object(context, destroy, result == VK_SUCCESS ? made : T{});
  TFLL_RETURN_IF_ERROR(context->Check(result, call));
  return object;
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_CONTEXT_H_
