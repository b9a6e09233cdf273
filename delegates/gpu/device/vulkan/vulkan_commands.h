#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_COMMANDS_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_COMMANDS_H_

#include <memory>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/vulkan/vulkan_context.h"
#include "delegates/gpu/device/vulkan/vulkan_pipeline.h"

namespace tflite::gpu {

using namespace delegates;

// A list of steps as a command buffer. When times are requested, there is a
// second one with timestamps between the steps.
class VulkanCommands : public GpuCommands {
 public:
  static StatusOr<std::unique_ptr<VulkanCommands>> Create(
      std::shared_ptr<const VulkanContext> context, std::vector<GpuStep> steps);

  Status Rebind(const std::vector<GpuRebinding>& changes) override;
  Status Run() override;
  StatusOr<std::vector<uint64_t>> RunTimed() override;

 private:
  VulkanCommands(std::shared_ptr<const VulkanContext> context,
                 std::vector<GpuStep> steps)
      : context_(std::move(context)), steps_(std::move(steps)) {}

  Status CreateDescriptorSets();
  void WriteDescriptorSet(size_t step) const;
  Status Record();
  Status CreateTimes();
  Status RecordTimed();
  void RecordStep(VkCommandBuffer commands, size_t index) const;
  void RecordDispatch(VkCommandBuffer commands, const GpuDispatch& dispatch,
                      VkDescriptorSet set) const;

  const std::shared_ptr<const VulkanContext> context_;
  std::vector<GpuStep> steps_;
  VulkanHandle<VkDescriptorPool> descriptors_;
  std::vector<VkDescriptorSet> sets_;  // one per step; null for copies
  VulkanHandle<VkFence> fence_;
  VulkanHandle<VkCommandPool> pool_;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;  // of pool_
  // Created by the first RunTimed.
  VulkanHandle<VkQueryPool> times_;
  VkCommandBuffer timed_commands_ = VK_NULL_HANDLE;
  bool timed_recorded_ = false;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_COMMANDS_H_
