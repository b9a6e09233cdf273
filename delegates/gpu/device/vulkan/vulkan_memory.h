#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_MEMORY_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_MEMORY_H_

#include <memory>
#include <mutex>
#include <optional>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/vulkan/vulkan_context.h"

namespace tflite::gpu {

using namespace delegates;

// The memory type for a use, among those whose bits are set in `allowed_types`;
// nullopt if none is suitable.
std::optional<uint32_t> ChooseMemoryType(
    const VkPhysicalDeviceMemoryProperties& memory, uint32_t allowed_types,
    GpuUse use);

class VulkanBuffer : public GpuBuffer {
 public:
  // `bytes` is at most caps().gpu.max_buffer_bytes. `map`: the host may access
  // the memory directly if possible. Memory that is not kDeviceOnly is always
  // mapped.
  static StatusOr<std::shared_ptr<VulkanBuffer>> Create(
      std::shared_ptr<const VulkanContext> context, uint64_t bytes, GpuUse use,
      bool map = true);

  // Refers to a buffer of the application with at least `bytes` bytes.
  static StatusOr<std::shared_ptr<VulkanBuffer>> Wrap(
      std::shared_ptr<const VulkanContext> context, VkBuffer buffer,
      uint64_t bytes);
  // Imports host memory, which may start anywhere in a page, if
  // caps().import_alignment is not 0. Unsupported if the device cannot use it.
  static StatusOr<std::shared_ptr<VulkanBuffer>> Import(
      std::shared_ptr<const VulkanContext> context, void* data, uint64_t bytes);

  VkBuffer handle() const {
    return borrowed_ != VK_NULL_HANDLE ? borrowed_ : buffer_.get();
  }
  // The size up to which kernels may read and write; at least bytes().
  uint64_t allocated_bytes() const { return allocated_bytes_; }
  bool is_mapped() const { return host_ != nullptr; }

  // Only if the memory is mapped. The range must be inside the buffer.
  Status WriteMapped(uint64_t offset, uint64_t bytes, const void* from) const;
  Status ReadMapped(uint64_t offset, uint64_t bytes, void* to) const;
  char* host() const { return host_; }
  Status Flush() const;  // makes the host's writes visible to the device

 private:
  VulkanBuffer(std::shared_ptr<const VulkanContext> context, uint64_t bytes,
               uint64_t allocated_bytes)
      : GpuBuffer(bytes),
        context_(std::move(context)),
        allocated_bytes_(allocated_bytes) {}
  Status CreateBuffer(const void* next);
  Status AllocateMemory(GpuUse use, bool map);
  Status ImportMemory(void* data);

  const std::shared_ptr<const VulkanContext> context_;
  const uint64_t allocated_bytes_;
  VulkanHandle<VkDeviceMemory> memory_;  // must outlive buffer_
  VulkanHandle<VkBuffer> buffer_;
  VkBuffer borrowed_ = VK_NULL_HANDLE;
  char* host_ = nullptr;
  bool coherent_ = true;
};

// Transfers data to and from memory that the host cannot access, through
// staging memory. Thread-safe.
class VulkanStaging {
 public:
  explicit VulkanStaging(std::shared_ptr<const VulkanContext> context)
      : context_(std::move(context)) {}

  Status Write(const VulkanBuffer& buffer, uint64_t offset, uint64_t bytes,
               const void* from);
  Status Read(const VulkanBuffer& buffer, uint64_t offset, uint64_t bytes,
              void* to);

 private:
  Status Prepare(uint64_t bytes);
  Status Copy(VkBuffer from, uint64_t from_offset, VkBuffer to,
              uint64_t to_offset, uint64_t bytes);

  const std::shared_ptr<const VulkanContext> context_;
  std::mutex mutex_;
  // All guarded by mutex_ and created on first use.
  std::shared_ptr<VulkanBuffer> host_memory_;
  VulkanHandle<VkCommandPool> pool_;
  VulkanHandle<VkFence> fence_;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;  // of pool_
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_MEMORY_H_
