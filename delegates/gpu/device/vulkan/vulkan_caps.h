#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_CAPS_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_CAPS_H_

#include <set>
#include <string>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/vulkan/vulkan_functions.h"
#include "delegates/gpu/device/vulkan/vulkan_handles.h"

namespace tflite::gpu {

// The properties of a physical device that this back-end uses.
struct VulkanCaps {
  GpuCaps gpu;
  VkPhysicalDeviceMemoryProperties memory;
  uint32_t max_bindings = 0;      // storage buffers per kernel
  uint32_t max_params_bytes = 0;  // push constants
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  uint32_t queue_family = 0;
  // Alignment of host memory that can be imported as buffers; 0: unsupported.
  uint64_t import_alignment = 0;
  uint32_t timestamp_bits = 0;  // 0: no timestamps
  double timestamp_ns = 1.0;    // nanoseconds per unit
  // Pipelines with at most this many invocations must request the subgroup size
  // of `gpu`, because the driver might choose another; 0: the size is fixed.
  uint32_t max_sized_invocations = 0;
  bool creation_feedback = false;  // pipelines report whether they were cached
  std::set<std::string> extensions;
  uint32_t version = 0;

  bool Has(const char* extension, uint32_t part_of_version) const {
    return version >= part_of_version || extensions.count(extension) > 0;
  }
};

// `api_version` is that of the instance, which may be older than the device's.
// `lent` is the application's logical device, whose enabled features and
// extensions are the only ones used; null if the device is not created yet.
VulkanCaps ReadVulkanCaps(const VulkanInstanceFunctions& vk,
                          VkPhysicalDevice device, uint32_t api_version,
                          const VulkanHandles* lent);

// The optional features that this project's shaders may use, as a chain of
// structures for vkGetPhysicalDeviceFeatures2 or vkCreateDevice. Structures
// that the device does not support are omitted.
class VulkanFeatures {
 public:
  explicit VulkanFeatures(const VulkanCaps& caps);
  VulkanFeatures(const VulkanFeatures&) = delete;
  VulkanFeatures& operator=(const VulkanFeatures&) = delete;

  // Reads the features that the device supports.
  void Query(const VulkanInstanceFunctions& vk, VkPhysicalDevice device);
  // Reads the features from the chain that was passed to vkCreateDevice, which
  // may be null.
  void Take(const VkPhysicalDeviceFeatures2* enabled);
  void FillIn(GpuCaps* caps) const;
  bool subgroup_size_control() const {
    return subgroup_size_.subgroupSizeControl != VK_FALSE;
  }

  const VkPhysicalDeviceFeatures2* chain() const { return &features_; }
  // The extensions to enable for these features.
  const std::vector<const char*>& extensions() const { return extensions_; }

 private:
  void TakeVersions(const VkBaseInStructure& from);
  template <typename Structure>
  void Chain(Structure* structure, VkStructureType type);
  void Enable(const VulkanCaps& caps, const char* extension,
              uint32_t part_of_version);

  VkPhysicalDeviceFeatures2 features_ = {};
  VkPhysicalDevice16BitStorageFeatures storage16_ = {};
  VkPhysicalDevice8BitStorageFeatures storage8_ = {};
  VkPhysicalDeviceShaderFloat16Int8Features float16_int8_ = {};
  VkPhysicalDeviceShaderIntegerDotProductFeatures dot_ = {};
  VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_size_ = {};
  std::vector<const char*> extensions_;
  void** next_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_CAPS_H_
