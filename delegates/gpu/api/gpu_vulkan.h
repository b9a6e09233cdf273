// The GPU delegate on Vulkan objects of the application. See gpu_buffers.h.
#ifndef DELEGATES_GPU_API_GPU_VULKAN_H_
#define DELEGATES_GPU_API_GPU_VULKAN_H_

#include <stddef.h>
#include <stdint.h>

#include "delegates/gpu/api/gpu_buffers.h"
#include "delegates/gpu/api/gpu_delegate_options.h"
#include "vulkan/vulkan_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  VkInstance instance;
  VkPhysicalDevice physical_device;
  VkDevice device;
  uint32_t queue_family;  // must support compute
  VkQueue queue;
  // NULL: the one of libvulkan.so.1.
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  // VkApplicationInfo::apiVersion of the instance, VK_API_VERSION_1_1 or later.
  uint32_t api_version;
  // The features and extensions with which the device was created; others are
  // not used. Only read during the call.
  const VkPhysicalDeviceFeatures2* features;  // NULL: none
  const char* const* extensions;
  size_t num_extensions;
  // Called before and after each submission to the queue, on any thread. NULL:
  // nothing else uses the queue while interpreters are prepared or run.
  void (*lock_queue)(void* data);
  void (*unlock_queue)(void* data);
  void* data;
} TfLiteGpuVulkanObjects;

// Like TfLiteGpuDelegateV2Create, on these objects, which must outlive the
// delegate and all interpreters to which it is applied.
TFL_CAPI_EXPORT TfLiteDelegate* TfLiteGpuDelegateV2CreateOnVulkan(
    const TfLiteGpuDelegateOptionsV2* options,
    const TfLiteGpuVulkanObjects* objects);

// The objects that a delegate uses, its own or the application's, without
// features, extensions and functions. Its own live as long as the delegate.
// Submissions of others to the delegate's own queue are not synchronized.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2GetVulkan(
    TfLiteDelegate* delegate, TfLiteGpuVulkanObjects* objects);

// Returns a handle for `bytes` bytes at `offset` of a buffer of the delegate's
// device. The buffer must be created for use as storage buffer and as source
// and destination of transfers, and must belong to the family of the queue (or
// to several). Vulkan cannot query a buffer's device or size, so few mistakes
// are detected.
TFL_CAPI_EXPORT TfLiteStatus TfLiteGpuDelegateV2RegisterVulkanBuffer(
    TfLiteDelegate* delegate, VkBuffer buffer, uint64_t offset, uint64_t bytes,
    TfLiteBufferHandle* handle);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // DELEGATES_GPU_API_GPU_VULKAN_H_
