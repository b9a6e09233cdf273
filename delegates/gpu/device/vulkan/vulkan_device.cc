#include "delegates/gpu/device/vulkan/vulkan_device.h"

#include <cstdlib>

#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/device/vulkan/vulkan_commands.h"
#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// The names of the device and its driver, e.g. "llvmpipe (…), Mesa 25.0.7".
std::string NamesOf(const VulkanInstance& instance, VkPhysicalDevice device) {
  const VulkanCaps caps =
      ReadVulkanCaps(instance.vk(), device, instance.api_version(), nullptr);
  return StrCat(caps.gpu.name, ", ", caps.gpu.driver);
}

StatusOr<VkPhysicalDevice> ChooseDevice(const VulkanInstance& instance,
                                        const std::string& wanted) {
  const std::vector<VkPhysicalDevice> devices = instance.Devices();
  if (devices.empty()) {
    return Unavailable("Vulkan has no device that computes");
  }
  if (wanted.empty()) return devices.front();
  size_t index = 0;
  if (ParseNumber(wanted, &index)) {
    if (index < devices.size()) return devices[index];
    return Unavailable(
        StrCat("Vulkan has no device ", index, " of ", devices.size()));
  }
  std::string found;
  for (VkPhysicalDevice device : devices) {
    const std::string names = NamesOf(instance, device);
    if (StrContains(names, wanted)) return device;
    StrAppend(&found, found.empty() ? "" : "; ", names);
  }
  return Unavailable(StrCat("Vulkan has no device or driver named '", wanted,
                            "', only: ", found));
}

StatusOr<std::shared_ptr<VulkanContext>> OpenContext(
    const VulkanOptions& options) {
  if (options.lent.device != VK_NULL_HANDLE) {
    TFLL_ASSIGN_OR_RETURN(std::shared_ptr<VulkanInstance> instance,
                          VulkanInstance::Adopt(options.lent));
    return VulkanContext::Adopt(std::move(instance), options.lent,
                                options.replace_functions);
  }
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<VulkanInstance> instance,
                        VulkanInstance::Get(options.validation));
  TFLL_ASSIGN_OR_RETURN(const VkPhysicalDevice physical,
                        ChooseDevice(*instance, options.device));
  return VulkanContext::Create(std::move(instance), physical,
                               options.replace_functions);
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
  if (options.force_staging) {
    caps_.unified_memory = false;
    caps_.import_alignment = 0;
  }
}

StatusOr<std::shared_ptr<VulkanDevice>> VulkanDevice::Create(
    const GpuDeviceOptions& options, const VulkanOptions& vulkan_options) {
  TFLL_ASSIGN_OR_RETURN(const std::shared_ptr<const VulkanContext> context,
                        OpenContext(vulkan_options));
  std::shared_ptr<VulkanDevice> device(new VulkanDevice(context, options));
  TFLL_ASSIGN_OR_RETURN(
      device->pipelines_,
      VulkanPipelines::Create(context, options.kernels, options.cache));
  return device;
}

StatusOr<std::shared_ptr<GpuBuffer>> VulkanDevice::Allocate(uint64_t bytes,
                                                            GpuUse use) {
  if (use == GpuUse::kShared && !caps_.unified_memory) {
    return Invalid("the device shares no memory with the host");
  }
  // Drivers need not check this.
  if (bytes > caps_.max_buffer_bytes) {
    return ResourceExhausted(StrCat("Vulkan: a buffer of ", bytes,
                                    " bytes; the most is ",
                                    caps_.max_buffer_bytes));
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

StatusOr<void*> VulkanDevice::Map(GpuBuffer& buffer) {
  const auto& memory = static_cast<const VulkanBuffer&>(buffer);
  if (!caps_.unified_memory || !memory.is_mapped()) {
    return GpuDevice::Map(buffer);
  }
  return memory.host();
}

Status VulkanDevice::Unmap(GpuBuffer& mapped) {
  return static_cast<const VulkanBuffer&>(mapped).Flush();
}

StatusOr<GpuForeignBuffer> VulkanDevice::Wrap(VkBuffer buffer, uint64_t offset,
                                              uint64_t bytes) {
  if (buffer == VK_NULL_HANDLE) return Invalid("Vulkan: the buffer is null");
  uint64_t end = 0;
  if (!CheckedAdd(offset, bytes, &end)) {
    return Invalid("Vulkan: ", bytes, " bytes at ", offset);
  }
  GpuForeignBuffer foreign;
  TFLL_ASSIGN_OR_RETURN(foreign.part.buffer,
                        VulkanBuffer::Wrap(context_, buffer, end));
  foreign.part.offset = offset;
  foreign.part.bytes = bytes;
  foreign.memory = HandleNumber(buffer);
  return foreign;
}

StatusOr<std::shared_ptr<GpuBuffer>> VulkanDevice::Import(void* data,
                                                          uint64_t bytes) {
  if (caps_.import_alignment == 0) {
    return Unsupported("the device does not use the host's memory");
  }
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<VulkanBuffer> buffer,
                        VulkanBuffer::Import(context_, data, bytes));
  return std::shared_ptr<GpuBuffer>(std::move(buffer));
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
  // A program is complete, so save what was compiled for it.
  pipelines_->Save();
  return std::unique_ptr<GpuCommands>(std::move(commands));
}

}  // namespace tflite::gpu
