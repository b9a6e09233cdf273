#include "delegates/gpu/device/vulkan/vulkan_memory.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "delegates/gpu/device/vulkan/vulkan_recording.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// Kernels load vectors of this many bytes, also at the end of a tensor.
constexpr uint64_t kBlock = 16;
// Limits of the size of staging memory.
constexpr uint64_t kMostStagingBytes = uint64_t{32} << 20;
constexpr uint64_t kLeastStagingBytes = uint64_t{64} << 10;

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent =
    VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

constexpr VkExternalMemoryHandleTypeFlagBits kHostAllocation =
    VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;

// The requested properties, most preferred first.
std::initializer_list<VkMemoryPropertyFlags> Wishes(GpuUse use) {
  static constexpr std::initializer_list<VkMemoryPropertyFlags> kDeviceOnly = {
      kLocal, 0};
  static constexpr std::initializer_list<VkMemoryPropertyFlags> kUpload = {
      kVisible | kCoherent, kVisible};
  static constexpr std::initializer_list<VkMemoryPropertyFlags> kDownload = {
      kVisible | kCached | kCoherent, kVisible | kCached, kVisible | kCoherent,
      kVisible};
  static constexpr std::initializer_list<VkMemoryPropertyFlags> kShared = {
      kLocal | kVisible | kCached | kCoherent, kLocal | kVisible | kCached,
      kLocal | kVisible, kVisible};
  switch (use) {
    case GpuUse::kUpload:
      return kUpload;
    case GpuUse::kDownload:
      return kDownload;
    case GpuUse::kShared:
      return kShared;
    case GpuUse::kDeviceOnly:
      break;
  }
  return kDeviceOnly;
}

}  // namespace

std::optional<uint32_t> ChooseMemoryType(
    const VkPhysicalDeviceMemoryProperties& memory, uint32_t allowed_types,
    GpuUse use) {
  for (const VkMemoryPropertyFlags wanted : Wishes(use)) {
    // Among types of equal properties, faster ones come first.
    for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      if ((allowed_types >> i & 1) != 0 &&
          (memory.memoryTypes[i].propertyFlags & wanted) == wanted) {
        return i;
      }
    }
  }
  return std::nullopt;
}

StatusOr<std::shared_ptr<VulkanBuffer>> VulkanBuffer::Create(
    std::shared_ptr<const VulkanContext> context, uint64_t bytes, GpuUse use,
    bool map) {
  if (bytes == 0) return Invalid("a buffer of ", bytes, " bytes");
  const uint64_t allocated = (bytes + kBlock - 1) / kBlock * kBlock;
  std::shared_ptr<VulkanBuffer> buffer(
      new VulkanBuffer(std::move(context), bytes, allocated));
  TFLL_RETURN_IF_ERROR(buffer->CreateBuffer(nullptr));
  TFLL_RETURN_IF_ERROR(Annotate(buffer->AllocateMemory(use, map),
                                StrCat("a buffer of ", bytes, " bytes")));
  return buffer;
}

Status VulkanBuffer::CreateBuffer(const void* next) {
  VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.pNext = next;
  info.size = allocated_bytes_;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  const VulkanDeviceFunctions& vk = context_->vk();
  TFLL_ASSIGN_OR_RETURN(
      buffer_, CreateVulkanObject(context_, vk.CreateBuffer, vk.DestroyBuffer,
                                  info, "vkCreateBuffer"));
  return OkStatus();
}

StatusOr<std::shared_ptr<VulkanBuffer>> VulkanBuffer::Wrap(
    std::shared_ptr<const VulkanContext> context, VkBuffer buffer,
    uint64_t bytes) {
  VkMemoryRequirements needs;
  context->vk().GetBufferMemoryRequirements(context->device(), buffer, &needs);
  TFLL_RETURN_IF_ERROR(
      context->Check(VK_SUCCESS, "vkGetBufferMemoryRequirements"));
  // The buffer's own size cannot be queried; it is at most this.
  if (bytes > needs.size) {
    return Invalid("Vulkan: ", bytes, " bytes are not in a buffer of at most ",
                   needs.size);
  }
  std::shared_ptr<VulkanBuffer> wrapped(
      new VulkanBuffer(std::move(context), bytes, bytes));
  wrapped->borrowed_ = buffer;
  return wrapped;
}

