#include "delegates/gpu/device/testing/device_kinds.h"

#include <utility>

#include "delegates/gpu/device/opencl/opencl_device.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"

namespace tflite::gpu {
namespace {

template <typename Device>
StatusOr<std::shared_ptr<GpuDevice>> AsGpuDevice(
    StatusOr<std::shared_ptr<Device>> made) {
  TFLL_ASSIGN_OR_RETURN(std::shared_ptr<GpuDevice> device, std::move(made));
  return device;
}

StatusOr<std::shared_ptr<GpuDevice>> CreateOpenCl(
    const GpuDeviceOptions& options) {
  return AsGpuDevice(OpenClDevice::Create(options));
}

StatusOr<std::shared_ptr<GpuDevice>> CreateVulkan(
    const GpuDeviceOptions& options) {
  return AsGpuDevice(VulkanDevice::Create(options));
}

StatusOr<std::shared_ptr<GpuDevice>> CreateValidated(
    const GpuDeviceOptions& options) {
  VulkanOptions vulkan = VulkanOptions::FromEnvironment();
  vulkan.validation = true;
  return AsGpuDevice(VulkanDevice::Create(options, vulkan));
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
