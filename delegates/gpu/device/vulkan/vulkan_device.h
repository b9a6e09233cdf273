#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_DEVICE_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_DEVICE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/foreign_buffer.h"
#include "delegates/gpu/device/vulkan/vulkan_context.h"
#include "delegates/gpu/device/vulkan/vulkan_memory.h"
#include "delegates/gpu/device/vulkan/vulkan_pipeline.h"

namespace tflite::gpu {

using namespace delegates;

struct VulkanOptions {
  // A part of the name of the device to use or of its driver's, or its number
  // in the order of VulkanInstance::Devices; empty: the first.
  std::string device;
  // Runs with the validation layer, which is slow; any message of it is an
  // error of the call that caused it, or of the next.
  bool validation = false;
  // What to use if its device is not null; `device` does not count then.
  VulkanHandles lent;
  // Tests put functions that fail in the place of the driver's.
  std::function<void(VulkanDeviceFunctions&)> replace_functions;

  // TFLL_VULKAN_DEVICE and TFLL_VULKAN_VALIDATION ("1").
  static VulkanOptions FromEnvironment();
};

// A GPU by way of Vulkan 1.1 or later.
class VulkanDevice : public GpuDevice {
 public:
  // Unavailable, with what was looked for, where the machine has no driver.
  static StatusOr<std::shared_ptr<VulkanDevice>> Create(
      const GpuDeviceOptions& options,
      const VulkanOptions& vulkan_options = VulkanOptions::FromEnvironment());

  // They live as long as the device.
  VulkanHandles handles() const { return context_->handles(); }

  // A part of a buffer of handles().device, which outlives what is made of it.
  // An error where it is certain that it lacks the part.
  StatusOr<GpuForeignBuffer> Wrap(VkBuffer buffer, uint64_t offset,
                                  uint64_t bytes);

  bool is_lost() const override { return context_->is_lost(); }
  StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                GpuUse use) override;
  Status Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
               const void* from) override;
  Status Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
              void* to) override;
  StatusOr<void*> Map(GpuBuffer& buffer) override;
  Status Unmap(GpuBuffer& mapped) override;
  StatusOr<std::shared_ptr<GpuBuffer>> Import(void* data,
                                              uint64_t bytes) override;
  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override;
  StatusOr<std::unique_ptr<GpuCommands>> Record(
      std::vector<GpuStep> steps) override;

 private:
  VulkanDevice(std::shared_ptr<const VulkanContext> context,
               const GpuDeviceOptions& options);

  const std::shared_ptr<const VulkanContext> context_;
  VulkanStaging staging_;
  std::unique_ptr<VulkanPipelines> pipelines_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_DEVICE_H_
