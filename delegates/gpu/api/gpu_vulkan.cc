#include "delegates/gpu/api/gpu_vulkan.h"

#include <memory>
#include <utility>

#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_parts.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"

namespace tflite::gpu {
namespace {

StatusOr<VulkanHandles> ToHandles(const TfLiteGpuVulkanObjects* objects) {
  if (objects == nullptr || objects->instance == VK_NULL_HANDLE ||
      objects->physical_device == VK_NULL_HANDLE ||
      objects->device == VK_NULL_HANDLE || objects->queue == VK_NULL_HANDLE) {
    return Invalid("no Vulkan instance, device or queue is given");
  }
  if (objects->extensions == nullptr && objects->num_extensions > 0) {
    return Invalid("the list of Vulkan extensions is null");
  }
  if ((objects->lock_queue == nullptr) != (objects->unlock_queue == nullptr)) {
    return Invalid("one of lock_queue and unlock_queue is missing");
  }
  VulkanHandles handles;
  handles.instance = objects->instance;
  handles.physical_device = objects->physical_device;
  handles.device = objects->device;
  handles.queue_family = objects->queue_family;
  handles.queue = objects->queue;
  handles.get_instance_proc_addr = objects->get_instance_proc_addr;
  handles.api_version = objects->api_version;
  for (size_t i = 0; i < objects->num_extensions; ++i) {
    if (objects->extensions[i] == nullptr) {
      return Invalid("the name of a Vulkan extension is null");
    }
    handles.extensions.insert(objects->extensions[i]);
  }
  handles.features = objects->features;
  if (objects->lock_queue != nullptr) {
    handles.lock_queue = [lock = objects->lock_queue, data = objects->data] {
      lock(data);
    };
    handles.unlock_queue = [unlock = objects->unlock_queue,
                            data = objects->data] { unlock(data); };
  }
  return handles;
}

StatusOr<TfLiteDelegate*> Create(const TfLiteGpuDelegateOptionsV2* options,
                                 const TfLiteGpuVulkanObjects* objects) {
  TFLL_ASSIGN_OR_RETURN(GpuOptions all, ToGpuOptions(options));
  if (all.backend == GpuBackendChoice::kOpenCl) {
    return Invalid("the options ask for OpenCL");
  }
  VulkanOptions vulkan;
  TFLL_ASSIGN_OR_RETURN(vulkan.lent, ToHandles(objects));
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<GpuDevice> device,
                        VulkanDevice::Create(ToDeviceOptions(all), vulkan));
  return CreateGpuDelegate(all, std::move(device));
}

Status Get(TfLiteDelegate* delegate, TfLiteGpuVulkanObjects* objects) {
  if (objects == nullptr) return Invalid("there is no place for the objects");
  TFLL_ASSIGN_OR_RETURN(const auto found, DeviceOfGpuDelegate<VulkanDevice>(
                                              delegate, GpuBackend::kVulkan));
  const VulkanHandles handles = found.second->handles();
  *objects = {};
  objects->instance = handles.instance;
  objects->physical_device = handles.physical_device;
  objects->device = handles.device;
  objects->queue_family = handles.queue_family;
  objects->queue = handles.queue;
  objects->api_version = handles.api_version;
  return OkStatus();
}

}  // namespace
}  // namespace tflite::gpu

TfLiteDelegate* TfLiteGpuDelegateV2CreateOnVulkan(
    const TfLiteGpuDelegateOptionsV2* options,
    const TfLiteGpuVulkanObjects* objects) {
  return tflite::gpu::LoggedGpuDelegate(tflite::gpu::Create(options, objects));
}

TfLiteStatus TfLiteGpuDelegateV2GetVulkan(TfLiteDelegate* delegate,
                                          TfLiteGpuVulkanObjects* objects) {
  return tflite::gpu::LoggedGpuStatus(tflite::gpu::Get(delegate, objects));
}

TfLiteStatus TfLiteGpuDelegateV2RegisterVulkanBuffer(
    TfLiteDelegate* delegate, VkBuffer buffer, uint64_t offset, uint64_t bytes,
    TfLiteBufferHandle* handle) {
  return tflite::gpu::LoggedGpuStatus(
      tflite::gpu::RegisterGpuBuffer<tflite::gpu::VulkanDevice>(
          delegate, tflite::gpu::GpuBackend::kVulkan, buffer, offset, bytes,
          handle));
}
