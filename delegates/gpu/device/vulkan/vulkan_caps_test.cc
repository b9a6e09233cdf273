// What is read of a device, on one that only answers questions: those of the
// machine have few of the properties.
#include "delegates/gpu/device/vulkan/vulkan_caps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tflite::gpu {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A graphics card with all extensions, each limit a number of its own.
struct FakeGpu {
  std::vector<std::string> extensions = {
      VK_KHR_8BIT_STORAGE_EXTENSION_NAME,
      VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME,
      VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME,
      VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME,
      VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME,
      VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME,
      VK_EXT_PIPELINE_CREATION_FEEDBACK_EXTENSION_NAME};
  VkPhysicalDeviceProperties core = {};
  VkPhysicalDeviceMemoryProperties memory = {};
  VkPhysicalDeviceFeatures features = {};
  std::vector<VkQueueFamilyProperties> families = {
      {VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT, 1, 36, {}},
      {VK_QUEUE_TRANSFER_BIT, 1, 40, {}},
      {VK_QUEUE_COMPUTE_BIT, 1, 48, {}}};
  uint64_t max_allocation = 3 << 20;
  VkPhysicalDeviceSubgroupProperties subgroup = {};
  VkPhysicalDeviceSubgroupSizeControlProperties sizes = {};
  VkDriverId driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY;
  std::string driver_name = "Driver", driver_info = "1.2";
  VkBool32 fast_dots = VK_TRUE;
  uint64_t host_alignment = 4096;
  // Optional features.
  VkBool32 storage16 = VK_TRUE, storage8 = VK_TRUE, float16 = VK_TRUE,
           int8 = VK_TRUE, dots = VK_TRUE, size_control = VK_TRUE;

