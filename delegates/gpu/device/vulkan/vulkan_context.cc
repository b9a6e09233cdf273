#include "delegates/gpu/device/vulkan/vulkan_context.h"

namespace tflite::gpu {

StatusOr<std::shared_ptr<VulkanContext>> VulkanContext::Create(
    std::shared_ptr<VulkanInstance> instance, VkPhysicalDevice physical,
    const std::function<void(VulkanDeviceFunctions&)>& replace) {
  std::shared_ptr<VulkanContext> context(new VulkanContext);
  const VulkanInstanceFunctions& vk = instance->vk();
  context->instance_ = std::move(instance);
  context->caps_ =
      ReadVulkanCaps(vk, physical, context->instance_->api_version(), nullptr);

  VulkanFeatures features(context->caps_);
  features.Query(vk, physical);
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = context->caps_.queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = features.chain();
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  std::vector<const char*> extensions = features.extensions();
  if (context->caps_.import_alignment > 0) {
    extensions.push_back(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  }
  if (context->caps_.creation_feedback &&
      context->caps_.version < VK_API_VERSION_1_3) {
    extensions.push_back(VK_EXT_PIPELINE_CREATION_FEEDBACK_EXTENSION_NAME);
  }
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  TFLL_RETURN_IF_ERROR(context->Check(
      vk.CreateDevice(physical, &info, nullptr, &context->device_),
      "vkCreateDevice"));
  TFLL_RETURN_IF_ERROR(context->LoadFunctions(replace));
  context->vk_.GetDeviceQueue(context->device_, queue.queueFamilyIndex, 0,
                              &context->queue_);
  return context;
}

StatusOr<std::shared_ptr<VulkanContext>> VulkanContext::Adopt(
    std::shared_ptr<VulkanInstance> instance, const VulkanHandles& lent,
    const std::function<void(VulkanDeviceFunctions&)>& replace) {
  std::shared_ptr<VulkanContext> context(new VulkanContext);
  context->owned_ = false;
  context->instance_ = std::move(instance);
  const VulkanInstanceFunctions& vk = context->instance_->vk();
  uint32_t families = 0;
  vk.GetPhysicalDeviceQueueFamilyProperties(lent.physical_device, &families,
                                            nullptr);
  std::vector<VkQueueFamilyProperties> all(families);
  vk.GetPhysicalDeviceQueueFamilyProperties(lent.physical_device, &families,
                                            all.data());
  if (lent.queue_family >= families ||
      (all[lent.queue_family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) {
    return Invalid("Vulkan: queue family ", lent.queue_family,
                   " does not compute");
  }
  context->caps_ = ReadVulkanCaps(vk, lent.physical_device,
                                  context->instance_->api_version(), &lent);
  context->device_ = lent.device;
  context->queue_ = lent.queue;
  if (lent.lock_queue && lent.unlock_queue) {
    context->lock_queue_ = lent.lock_queue;
    context->unlock_queue_ = lent.unlock_queue;
  }
  TFLL_RETURN_IF_ERROR(context->LoadFunctions(replace));
  return context;
}

Status VulkanContext::LoadFunctions(
    const std::function<void(VulkanDeviceFunctions&)>& replace) {
  TFLL_RETURN_IF_ERROR(LoadDeviceFunctions(instance_->vk(), device_, &vk_));
  // Null without the extension.
  host_pointer_properties_ =
      reinterpret_cast<PFN_vkGetMemoryHostPointerPropertiesEXT>(
          instance_->vk().GetDeviceProcAddr(
              device_, "vkGetMemoryHostPointerPropertiesEXT"));
  if (host_pointer_properties_ == nullptr) {
    caps_.import_alignment = caps_.gpu.import_alignment = 0;
  }
  if (replace) replace(vk_);
  return OkStatus();
}

VulkanHandles VulkanContext::handles() const {
  VulkanHandles handles;
  handles.instance = instance_->handle();
  handles.physical_device = caps_.physical_device;
  handles.device = device_;
  handles.queue_family = caps_.queue_family;
  handles.queue = queue_;
  handles.api_version = instance_->api_version();
  return handles;
}

VulkanContext::~VulkanContext() {
  if (owned_ && device_ != VK_NULL_HANDLE && vk_.DestroyDevice != nullptr) {
    vk_.DestroyDevice(device_, nullptr);
  }
}

Status VulkanContext::Check(VkResult result, const char* call) const {
  if (result == VK_ERROR_DEVICE_LOST) lost_ = true;
  TFLL_RETURN_IF_ERROR(VulkanStatus(result, call));
  return instance_->ValidationStatus();
}

Status VulkanContext::Queue(VkCommandBuffer commands, VkFence fence) const {
  VkSubmitInfo info = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  std::lock_guard<std::mutex> lock(queue_mutex_);
  if (lock_queue_) lock_queue_();
  const VkResult result = vk_.QueueSubmit(queue_, 1, &info, fence);
  if (unlock_queue_) unlock_queue_();
  return Check(result, "vkQueueSubmit");
}

Status VulkanContext::Submit(VkCommandBuffer commands, VkFence fence) const {
  if (lost_) return Internal("Vulkan: the device was lost earlier");
  TFLL_RETURN_IF_ERROR(Queue(commands, fence));
  const VkResult waited =
      vk_.WaitForFences(device_, 1, &fence, VK_TRUE, UINT64_MAX);
  if (waited != VK_SUCCESS) {
    // The caller destroys what the commands use: they must not run any more.
    lost_ = true;
    vk_.DeviceWaitIdle(device_);
  }
  TFLL_RETURN_IF_ERROR(Check(waited, "vkWaitForFences"));
  return Check(vk_.ResetFences(device_, 1, &fence), "vkResetFences");
}

}  // namespace tflite::gpu
