#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_RECORDING_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_RECORDING_H_

#include <memory>

#include "delegates/gpu/device/vulkan/vulkan_context.h"

namespace tflite::gpu {

using namespace delegates;

StatusOr<VulkanHandle<VkFence>> CreateFence(
    const std::shared_ptr<const VulkanContext>& context);

// For command buffers that can be re-recorded individually.
StatusOr<VulkanHandle<VkCommandPool>> CreateCommandPool(
    const std::shared_ptr<const VulkanContext>& context);

// Freed with the pool.
StatusOr<VkCommandBuffer> AllocateCommandBuffer(const VulkanContext& context,
                                                VkCommandPool pool);

// Commands between these two see the writes of earlier submissions. Their own
// writes are visible to the host and to later submissions.
Status BeginCommands(const VulkanContext& context, VkCommandBuffer commands);
Status EndCommands(const VulkanContext& context, VkCommandBuffer commands);

// Orders all dispatches and copies recorded so far before all that follow.
void RecordBarrier(const VulkanContext& context, VkCommandBuffer commands);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_RECORDING_H_
