#include "delegates/gpu/device/testing/device_kinds.h"

#include "delegates/gpu/device/opencl/opencl_device.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"

namespace tflite::gpu {
namespace {

StatusOr<std::shared_ptr<GpuDevice>> CreateOpenCl(
    const GpuDeviceOptions& options) {
  return OpenClDevice::Create(options);
}

StatusOr<std::shared_ptr<GpuDevice>> CreateVulkan(
    const GpuDeviceOptions& options) {
  return VulkanDevice::Create(options);
}

StatusOr<std::shared_ptr<GpuDevice>> CreateValidated(
    const GpuDeviceOptions& options) {
  VulkanOptions vulkan = VulkanOptions::FromEnvironment();
  vulkan.validation = true;
  return VulkanDevice::Create(options, vulkan);
}

}  // namespace

std::vector<DeviceKind> AllDeviceKinds() {
  return {{"OpenCl", false, CreateOpenCl},
          {"OpenClStaging", true, CreateOpenCl},
          {"Vulkan", false, CreateVulkan},
          {"VulkanStaging", true, CreateVulkan},
          {"VulkanValidated", true, CreateValidated}};
}

}  // namespace tflite::gpu
