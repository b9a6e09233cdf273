#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_RECORDING_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_RECORDING_H_

#include <memory>

#include "delegates/gpu/device/vulkan/vulkan_context.h"

namespace tflite::gpu {

using namespace delegates;

StatusOr<VulkanHandle<VkFence>> CreateFence(
    const std::shared_ptr<const VulkanContext>& context);

// Of command buffers that can be recorded anew one by one.
StatusOr<VulkanHandle<VkCommandPool>> CreateCommandPool(
    const std::shared_ptr<const VulkanContext>& context);

// Freed with the pool.
StatusOr<VkCommandBuffer> AllocateCommandBuffer(const VulkanContext& context,
                                                VkCommandPool pool);

// Commands between these two see what earlier submissions wrote, and the host
// and later submissions see what they write.
Status BeginCommands(const VulkanContext& context, VkCommandBuffer commands);
Status EndCommands(const VulkanContext& context, VkCommandBuffer commands);

// Everything recorded so far comes before everything that follows: dispatches
// and copies alike.
void RecordBarrier(const VulkanContext& context, VkCommandBuffer commands);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_RECORDING_H_