StatusOr<std::shared_ptr<VulkanBuffer>> VulkanBuffer::Import(
    std::shared_ptr<const VulkanContext> context, void* data, uint64_t bytes) {
  std::shared_ptr<VulkanBuffer> buffer(
      new VulkanBuffer(std::move(context), bytes, bytes));
  VkExternalMemoryBufferCreateInfo external = {
      VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO};
  external.handleTypes = kHostAllocation;
  TFLL_RETURN_IF_ERROR(buffer->CreateBuffer(&external));
  TFLL_RETURN_IF_ERROR(buffer->ImportMemory(data));
  return buffer;
}

Status VulkanBuffer::ImportMemory(void* data) {
  const VulkanDeviceFunctions& vk = context_->vk();
  const uint64_t page = context_->caps().import_alignment;
  const uint64_t offset = reinterpret_cast<uintptr_t>(data) % page;
  char* start = static_cast<char*>(data) - offset;
  VkMemoryRequirements needs;
  vk.GetBufferMemoryRequirements(context_->device(), handle(), &needs);
  VkMemoryHostPointerPropertiesEXT properties = {
      VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
  TFLL_RETURN_IF_ERROR(context_->Check(
      context_->host_pointer_properties()(context_->device(), kHostAllocation,
                                          start, &properties),
      "vkGetMemoryHostPointerPropertiesEXT"));
  const VkPhysicalDeviceMemoryProperties& memory = context_->caps().memory;
  std::optional<uint32_t> type;
  for (uint32_t i = 0; i < memory.memoryTypeCount && !type; ++i) {
    const bool allowed =
        (needs.memoryTypeBits & properties.memoryTypeBits) >> i & 1;
    if (allowed && (memory.memoryTypes[i].propertyFlags & kCoherent) != 0) {
      type = i;
    }
  }
  if (!type || offset % needs.alignment != 0 || needs.size > allocated_bytes_) {
    return Unsupported("the device does not use the host's memory there");
  }
  VkImportMemoryHostPointerInfoEXT import = {
      VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT};
  import.handleType = kHostAllocation;
  import.pHostPointer = start;
  VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.pNext = &import;
  info.allocationSize = (offset + needs.size + page - 1) / page * page;
  info.memoryTypeIndex = *type;
  TFLL_ASSIGN_OR_RETURN(
      memory_, CreateVulkanObject(context_, vk.AllocateMemory, vk.FreeMemory,
                                  info, "vkAllocateMemory"));
  return context_->Check(
      vk.BindBufferMemory(context_->device(), handle(), memory_.get(), offset),
      "vkBindBufferMemory");
}

Status VulkanBuffer::AllocateMemory(GpuUse use, bool map) {
  const VulkanDeviceFunctions& vk = context_->vk();
  const VkPhysicalDeviceMemoryProperties& properties = context_->caps().memory;
  VkMemoryRequirements needs;
  vk.GetBufferMemoryRequirements(context_->device(), handle(), &needs);
  const std::optional<uint32_t> type =
      ChooseMemoryType(properties, needs.memoryTypeBits, use);
  if (!type) return Internal("Vulkan: the device has no memory for it");

  VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.allocationSize = needs.size;
  info.memoryTypeIndex = *type;
  TFLL_ASSIGN_OR_RETURN(
      memory_, CreateVulkanObject(context_, vk.AllocateMemory, vk.FreeMemory,
                                  info, "vkAllocateMemory"));
  TFLL_RETURN_IF_ERROR(context_->Check(
      vk.BindBufferMemory(context_->device(), handle(), memory_.get(), 0),
      "vkBindBufferMemory"));
  const VkMemoryPropertyFlags flags =
      properties.memoryTypes[*type].propertyFlags;
  coherent_ = (flags & kCoherent) != 0;
  if ((flags & kVisible) == 0 || (use == GpuUse::kDeviceOnly && !map)) {
    return OkStatus();
  }
  void* host = nullptr;
  TFLL_RETURN_IF_ERROR(
      context_->Check(vk.MapMemory(context_->device(), memory_.get(), 0,
                                   VK_WHOLE_SIZE, 0, &host),
                      "vkMapMemory"));
  host_ = static_cast<char*>(host);
  return OkStatus();
}

Status VulkanBuffer::WriteMapped(uint64_t offset, uint64_t bytes,
                                 const void* from) const {
  std::memcpy(host_ + offset, from, bytes);
  return Flush();
}

Status VulkanBuffer::Flush() const {
  if (coherent_) return OkStatus();
  VkMappedMemoryRange range = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE};
  range.memory = memory_.get();
  range.size = VK_WHOLE_SIZE;
  return context_->Check(
      context_->vk().FlushMappedMemoryRanges(context_->device(), 1, &range),
      "vkFlushMappedMemoryRanges");
}

