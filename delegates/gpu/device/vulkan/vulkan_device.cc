#include "delegates/gpu/device/vulkan/vulkan_device.h"

#include <cstdlib>

#include "absl/strings/numbers.h"
#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/device/vulkan/vulkan_commands.h"

namespace tflite {
namespace {

StatusOr<VkPhysicalDevice> ChooseDevice(const VulkanInstance& instance,
                                        const std::string& wanted) {
  const std::vector<VkPhysicalDevice> devices = instance.Devices();
  if (devices.empty()) {
    return absl::UnavailableError("Vulkan has no device that computes");
  }
  if (wanted.empty()) return devices.front();
  size_t index = 0;
  if (absl::SimpleAtoi(wanted, &index)) {
    if (index < devices.size()) return devices[index];
    return absl::UnavailableError(
        absl::StrCat("Vulkan has no device ", index, " of ", devices.size()));
  }
  for (VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties;
    instance.vk().GetPhysicalDeviceProperties(device, &properties);
    if (std::string(properties.deviceName).find(wanted) != std::string::npos) {
      return device;
    }
  }
  return absl::UnavailableError(
      absl::StrCat("Vulkan has no device named '", wanted, "'"));
}

}  // namespace

VulkanOptions VulkanOptions::FromEnvironment() {
  VulkanOptions options;
  const char* device = std::getenv("TFLL_VULKAN_DEVICE");
  if (device != nullptr) options.device = device;
  const char* validation = std::getenv("TFLL_VULKAN_VALIDATION");
  options.validation = validation != nullptr && std::string(validation) == "1";
  return options;
}

VulkanDevice::VulkanDevice(std::shared_ptr<const VulkanContext> context,
                           const GpuDeviceOptions& options)
    : GpuDevice(options), context_(std::move(context)), staging_(context_) {
  caps_ = context_->caps().gpu;
  if (options.force_staging) caps_.unified_memory = false;
}

StatusOr<std::shared_ptr<GpuDevice>> VulkanDevice::Create(
    const GpuDeviceOptions& options, const VulkanOptions& vulkan_options) {
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<VulkanInstance> instance,
                        VulkanInstance::Get(vulkan_options.validation));
  TFLL_ASSIGN_OR_RETURN(const VkPhysicalDevice physical,
                        ChooseDevice(*instance, vulkan_options.device));
  TFLL_ASSIGN_OR_RETURN(
      const std::shared_ptr<const VulkanContext> context,
      VulkanContext::Create(std::move(instance), physical,
                            vulkan_options.replace_functions));
  std::shared_ptr<VulkanDevice> device(new VulkanDevice(context, options));
  TFLL_ASSIGN_OR_RETURN(
      device->pipelines_,
      VulkanPipelines::Create(context, options.kernels, options.cache));
  return std::shared_ptr<GpuDevice>(std::move(device));
}

StatusOr<std::shared_ptr<GpuBuffer>> VulkanDevice::Allocate(uint64_t bytes,
                                                            GpuUse use) {
  if (use == GpuUse::kShared && !caps_.unified_memory) {
    return Invalid("the device shares no memory with the host");
  }
  TFLL_ASSIGN_OR_RETURN(
      std::shared_ptr<VulkanBuffer> buffer,
      VulkanBuffer::Create(context_, bytes, use, !options().force_staging));
  return std::shared_ptr<GpuBuffer>(std::move(buffer));
}

Status VulkanDevice::Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
                           const void* from) {
  TFLL_RETURN_IF_ERROR(CheckRange(buffer, offset, bytes));
  if (bytes == 0) return OkStatus();
  const auto& to = static_cast<const VulkanBuffer&>(buffer);
  return to.is_mapped() ? to.WriteMapped(offset, bytes, from)
                        : staging_.Write(to, offset, bytes, from);
}

Status VulkanDevice::Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
                          void* to) {
  TFLL_RETURN_IF_ERROR(CheckRange(buffer, offset, bytes));
  if (bytes == 0) return OkStatus();
  const auto& from = static_cast<const VulkanBuffer&>(buffer);
  return from.is_mapped() ? from.ReadMapped(offset, bytes, to)
                          : staging_.Read(from, offset, bytes, to);
}

StatusOr<std::shared_ptr<GpuPipeline>> VulkanDevice::Compile(
    const GpuKernelSpec& spec) {
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<VulkanPipeline> pipeline,
                        pipelines_->Compile(spec));
  return std::shared_ptr<GpuPipeline>(std::move(pipeline));
}

StatusOr<std::unique_ptr<GpuCommands>> VulkanDevice::Record(
    std::vector<GpuStep> steps) {
  TFLL_ASSIGN_OR_RETURN(std::unique_ptr<VulkanCommands> commands,
                        VulkanCommands::Create(context_, std::move(steps)));
  // A program is complete: what was compiled for it is worth keeping.
  pipelines_->Save();
  return std::unique_ptr<GpuCommands>(std::move(commands));
}

}  // namespace tflite
