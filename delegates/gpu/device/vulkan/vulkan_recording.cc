#include "delegates/gpu/device/vulkan/vulkan_recording.h"

namespace tflite::gpu {
namespace {

constexpr VkPipelineStageFlags kWork =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkAccessFlags kWrites =
    VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
constexpr VkAccessFlags kReads =
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;

void Barrier(const VulkanContext& context, VkCommandBuffer commands,
             VkPipelineStageFlags from, VkAccessFlags written,
             VkPipelineStageFlags to, VkAccessFlags accesses) {
  VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  barrier.srcAccessMask = written;
  barrier.dstAccessMask = accesses;
  context.vk().CmdPipelineBarrier(commands, from, to, 0, 1, &barrier, 0,
                                  nullptr, 0, nullptr);
}

}  // namespace

StatusOr<VulkanHandle<VkFence>> CreateFence(
    const std::shared_ptr<const VulkanContext>& context) {
  const VkFenceCreateInfo info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  return CreateVulkanObject(context, context->vk().CreateFence,
                            context->vk().DestroyFence, info, "vkCreateFence");
}

StatusOr<VulkanHandle<VkCommandPool>> CreateCommandPool(
    const std::shared_ptr<const VulkanContext>& context) {
  VkCommandPoolCreateInfo info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  info.queueFamilyIndex = context->caps().queue_family;
  return CreateVulkanObject(context, context->vk().CreateCommandPool,
                            context->vk().DestroyCommandPool, info,
                            "vkCreateCommandPool");
}

StatusOr<VkCommandBuffer> AllocateCommandBuffer(const VulkanContext& context,
                                                VkCommandPool pool) {
  VkCommandBufferAllocateInfo info = {
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = pool;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  TFLL_RETURN_IF_ERROR(context.Check(
      context.vk().AllocateCommandBuffers(context.device(), &info, &commands),
      "vkAllocateCommandBuffers"));
  return commands;
}

Status BeginCommands(const VulkanContext& context, VkCommandBuffer commands) {
  const VkCommandBufferBeginInfo info = {
      VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  TFLL_RETURN_IF_ERROR(
      context.Check(context.vk().BeginCommandBuffer(commands, &info),
                    "vkBeginCommandBuffer"));
  // An application may have written its buffers with any kind of command.
  Barrier(context, commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
          VK_ACCESS_MEMORY_WRITE_BIT, kWork, kReads | kWrites);
  return OkStatus();
}

Status EndCommands(const VulkanContext& context, VkCommandBuffer commands) {
  Barrier(context, commands, kWork, kWrites,
          VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
          VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT |
              VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT);
  return context.Check(context.vk().EndCommandBuffer(commands),
                       "vkEndCommandBuffer");
}

void RecordBarrier(const VulkanContext& context, VkCommandBuffer commands) {
  Barrier(context, commands, kWork, kWrites, kWork, kReads | kWrites);
}

}  // namespace tflite::gpu