Status VulkanBuffer::ReadMapped(uint64_t offset, uint64_t bytes,
                                void* to) const {
  if (!coherent_) {
    VkMappedMemoryRange range = {VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE};
    range.memory = memory_.get();
    range.size = VK_WHOLE_SIZE;
    TFLL_RETURN_IF_ERROR(
        context_->Check(context_->vk().InvalidateMappedMemoryRanges(
                            context_->device(), 1, &range),
                        "vkInvalidateMappedMemoryRanges"));
  }
  std::memcpy(to, host_ + offset, bytes);
  return OkStatus();
}

Status VulkanStaging::Prepare(uint64_t bytes) {
  if (commands_ == VK_NULL_HANDLE) {
    TFLL_ASSIGN_OR_RETURN(fence_, CreateFence(context_));
    TFLL_ASSIGN_OR_RETURN(pool_, CreateCommandPool(context_));
    TFLL_ASSIGN_OR_RETURN(commands_,
                          AllocateCommandBuffer(*context_, pool_.get()));
  }
  if (host_memory_ != nullptr && host_memory_->bytes() >= bytes) {
    return OkStatus();
  }
  host_memory_ = nullptr;
  // Usable for both directions.
  TFLL_ASSIGN_OR_RETURN(
      host_memory_,
      VulkanBuffer::Create(context_, std::max(bytes, kLeastStagingBytes),
                           GpuUse::kDownload));
  return OkStatus();
}

Status VulkanStaging::Copy(VkBuffer from, uint64_t from_offset, VkBuffer to,
                           uint64_t to_offset, uint64_t bytes) {
  const VulkanDeviceFunctions& vk = context_->vk();
  TFLL_RETURN_IF_ERROR(BeginCommands(*context_, commands_));
  VkBufferCopy region = {from_offset, to_offset, bytes};
  vk.CmdCopyBuffer(commands_, from, to, 1, &region);
  TFLL_RETURN_IF_ERROR(EndCommands(*context_, commands_));
  return context_->Submit(commands_, fence_.get());
}

Status VulkanStaging::Write(const VulkanBuffer& buffer, uint64_t offset,
                            uint64_t bytes, const void* from) {
  std::lock_guard<std::mutex> lock(mutex_);
  TFLL_RETURN_IF_ERROR(Prepare(std::min(bytes, kMostStagingBytes)));
  for (uint64_t done = 0; done < bytes;) {
    const uint64_t part = std::min(bytes - done, host_memory_->bytes());
    TFLL_RETURN_IF_ERROR(host_memory_->WriteMapped(
        0, part, static_cast<const char*>(from) + done));
    TFLL_RETURN_IF_ERROR(
        Copy(host_memory_->handle(), 0, buffer.handle(), offset + done, part));
    done += part;
  }
  return OkStatus();
}

Status VulkanStaging::Read(const VulkanBuffer& buffer, uint64_t offset,
                           uint64_t bytes, void* to) {
  std::lock_guard<std::mutex> lock(mutex_);
  TFLL_RETURN_IF_ERROR(Prepare(std::min(bytes, kMostStagingBytes)));
  for (uint64_t done = 0; done < bytes;) {
    const uint64_t part = std::min(bytes - done, host_memory_->bytes());
    TFLL_RETURN_IF_ERROR(
        Copy(buffer.handle(), offset + done, host_memory_->handle(), 0, part));
    TFLL_RETURN_IF_ERROR(
        host_memory_->ReadMapped(0, part, static_cast<char*>(to) + done));
    done += part;
  }
  return OkStatus();
}

}  // namespace tflite::gpu
