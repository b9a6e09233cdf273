#include "delegates/gpu/device/testing/device_kinds.h"

#include "delegates/gpu/device/opencl/opencl_device.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"

namespace tflite {
namespace {

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
  return {{"OpenCl", false, OpenClDevice::Create},
          {"OpenClStaging", true, OpenClDevice::Create},
          {"Vulkan", false, CreateVulkan},
          {"VulkanStaging", true, CreateVulkan},
          {"VulkanValidated", true, CreateValidated}};
}

}  // namespace tflite
