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
  // Selects the device by a part of its name or of its driver's name, or by its
  // number in the order of VulkanInstance::Devices. Empty: the first.
  std::string device;
  // Enables the validation layer, which is slow. Each of its messages becomes
  // an error of the call that caused it or of a later one.
  bool validation = false;
  // The objects to use, if its `device` is not null; the name above is then
  // ignored.
  VulkanHandles lent;
  // For tests: replaces functions of the driver, e.g. by failing ones.
  std::function<void(VulkanDeviceFunctions&)> replace_functions;

  // From the environment variables TFLL_VULKAN_DEVICE and
  // TFLL_VULKAN_VALIDATION ("1").
  static VulkanOptions FromEnvironment();
};

// A GPU that is used through Vulkan 1.1 or later.
class VulkanDevice : public GpuDevice {
 public:
  // Unavailable, with what was searched for, if the machine has no driver.
  static StatusOr<std::shared_ptr<VulkanDevice>> Create(
      const GpuDeviceOptions& options,
      const VulkanOptions& vulkan_options = VulkanOptions::FromEnvironment());

  // Valid as long as the device lives.
  VulkanHandles handles() const { return context_->handles(); }

  // Creates a reference to a part of a buffer of handles().device, which must
  // outlive all uses of the result. An error if the buffer is known not to
  // contain the part.
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
