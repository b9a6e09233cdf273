#include "delegates/gpu/device/vulkan/vulkan_caps.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <vector>

#include "delegates/gpu/device/vulkan/vulkan_instance.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// Kernels require bindings to be aligned to vectors of four floats.
constexpr uint32_t kLeastAlignment = 16;
// Upper limit for 64-bit limits, which may mean "unlimited".
constexpr uint64_t kMostBytes = uint64_t{1} << 40;

template <size_t kSize>
std::string Hex(const uint8_t (&bytes)[kSize]) {
  std::string text;
  char digits[3];
  for (uint8_t byte : bytes) {
    std::snprintf(digits, sizeof(digits), "%02x", byte);
    text += digits;
  }
  return text;
}

std::set<std::string> ExtensionsOf(const VulkanInstanceFunctions& vk,
                                   VkPhysicalDevice device) {
  uint32_t count = 0;
  if (vk.EnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr) <
      0) {
    return {};
  }
  std::vector<VkExtensionProperties> found(count);
  if (vk.EnumerateDeviceExtensionProperties(device, nullptr, &count,
                                            found.data()) < 0) {
    return {};
  }
  std::set<std::string> names;
  for (uint32_t i = 0; i < count; ++i) names.insert(found[i].extensionName);
  return names;
}

// The properties to query, as one chain.
struct Properties {
  VkPhysicalDeviceProperties2 core = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  VkPhysicalDeviceMaintenance3Properties allocation = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceSubgroupProperties subgroup = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
  VkPhysicalDeviceDriverProperties driver = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceSubgroupSizeControlProperties subgroup_size = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
  VkPhysicalDeviceShaderIntegerDotProductProperties dot = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES};
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT host_memory = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT};

  explicit Properties(const VulkanCaps& caps) {
    core.pNext = &allocation;
    allocation.pNext = &subgroup;
    void** next = &subgroup.pNext;
    if (caps.Has(VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME, VK_API_VERSION_1_2)) {
      *next = &driver;
      next = &driver.pNext;
    }
    if (caps.Has(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME,
                 VK_API_VERSION_1_3)) {
      *next = &subgroup_size;
      next = &subgroup_size.pNext;
    }
    if (caps.Has(VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME,
                 VK_API_VERSION_1_3)) {
      *next = &dot;
      next = &dot.pNext;
    }
    if (caps.extensions.count(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME)) {
      *next = &host_memory;
    }
  }
  Properties(const Properties&) = delete;
  Properties& operator=(const Properties&) = delete;
};

void FillLimits(const Properties& properties, VulkanCaps* caps) {
  const VkPhysicalDeviceLimits& limits = properties.core.properties.limits;
  GpuCaps& gpu = caps->gpu;
  std::copy(std::begin(limits.maxComputeWorkGroupSize),
            std::end(limits.maxComputeWorkGroupSize),
            gpu.max_workgroup.begin());
  std::copy(std::begin(limits.maxComputeWorkGroupCount),
            std::end(limits.maxComputeWorkGroupCount), gpu.max_groups.begin());
  gpu.max_invocations = limits.maxComputeWorkGroupInvocations;
  gpu.shared_memory_bytes = limits.maxComputeSharedMemorySize;
  gpu.max_buffer_bytes = std::min<uint64_t>(
      {uint64_t{limits.maxStorageBufferRange},
       properties.allocation.maxMemoryAllocationSize, kMostBytes});
  gpu.offset_alignment = std::max<uint32_t>(
      kLeastAlignment,
      static_cast<uint32_t>(limits.minStorageBufferOffsetAlignment));
  caps->max_bindings = std::min(limits.maxPerStageDescriptorStorageBuffers,
                                limits.maxDescriptorSetStorageBuffers);
  caps->max_params_bytes = limits.maxPushConstantsSize;
  caps->timestamp_ns = limits.timestampPeriod;
}

void FillIdentity(const Properties& properties, GpuCaps* gpu) {
  const VkPhysicalDeviceProperties& core = properties.core.properties;
  gpu->backend = GpuBackend::kVulkan;
  gpu->name = core.deviceName;
  gpu->driver =
      StrCat(properties.driver.driverName, " ", properties.driver.driverInfo,
             " ", core.driverVersion, " ", core.vendorID, ":", core.deviceID,
             " ", Hex(core.pipelineCacheUUID));
  gpu->software = core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  // Mesa 22.3 ends the loops of an invocation after a total of 65535 steps,
  // including the ends of loops, and continues with the values reached; Mesa
  // 25.0 does not. Use half of that, because plans count only the iterations.
  int mesa = 0;
  if (properties.driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE &&
      std::sscanf(properties.driver.driverInfo, "Mesa %d", &mesa) == 1 &&
      mesa < 25) {
    gpu->max_loop_steps = 32767;
  }
}