  FakeGpu() {
    core.apiVersion = VK_API_VERSION_1_3;
    core.driverVersion = 11;
    core.vendorID = 12;
    core.deviceID = 13;
    core.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    std::snprintf(core.deviceName, sizeof(core.deviceName), "Card");
    for (uint32_t i = 0; i < VK_UUID_SIZE; ++i) {
      core.pipelineCacheUUID[i] = static_cast<uint8_t>(17 * i);
    }
    VkPhysicalDeviceLimits& limits = core.limits;
    for (uint32_t i = 0; i < 3; ++i) {
      limits.maxComputeWorkGroupSize[i] = 100 + i;
      limits.maxComputeWorkGroupCount[i] = 200 + i;
    }
    limits.maxComputeWorkGroupInvocations = 300;
    limits.maxComputeSharedMemorySize = 301;
    limits.maxStorageBufferRange = 2 << 20;
    limits.minStorageBufferOffsetAlignment = 32;
    limits.maxPerStageDescriptorStorageBuffers = 20;
    limits.maxDescriptorSetStorageBuffers = 30;
    limits.maxPushConstantsSize = 128;
    limits.timestampPeriod = 2.5f;
    subgroup.subgroupSize = 32;
    subgroup.supportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
    subgroup.supportedOperations =
        VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
    sizes.minSubgroupSize = 8;
    sizes.maxSubgroupSize = 32;
    sizes.maxComputeWorkgroupSubgroups = 16;
    sizes.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
    features.shaderInt16 = features.robustBufferAccess = VK_TRUE;
    AddMemory(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  }

  void AddMemory(VkMemoryPropertyFlags flags) {
    memory.memoryTypes[memory.memoryTypeCount++].propertyFlags = flags;
  }
};
const FakeGpu* g_gpu;
const auto kDevice = reinterpret_cast<VkPhysicalDevice>(&g_gpu);  // any

// Copies what the device says of a structure, but for where it is in the chain.
template <typename T>
void Answer(VkBaseOutStructure* asked, T answer) {
  T& to = *reinterpret_cast<T*>(asked);
  answer.sType = to.sType;
  answer.pNext = to.pNext;
  to = answer;
}

void AnswerProperties(VkPhysicalDevice, VkPhysicalDeviceProperties2* asked) {
  asked->properties = g_gpu->core;
  for (auto* next = static_cast<VkBaseOutStructure*>(asked->pNext);
       next != nullptr; next = next->pNext) {
    if (next->sType ==
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES) {
      VkPhysicalDeviceMaintenance3Properties allocation = {};
      allocation.maxMemoryAllocationSize = g_gpu->max_allocation;
      Answer(next, allocation);
    } else if (next->sType ==
               VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
      Answer(next, g_gpu->subgroup);
    } else if (next->sType ==
               VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES) {
      VkPhysicalDeviceDriverProperties driver = {};
      driver.driverID = g_gpu->driver;
      std::snprintf(driver.driverName, sizeof(driver.driverName), "%s",
                    g_gpu->driver_name.c_str());
      std::snprintf(driver.driverInfo, sizeof(driver.driverInfo), "%s",
                    g_gpu->driver_info.c_str());
      Answer(next, driver);
    } else if (
        next->sType ==
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
      Answer(next, g_gpu->sizes);
    } else if (
        next->sType ==
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_PROPERTIES) {
      VkPhysicalDeviceShaderIntegerDotProductProperties dots = {};
      dots.integerDotProduct4x8BitPackedSignedAccelerated = g_gpu->fast_dots;
      Answer(next, dots);
    } else if (
        next->sType ==
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT) {
      VkPhysicalDeviceExternalMemoryHostPropertiesEXT host = {};
      host.minImportedHostPointerAlignment = g_gpu->host_alignment;
      Answer(next, host);
    } else {
      ADD_FAILURE() << next->sType;
    }
  }
}

void AnswerFeatures(VkPhysicalDevice, VkPhysicalDeviceFeatures2* asked) {
  asked->features = g_gpu->features;
  for (auto* next = static_cast<VkBaseOutStructure*>(asked->pNext);
       next != nullptr; next = next->pNext) {
    if (next->sType ==
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES) {
      VkPhysicalDevice16BitStorageFeatures storage16 = {};
      storage16.storageBuffer16BitAccess = g_gpu->storage16;
      Answer(next, storage16);
    } else if (next->sType ==
               VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES) {
      VkPhysicalDevice8BitStorageFeatures storage8 = {};
      storage8.storageBuffer8BitAccess = g_gpu->storage8;
      Answer(next, storage8);
    } else if (next->sType ==
               VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES) {
      VkPhysicalDeviceShaderFloat16Int8Features numbers = {};
      numbers.shaderFloat16 = g_gpu->float16;
      numbers.shaderInt8 = g_gpu->int8;
      Answer(next, numbers);
    } else if (
        next->sType ==
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES) {
      VkPhysicalDeviceShaderIntegerDotProductFeatures dots = {};
      dots.shaderIntegerDotProduct = g_gpu->dots;
      Answer(next, dots);
    } else if (
        next->sType ==
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES) {
      VkPhysicalDeviceSubgroupSizeControlFeatures sizes = {};
      sizes.subgroupSizeControl = g_gpu->size_control;
      Answer(next, sizes);
    } else {
      ADD_FAILURE() << next->sType;
    }
  }
}

VkResult AnswerExtensions(VkPhysicalDevice, const char*, uint32_t* count,
                          VkExtensionProperties* properties) {
  const std::vector<std::string>& all = g_gpu->extensions;
  for (uint32_t i = 0; properties != nullptr && i < *count; ++i) {
    std::snprintf(properties[i].extensionName,
                  sizeof(properties[i].extensionName), "%s", all[i].c_str());
  }
  *count = static_cast<uint32_t>(all.size());
  return VK_SUCCESS;
}

VulkanInstanceFunctions Functions() {
  VulkanInstanceFunctions vk;
  vk.EnumerateDeviceExtensionProperties = AnswerExtensions;
  vk.GetPhysicalDeviceFeatures2 = AnswerFeatures;
  vk.GetPhysicalDeviceMemoryProperties =
      [](VkPhysicalDevice, VkPhysicalDeviceMemoryProperties* memory) {
        *memory = g_gpu->memory;
      };
  vk.GetPhysicalDeviceProperties = [](VkPhysicalDevice,
                                      VkPhysicalDeviceProperties* core) {
    *core = g_gpu->core;
  };
  vk.GetPhysicalDeviceProperties2 = AnswerProperties;
  vk.GetPhysicalDeviceQueueFamilyProperties =
      [](VkPhysicalDevice, uint32_t* count, VkQueueFamilyProperties* families) {
        if (families != nullptr) {
          std::copy_n(g_gpu->families.begin(), *count, families);
        }
        *count = static_cast<uint32_t>(g_gpu->families.size());
      };
  return vk;
}

VulkanCaps CapsOf(const FakeGpu& gpu, uint32_t version = VK_API_VERSION_1_3,
                  const VulkanHandles* lent = nullptr) {
  g_gpu = &gpu;
  return ReadVulkanCaps(Functions(), kDevice, version, lent);
}

TEST(ReadVulkanCaps, ReadsLimits) {
  const VulkanCaps caps = CapsOf({});
  EXPECT_THAT(caps.gpu.max_workgroup, ElementsAre(100u, 101u, 102u));
  EXPECT_THAT(caps.gpu.max_groups, ElementsAre(200u, 201u, 202u));
  EXPECT_EQ(caps.gpu.max_invocations, 300u);
  EXPECT_EQ(caps.gpu.shared_memory_bytes, 301u);
  EXPECT_EQ(caps.gpu.max_buffer_bytes, 2u << 20);
  EXPECT_EQ(caps.gpu.offset_alignment, 32u);
  EXPECT_EQ(caps.max_bindings, 20u);
  EXPECT_EQ(caps.max_params_bytes, 128u);
  EXPECT_EQ(caps.timestamp_ns, 2.5);
  EXPECT_EQ(caps.memory.memoryTypeCount, 1u);
  EXPECT_EQ(caps.version, VK_API_VERSION_1_3);
  EXPECT_EQ(caps.physical_device, kDevice);
  EXPECT_EQ(caps.extensions.size(), FakeGpu().extensions.size());
}

TEST(ReadVulkanCaps, TakesTheNarrowestLimit) {
  FakeGpu gpu;
  gpu.max_allocation = 1 << 20;
  gpu.core.limits.minStorageBufferOffsetAlignment = 4;
  gpu.core.limits.maxDescriptorSetStorageBuffers = 10;
  VulkanCaps caps = CapsOf(gpu);
  EXPECT_EQ(caps.gpu.max_buffer_bytes, 1u << 20);
  EXPECT_EQ(caps.gpu.offset_alignment, 16u);  // vectors of four floats
  EXPECT_EQ(caps.max_bindings, 10u);
  gpu.max_allocation = ~uint64_t{0};
  gpu.core.limits.maxStorageBufferRange = ~0u;
  EXPECT_EQ(CapsOf(gpu).gpu.max_buffer_bytes, ~0u);
}

TEST(ReadVulkanCaps, NamesTheDeviceAndItsDriver) {
  FakeGpu gpu;
  const GpuCaps card = CapsOf(gpu).gpu;
  EXPECT_EQ(card.backend, GpuBackend::kVulkan);
  EXPECT_EQ(card.name, "Card");
  EXPECT_EQ(card.driver,
            "Driver 1.2 11 12:13 00112233445566778899aabbccddeeff");
  EXPECT_FALSE(card.software);
  EXPECT_EQ(card.max_loop_steps, 0u);
  gpu.core.deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
  EXPECT_TRUE(CapsOf(gpu).gpu.software);
}

TEST(ReadVulkanCaps, KnowsDriversThatEndLoops) {
  FakeGpu gpu;
  gpu.driver_info = "Mesa 22.3.6";
  EXPECT_EQ(CapsOf(gpu).gpu.max_loop_steps, 0u);
  gpu.driver = VK_DRIVER_ID_MESA_LLVMPIPE;
  EXPECT_EQ(CapsOf(gpu).gpu.max_loop_steps, 32767u);
  gpu.driver_info = "Mesa 24.9";
  EXPECT_EQ(CapsOf(gpu).gpu.max_loop_steps, 32767u);
  gpu.driver_info = "Mesa 25.0";
  EXPECT_EQ(CapsOf(gpu).gpu.max_loop_steps, 0u);
  gpu.driver_info = "of an unknown version";
  EXPECT_EQ(CapsOf(gpu).gpu.max_loop_steps, 0u);
}

TEST(ReadVulkanCaps, AsksForTheSizeOfSubgroups) {
  FakeGpu gpu;
  VulkanCaps caps = CapsOf(gpu);
  EXPECT_EQ(caps.gpu.subgroup_size, 32u);
  EXPECT_EQ(caps.max_sized_invocations, 32u * 16);
  EXPECT_TRUE(caps.gpu.subgroup_shuffle);

  // Sizes that are not known are not relied on.
  gpu.sizes.requiredSubgroupSizeStages = VK_SHADER_STAGE_VERTEX_BIT;
  caps = CapsOf(gpu);
  EXPECT_EQ(caps.gpu.subgroup_size, 0u);
  EXPECT_EQ(caps.max_sized_invocations, 0u);
  EXPECT_FALSE(caps.gpu.subgroup_shuffle);
  gpu.sizes.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
  gpu.size_control = VK_FALSE;
  EXPECT_EQ(CapsOf(gpu).gpu.subgroup_size, 0u);

  // One size need not be asked for.
  gpu.sizes.minSubgroupSize = 32;
  caps = CapsOf(gpu);
  EXPECT_EQ(caps.gpu.subgroup_size, 32u);
  EXPECT_EQ(caps.max_sized_invocations, 0u);
  gpu.size_control = VK_TRUE;
  EXPECT_EQ(CapsOf(gpu).max_sized_invocations, 0u);
}

TEST(ReadVulkanCaps, UsesSubgroupsForWhatTheySupport) {
  FakeGpu gpu;
  gpu.subgroup.supportedOperations = VK_SUBGROUP_FEATURE_BALLOT_BIT;
  EXPECT_FALSE(CapsOf(gpu).gpu.subgroup_shuffle);
  gpu.subgroup.supportedOperations = VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
  EXPECT_TRUE(CapsOf(gpu).gpu.subgroup_shuffle);
  gpu.subgroup.supportedStages = VK_SHADER_STAGE_VERTEX_BIT;
  EXPECT_FALSE(CapsOf(gpu).gpu.subgroup_shuffle);
  gpu.subgroup.supportedStages = VK_SHADER_STAGE_COMPUTE_BIT;
  gpu.subgroup.subgroupSize = 1;
  EXPECT_FALSE(CapsOf(gpu).gpu.subgroup_shuffle);
  gpu.subgroup.subgroupSize = 2;
  EXPECT_TRUE(CapsOf(gpu).gpu.subgroup_shuffle);
}

TEST(ReadVulkanCaps, TellsUnifiedMemory) {
  constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                  kVisible =
                                      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT,
                                  kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  for (const auto& [type, memory, unified] : std::vector<
           std::tuple<VkPhysicalDeviceType, VkMemoryPropertyFlags, bool>>{
           {VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, kLocal | kVisible | kCached,
            true},
           {VK_PHYSICAL_DEVICE_TYPE_CPU, kLocal | kVisible | kCached, true},
           {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, kLocal | kVisible | kCached,
            false},
           {VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, kLocal | kVisible, false},
           {VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, kVisible | kCached,
            false}}) {
    FakeGpu gpu;
    gpu.core.deviceType = type;
    gpu.AddMemory(memory);
    const VulkanCaps caps = CapsOf(gpu);
    EXPECT_EQ(caps.gpu.unified_memory, unified) << type << " " << memory;
    EXPECT_EQ(caps.import_alignment, unified ? 4096u : 0u);
    EXPECT_EQ(caps.gpu.import_alignment, unified ? 4096u : 0u);
  }
}

TEST(ReadVulkanCaps, ReadsFeatures) {
  const FakeGpu all;
  const GpuCaps caps = CapsOf(all).gpu;
  EXPECT_TRUE(caps.fp16_storage && caps.fp16_math && caps.int8_storage);
  EXPECT_TRUE(caps.int8_dot && caps.int8_dot_fast);
  FakeGpu gpu = all;
  gpu.storage16 = VK_FALSE;
  EXPECT_FALSE(CapsOf(gpu).gpu.fp16_storage || CapsOf(gpu).gpu.fp16_math);
  gpu = all;
  gpu.float16 = VK_FALSE;
  EXPECT_TRUE(CapsOf(gpu).gpu.fp16_storage);
  EXPECT_FALSE(CapsOf(gpu).gpu.fp16_math);
  gpu = all;
  gpu.storage8 = VK_FALSE;
  EXPECT_FALSE(CapsOf(gpu).gpu.int8_storage);
  gpu = all;
  gpu.int8 = VK_FALSE;
  EXPECT_FALSE(CapsOf(gpu).gpu.int8_storage);
  gpu = all;
  gpu.dots = VK_FALSE;
  EXPECT_FALSE(CapsOf(gpu).gpu.int8_dot || CapsOf(gpu).gpu.int8_dot_fast);
  gpu = all;
  gpu.fast_dots = VK_FALSE;
  EXPECT_TRUE(CapsOf(gpu).gpu.int8_dot);
  EXPECT_FALSE(CapsOf(gpu).gpu.int8_dot_fast);
}

// What is neither an extension nor part of the version is not asked for.
TEST(ReadVulkanCaps, AsksForNothingThatTheDeviceMayNotKnow) {
  FakeGpu gpu;
  gpu.extensions.clear();
  gpu.core.deviceType = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
  gpu.AddMemory(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT |
                VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
  VulkanCaps caps = CapsOf(gpu);
  EXPECT_TRUE(caps.creation_feedback);
  EXPECT_TRUE(caps.gpu.int8_dot);
  EXPECT_EQ(caps.import_alignment, 0u);  // part of no version
  caps = CapsOf(gpu, VK_API_VERSION_1_2);
  EXPECT_EQ(caps.version, VK_API_VERSION_1_2);
  EXPECT_FALSE(caps.creation_feedback);
  EXPECT_FALSE(caps.gpu.int8_dot);
  EXPECT_TRUE(caps.gpu.int8_storage);
  caps = CapsOf(gpu, VK_API_VERSION_1_1);
  EXPECT_FALSE(caps.gpu.int8_storage);
  EXPECT_FALSE(caps.gpu.fp16_math);
  EXPECT_TRUE(caps.gpu.fp16_storage);
  EXPECT_EQ(caps.gpu.subgroup_size, 32u);  // of which nothing else is known
  EXPECT_EQ(caps.max_sized_invocations, 0u);
  EXPECT_EQ(caps.gpu.driver.substr(0, 5), "  11 ");
}

TEST(ReadVulkanCaps, EnablesTheFeaturesThatKernelsUse) {
  FakeGpu gpu;
  for (const auto& [version, extensions] :
       std::vector<std::pair<uint32_t, size_t>>{{VK_API_VERSION_1_1, 4},
                                                {VK_API_VERSION_1_2, 2},
                                                {VK_API_VERSION_1_3, 0}}) {
    const VulkanCaps caps = CapsOf(gpu, version);
    VulkanFeatures features(caps);
    features.Query(Functions(), VK_NULL_HANDLE);
    EXPECT_EQ(features.extensions().size(), extensions);
    EXPECT_TRUE(features.subgroup_size_control());
    EXPECT_EQ(features.chain()->features.shaderInt16, VK_TRUE);
    EXPECT_EQ(features.chain()->features.robustBufferAccess, VK_FALSE);
    int structures = 0;
    for (auto* next =
             static_cast<const VkBaseInStructure*>(features.chain()->pNext);
         next != nullptr; next = next->pNext) {
      ++structures;
    }
    EXPECT_EQ(structures, 5);
  }
}

TEST(ReadVulkanCaps, PrefersAQueueForComputingAlone) {
  FakeGpu gpu;
  VulkanCaps caps = CapsOf(gpu);
  EXPECT_EQ(caps.queue_family, 2u);
  EXPECT_EQ(caps.timestamp_bits, 48u);
  gpu.families.pop_back();
  caps = CapsOf(gpu);
  EXPECT_EQ(caps.queue_family, 0u);
  EXPECT_EQ(caps.timestamp_bits, 36u);
}

TEST(ReadVulkanCaps, FollowsTheApplicationsDevice) {
  const FakeGpu gpu;
  VulkanHandles lent;
  lent.queue_family = 1;
  VulkanCaps caps = CapsOf(gpu, VK_API_VERSION_1_1, &lent);
  EXPECT_EQ(caps.queue_family, 1u);
  EXPECT_EQ(caps.timestamp_bits, 40u);
  EXPECT_THAT(caps.extensions, IsEmpty());
  EXPECT_FALSE(caps.gpu.fp16_storage || caps.gpu.int8_dot);
  VkPhysicalDeviceVulkan11Features v11 = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
  v11.storageBuffer16BitAccess = VK_TRUE;
  const VkPhysicalDeviceFeatures2 enabled = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &v11, {}};
  lent.features = &enabled;
  EXPECT_TRUE(CapsOf(gpu, VK_API_VERSION_1_1, &lent).gpu.fp16_storage);
  lent.queue_family = 3;  // there is none
  EXPECT_EQ(CapsOf(gpu, VK_API_VERSION_1_1, &lent).timestamp_bits, 0u);
}

// The names of the features that a chain for vkCreateDevice enables.
std::string Enabled(const VkPhysicalDeviceFeatures2* chain) {
  EXPECT_EQ(chain->sType, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  std::string names = chain->features.shaderInt16 ? "int16 " : "";
  const auto add = [&](VkBool32 on, const char* name) {
    if (on) names += name;
  };
  for (auto* next = static_cast<const VkBaseInStructure*>(chain->pNext);
       next != nullptr; next = next->pNext) {
    const auto as = [next](auto type) {
      return *reinterpret_cast<const decltype(type)*>(next);
    };
    switch (next->sType) {
      case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES:
        add(as(VkPhysicalDevice16BitStorageFeatures()).storageBuffer16BitAccess,
            "storage16 ");
        break;
      case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES:
        add(as(VkPhysicalDevice8BitStorageFeatures()).storageBuffer8BitAccess,
            "storage8 ");
        break;
      case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES:
        add(as(VkPhysicalDeviceShaderFloat16Int8Features()).shaderFloat16,
            "float16 ");
        add(as(VkPhysicalDeviceShaderFloat16Int8Features()).shaderInt8,
            "int8 ");
        break;
      case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES:
        add(as(VkPhysicalDeviceShaderIntegerDotProductFeatures())
                .shaderIntegerDotProduct,
            "dots ");
        break;
      case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES:
        add(as(VkPhysicalDeviceSubgroupSizeControlFeatures())
                .subgroupSizeControl,
            "sizes ");
        break;
      default:
        ADD_FAILURE() << next->sType;
    }
  }
  return names;
}

// The features that are taken from an application's structure, which follows
// one that is not known.
template <typename T>
std::string Taken(VkStructureType type, VkBool32 T::*feature) {
  VulkanCaps caps;
  caps.version = VK_API_VERSION_1_3;
  VulkanFeatures features(caps);
  T structure = {};
  structure.sType = type;
  structure.*feature = VK_TRUE;
  VkPhysicalDeviceProtectedMemoryFeatures unknown = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES, &structure,
      VK_TRUE};
  const VkPhysicalDeviceFeatures2 enabled = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &unknown, {}};
  features.Take(&enabled);
  return Enabled(features.chain());
}

