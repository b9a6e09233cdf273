// The GPU delegate on Vulkan objects of the application. See gpu_buffers.h.
#ifndef DELEGATES_GPU_GPU_VULKAN_H_
#define DELEGATES_GPU_GPU_VULKAN_H_

#include <stddef.h>
#include <stdint.h>

#include "delegates/gpu/gpu_buffers.h"
#include "delegates/gpu/gpu_delegate_options.h"
#include "vulkan/vulkan_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  uint32_t queue_family;  // one that computes
  VkQueue queue;
  // NULL: that of libvulkan.so.1.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  // VkApplicationInfo::apiVersion of the instance, VK_API_VERSION_1_1 or later.
  uint32_t api_version;
  // What the device was made with: what is not here is not used. Read during
  // the call alone.
  const VkPhysicalDeviceFeatures2* features;  // NULL: none
  const char* const* extensions;
  size_t num_extensions;
  // Called around each submission to the queue, on any thread. NULL: nobody
  // else uses the queue while interpreters are prepared or run.
  void (*lock_queue)(void* data);
  void (*unlock_queue)(void* data);
  void* data;
} TfLiteGpuVulkanObjects;

// TfLiteGpuDelegateV2Create on these objects, which outlive the delegate and
// all interpreters that it was given to.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteGpuDelegateV2CreateOnVulkan(
    const TfLiteGpuDelegateOptionsV2* options,
    const TfLiteGpuVulkanObjects* objects);

// The objects that a delegate works with, its own or lent, without features,
// extensions and functions; its own live as long as it. Submissions of others
// to its own queue are not guarded.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2GetVulkan(
    TfLiteDelegate* delegate, TfLiteGpuVulkanObjects* objects);

// A handle for `bytes` bytes at `offset` of a buffer of the delegate's device.
// It is made for storage buffers and as source and destination of transfers,
// and belongs to the family of the queue (or to several). Vulkan tells neither
// a buffer's device nor its size, so that little is found out about a wrong
// one.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2RegisterVulkanBuffer(
    TfLiteDelegate* delegate, VkBuffer buffer, uint64_t offset, uint64_t bytes,
    TfLiteBufferHandle* handle);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_GPU_VULKAN_H_