void FillSubgroups(const Properties& properties, bool size_control,
                   VulkanCaps* caps) {
  const VkPhysicalDeviceSubgroupProperties& subgroup = properties.subgroup;
  const VkPhysicalDeviceSubgroupSizeControlProperties& sizes =
      properties.subgroup_size;
  const bool fixed = sizes.minSubgroupSize == sizes.maxSubgroupSize;
  const bool can_ask = size_control && (sizes.requiredSubgroupSizeStages &
                                        VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  if (!fixed && can_ask) {
    caps->max_sized_invocations =
        subgroup.subgroupSize * sizes.maxComputeWorkgroupSubgroups;
  }
  // If sizes vary and none can be requested, do not rely on any.
  caps->gpu.subgroup_size = fixed || can_ask ? subgroup.subgroupSize : 0;
  caps->gpu.subgroup_shuffle =
      caps->gpu.subgroup_size > 1 &&
      (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
      (subgroup.supportedOperations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT) != 0;
}

// Memory that host and kernels both access at full speed: the device has no
// other memory, or shares it with the host.
bool IsUnified(VkPhysicalDeviceType type,
               const VkPhysicalDeviceMemoryProperties& memory) {
  constexpr VkMemoryPropertyFlags kWanted =
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT |
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  if (type != VK_PHYSICAL_DEVICE_TYPE_CPU &&
      type != VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU) {
    return false;
  }
  return std::any_of(memory.memoryTypes,
                     memory.memoryTypes + memory.memoryTypeCount,
                     [](const VkMemoryType& t) {
                       return (t.propertyFlags & kWanted) == kWanted;
                     });
}

}  // namespace

VulkanCaps ReadVulkanCaps(const VulkanInstanceFunctions& vk,
                          VkPhysicalDevice device, uint32_t api_version,
                          const VulkanHandles* lent) {
  VulkanCaps caps;
  caps.physical_device = device;
  caps.extensions =
      lent != nullptr ? lent->extensions : ExtensionsOf(vk, device);
  VkPhysicalDeviceProperties version;
  vk.GetPhysicalDeviceProperties(device, &version);
  caps.version = std::min(version.apiVersion, api_version);

  caps.creation_feedback = caps.Has(
      VK_EXT_PIPELINE_CREATION_FEEDBACK_EXTENSION_NAME, VK_API_VERSION_1_3);

  Properties properties(caps);
  vk.GetPhysicalDeviceProperties2(device, &properties.core);
  vk.GetPhysicalDeviceMemoryProperties(device, &caps.memory);
  FillLimits(properties, &caps);
  FillIdentity(properties, &caps.gpu);
  caps.gpu.unified_memory = IsUnified(version.deviceType, caps.memory);

  if (caps.gpu.unified_memory) {
    caps.import_alignment =
        properties.host_memory.minImportedHostPointerAlignment;
    caps.gpu.import_alignment = static_cast<uint32_t>(caps.import_alignment);
  }

  VulkanFeatures features(caps);
  if (lent != nullptr) {
    features.Take(lent->features);
  } else {
    features.Query(vk, device);
  }
  features.FillIn(&caps.gpu);
  caps.gpu.int8_dot_fast =
      caps.gpu.int8_dot &&
      properties.dot.integerDotProduct4x8BitPackedSignedAccelerated != VK_FALSE;
  FillSubgroups(properties, features.subgroup_size_control(), &caps);

  caps.queue_family =
      lent != nullptr
          ? lent->queue_family
          : static_cast<uint32_t>(std::max(0, ComputeQueueFamily(vk, device)));
  uint32_t count = 0;
  vk.GetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vk.GetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  if (caps.queue_family < count) {
    caps.timestamp_bits = families[caps.queue_family].timestampValidBits;
  }
  return caps;
}

template <typename Structure>
void VulkanFeatures::Chain(Structure* structure, VkStructureType type) {
  structure->sType = type;
  *next_ = structure;
  next_ = &structure->pNext;
}

void VulkanFeatures::Enable(const VulkanCaps& caps, const char* extension,
                            uint32_t part_of_version) {
  if (caps.version < part_of_version) extensions_.push_back(extension);
}

VulkanFeatures::VulkanFeatures(const VulkanCaps& caps)
    : next_(&features_.pNext) {
  features_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  Chain(&storage16_, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES);
  const auto chain = [&](auto* structure, VkStructureType type,
                         const char* extension, uint32_t part_of_version) {
    if (!caps.Has(extension, part_of_version)) return;
    Chain(structure, type);
    Enable(caps, extension, part_of_version);
  };
  chain(&storage8_, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
        VK_KHR_8BIT_STORAGE_EXTENSION_NAME, VK_API_VERSION_1_2);
  chain(&float16_int8_,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
        VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME, VK_API_VERSION_1_2);
  chain(&dot_,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES,
        VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME, VK_API_VERSION_1_3);
  chain(&subgroup_size_,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES,
        VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, VK_API_VERSION_1_3);
}

void VulkanFeatures::Query(const VulkanInstanceFunctions& vk,
                           VkPhysicalDevice device) {
  vk.GetPhysicalDeviceFeatures2(device, &features_);
  // Only what our shaders use: other features can reduce speed.
  const VkBool32 int16 = features_.features.shaderInt16;
  features_.features = {};
  features_.features.shaderInt16 = int16;
}

void VulkanFeatures::Take(const VkPhysicalDeviceFeatures2* enabled) {
  if (enabled == nullptr) return;
  features_.features.shaderInt16 = enabled->features.shaderInt16;
  for (auto* next = static_cast<const VkBaseInStructure*>(enabled->pNext);
       next != nullptr; next = next->pNext) {
    const auto as = [next](const auto* type) {
      return reinterpret_cast<decltype(type)>(next);
    };
    // As a separate structure, or in the structure of the Vulkan version that
    // includes it.
    if (next->sType == storage16_.sType) {
      storage16_.storageBuffer16BitAccess |=
          as(&storage16_)->storageBuffer16BitAccess;
    } else if (next->sType == storage8_.sType) {
      storage8_.storageBuffer8BitAccess |=
          as(&storage8_)->storageBuffer8BitAccess;
    } else if (next->sType == float16_int8_.sType) {
      float16_int8_.shaderFloat16 |= as(&float16_int8_)->shaderFloat16;
      float16_int8_.shaderInt8 |= as(&float16_int8_)->shaderInt8;
    } else if (next->sType == dot_.sType) {
      dot_.shaderIntegerDotProduct |= as(&dot_)->shaderIntegerDotProduct;
    } else if (next->sType == subgroup_size_.sType) {
      subgroup_size_.subgroupSizeControl |=
          as(&subgroup_size_)->subgroupSizeControl;
    } else {
      TakeVersions(*next);
    }
  }
}

void VulkanFeatures::TakeVersions(const VkBaseInStructure& from) {
  if (from.sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES) {
    const auto& v11 =
        reinterpret_cast<const VkPhysicalDeviceVulkan11Features&>(from);
    storage16_.storageBuffer16BitAccess |= v11.storageBuffer16BitAccess;
  } else if (from.sType ==
             VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
    const auto& v12 =
        reinterpret_cast<const VkPhysicalDeviceVulkan12Features&>(from);
    storage8_.storageBuffer8BitAccess |= v12.storageBuffer8BitAccess;
    float16_int8_.shaderFloat16 |= v12.shaderFloat16;
    float16_int8_.shaderInt8 |= v12.shaderInt8;
  } else if (from.sType ==
             VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES) {
    const auto& v13 =
        reinterpret_cast<const VkPhysicalDeviceVulkan13Features&>(from);
    dot_.shaderIntegerDotProduct |= v13.shaderIntegerDotProduct;
    subgroup_size_.subgroupSizeControl |= v13.subgroupSizeControl;
  }
}

void VulkanFeatures::FillIn(GpuCaps* caps) const {
  caps->fp16_storage = storage16_.storageBuffer16BitAccess != VK_FALSE;
  caps->fp16_math =
      caps->fp16_storage && float16_int8_.shaderFloat16 != VK_FALSE;
  caps->int8_storage = storage8_.storageBuffer8BitAccess != VK_FALSE &&
                       float16_int8_.shaderInt8 != VK_FALSE;
  caps->int8_dot = dot_.shaderIntegerDotProduct != VK_FALSE;
}

}  // namespace tflite::gpu
