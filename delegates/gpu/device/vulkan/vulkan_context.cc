#include "delegates/gpu/device/vulkan/vulkan_context.h"

namespace tflite {

StatusOr<std::shared_ptr<VulkanContext>> VulkanContext::Create(
    std::shared_ptr<VulkanInstance> instance, VkPhysicalDevice physical,
    const std::function<void(VulkanDeviceFunctions&)>& replace) {
  std::shared_ptr<VulkanContext> context(new VulkanContext);
  const VulkanInstanceFunctions& vk = instance->vk();
  context->instance_ = std::move(instance);
  context->caps_ = ReadVulkanCaps(vk, physical);

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
  info.enabledExtensionCount =
      static_cast<uint32_t>(features.extensions().size());
  info.ppEnabledExtensionNames = features.extensions().data();
  TFLL_RETURN_IF_ERROR(context->Check(
      vk.CreateDevice(physical, &info, nullptr, &context->device_),
      "vkCreateDevice"));
  TFLL_ASSIGN_OR_RETURN(context->vk_,
                        LoadDeviceFunctions(vk, context->device_));
  if (replace) replace(context->vk_);
  context->vk_.GetDeviceQueue(context->device_, queue.queueFamilyIndex, 0,
                              &context->queue_);
  return context;
}

VulkanContext::~VulkanContext() {
  if (device_ != VK_NULL_HANDLE && vk_.DestroyDevice != nullptr) {
    vk_.DestroyDevice(device_, nullptr);
  }
}

Status VulkanContext::Check(VkResult result, const char* call) const {
  if (result == VK_ERROR_DEVICE_LOST) lost_ = true;
  TFLL_RETURN_IF_ERROR(VulkanStatus(result, call));
  return instance_->ValidationStatus();
}

Status VulkanContext::Submit(VkCommandBuffer commands, VkFence fence) const {
  if (lost_) return Internal("Vulkan: the device was lost earlier");
  VkSubmitInfo info = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  {
    std::lock_guard<std::mutex> lock(queue_mutex_);
    TFLL_RETURN_IF_ERROR(
        Check(vk_.QueueSubmit(queue_, 1, &info, fence), "vkQueueSubmit"));
  }
  TFLL_RETURN_IF_ERROR(
      Check(vk_.WaitForFences(device_, 1, &fence, VK_TRUE, UINT64_MAX),
            "vkWaitForFences"));
  return Check(vk_.ResetFences(device_, 1, &fence), "vkResetFences");
}

}  // namespace tflite