TEST(VulkanFeatures, AreTakenFromStructuresOfTheirOwn) {
  EXPECT_EQ(
      Taken(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES,
            &VkPhysicalDevice16BitStorageFeatures::storageBuffer16BitAccess),
      "storage16 ");
  EXPECT_EQ(
      Taken(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES,
            &VkPhysicalDevice8BitStorageFeatures::storageBuffer8BitAccess),
      "storage8 ");
  EXPECT_EQ(
      Taken(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
            &VkPhysicalDeviceShaderFloat16Int8Features::shaderFloat16),
      "float16 ");
  EXPECT_EQ(
      Taken(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES,
            &VkPhysicalDeviceShaderFloat16Int8Features::shaderInt8),
      "int8 ");
  EXPECT_EQ(
      Taken(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES,
          &VkPhysicalDeviceShaderIntegerDotProductFeatures::
              shaderIntegerDotProduct),
      "dots ");
  EXPECT_EQ(
      Taken(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES,
            &VkPhysicalDeviceSubgroupSizeControlFeatures::subgroupSizeControl),
      "sizes ");
}

TEST(VulkanFeatures, AreTakenFromThoseOfVersions) {
  constexpr VkStructureType
      kV11 = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
      kV12 = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
      kV13 = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
  EXPECT_EQ(
      Taken(kV11, &VkPhysicalDeviceVulkan11Features::storageBuffer16BitAccess),
      "storage16 ");
  EXPECT_EQ(
      Taken(kV12, &VkPhysicalDeviceVulkan12Features::storageBuffer8BitAccess),
      "storage8 ");
  EXPECT_EQ(Taken(kV12, &VkPhysicalDeviceVulkan12Features::shaderFloat16),
            "float16 ");
  EXPECT_EQ(Taken(kV12, &VkPhysicalDeviceVulkan12Features::shaderInt8),
            "int8 ");
  EXPECT_EQ(
      Taken(kV13, &VkPhysicalDeviceVulkan13Features::shaderIntegerDotProduct),
      "dots ");
  EXPECT_EQ(Taken(kV13, &VkPhysicalDeviceVulkan13Features::subgroupSizeControl),
            "sizes ");
}

TEST(VulkanFeatures, OfTheCoreAreTakenToo) {
  VulkanFeatures features((VulkanCaps()));
  VkPhysicalDeviceFeatures2 enabled = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  enabled.features.shaderInt16 = enabled.features.robustBufferAccess = VK_TRUE;
  features.Take(&enabled);
  EXPECT_EQ(Enabled(features.chain()), "int16 ");
  EXPECT_EQ(features.chain()->features.robustBufferAccess, VK_FALSE);
}

}  // namespace
}  // namespace tflite::gpu
