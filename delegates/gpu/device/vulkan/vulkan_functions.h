#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_FUNCTIONS_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_FUNCTIONS_H_

#include "tensorflow_lite_lite/base/status.h"
#include "vulkan/vulkan_core.h"

namespace tflite::gpu {

using namespace delegates;

// The library is opened at run time, so its functions are in tables. Members
// have the functions' names without "vk".

#define TFLL_VULKAN_GLOBAL_FUNCTIONS(X)   \
  X(CreateInstance)                       \
  X(EnumerateInstanceExtensionProperties) \
  X(EnumerateInstanceLayerProperties)     \
  X(EnumerateInstanceVersion)

#define TFLL_VULKAN_INSTANCE_FUNCTIONS(X) \
  X(CreateDevice)                         \
  X(DestroyInstance)                      \
  X(EnumerateDeviceExtensionProperties)   \
  X(EnumeratePhysicalDevices)             \
  X(GetDeviceProcAddr)                    \
  X(GetPhysicalDeviceFeatures2)           \
  X(GetPhysicalDeviceMemoryProperties)    \
  X(GetPhysicalDeviceProperties)          \
  X(GetPhysicalDeviceProperties2)         \
  X(GetPhysicalDeviceQueueFamilyProperties)

#define TFLL_VULKAN_DEVICE_FUNCTIONS(X) \
  X(AllocateCommandBuffers)             \
  X(AllocateDescriptorSets)             \
  X(AllocateMemory)                     \
  X(BeginCommandBuffer)                 \
  X(BindBufferMemory)                   \
  X(CmdBindDescriptorSets)              \
  X(CmdBindPipeline)                    \
  X(CmdCopyBuffer)                      \
  X(CmdDispatch)                        \
  X(CmdPipelineBarrier)                 \
  X(CmdPushConstants)                   \
  X(CmdResetQueryPool)                  \
  X(CmdWriteTimestamp)                  \
  X(CreateBuffer)                       \
  X(CreateCommandPool)                  \
  X(CreateComputePipelines)             \
  X(CreateDescriptorPool)               \
  X(CreateDescriptorSetLayout)          \
  X(CreateFence)                        \
  X(CreatePipelineCache)                \
  X(CreatePipelineLayout)               \
  X(CreateQueryPool)                    \
  X(CreateShaderModule)                 \
  X(DestroyBuffer)                      \
  X(DestroyCommandPool)                 \
  X(DestroyDescriptorPool)              \
  X(DestroyDescriptorSetLayout)         \
  X(DestroyDevice)                      \
  X(DestroyFence)                       \
  X(DestroyPipeline)                    \
  X(DestroyPipelineCache)               \
  X(DestroyPipelineLayout)              \
  X(DestroyQueryPool)                   \
  X(DestroyShaderModule)                \
  X(DeviceWaitIdle)                     \
  X(EndCommandBuffer)                   \
  X(FlushMappedMemoryRanges)            \
  X(FreeMemory)                         \
  X(GetBufferMemoryRequirements)        \
  X(GetDeviceQueue)                     \
  X(GetPipelineCacheData)               \
  X(GetQueryPoolResults)                \
  X(InvalidateMappedMemoryRanges)       \
  X(MapMemory)                          \
  X(MergePipelineCaches)                \
  X(QueueSubmit)                        \
  X(ResetFences)                        \
  X(UpdateDescriptorSets)               \
  X(WaitForFences)

#define TFLL_VULKAN_MEMBER(name) PFN_vk##name name = nullptr;

struct VulkanGlobalFunctions {
  PFN_vkGetInstanceProcAddr GetInstanceProcAddr = nullptr;
  TFLL_VULKAN_GLOBAL_FUNCTIONS(TFLL_VULKAN_MEMBER)
};

struct VulkanInstanceFunctions {
  TFLL_VULKAN_INSTANCE_FUNCTIONS(TFLL_VULKAN_MEMBER)
};

struct VulkanDeviceFunctions {
  TFLL_VULKAN_DEVICE_FUNCTIONS(TFLL_VULKAN_MEMBER)
};

#undef TFLL_VULKAN_MEMBER

// Opens the library once per process. It stays open because drivers start
// threads. Unavailable if there is none.
StatusOr<const VulkanGlobalFunctions*> OpenVulkanLibrary();

// Both set all functions that the driver has even if one is missing, so that
// the caller can destroy the instance or the device.
Status LoadInstanceFunctions(const VulkanGlobalFunctions& global,
                             VkInstance instance,
                             VulkanInstanceFunctions* functions);
Status LoadDeviceFunctions(const VulkanInstanceFunctions& instance,
                           VkDevice device, VulkanDeviceFunctions* functions);

// OK for VK_SUCCESS, otherwise an error that names the call.
Status VulkanStatus(VkResult result, const char* call);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_FUNCTIONS_H_
