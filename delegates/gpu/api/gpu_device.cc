#include "delegates/gpu/api/gpu_device.h"

#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "delegates/gpu/device/opencl/opencl_device.h"
#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "delegates/gpu/kernels/kernels.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

// The options by which devices differ.
using Key = std::tuple<GpuBackend, bool, bool, std::string, std::string>;

struct Devices {
  std::mutex mutex;
  std::map<Key, std::shared_ptr<GpuDevice>> open;
};

// Never destroyed: drivers have threads of their own, which may outlive main().
Devices& AllDevices() {
  static auto* const kDevices = new Devices;
  return *kDevices;
}

StatusOr<std::shared_ptr<GpuDevice>> Open(GpuBackend backend,
                                          const GpuOptions& options) {
  Devices& devices = AllDevices();
  std::lock_guard<std::mutex> lock(devices.mutex);
  const Key key(backend, options.force_staging, options.keep_programs,
                options.program_dir, options.program_token);
  const auto at = devices.open.find(key);
  if (at != devices.open.end()) {
    if (!at->second->is_lost()) return at->second;
    devices.open.erase(at);
  }
  const GpuDeviceOptions device_options = ToDeviceOptions(options);
  std::shared_ptr<GpuDevice> device;
  if (backend == GpuBackend::kVulkan) {
    TFLL_ASSIGN_OR_RETURN(device, VulkanDevice::Create(device_options));
  } else {
    TFLL_ASSIGN_OR_RETURN(device, OpenClDevice::Create(device_options));
  }
  devices.open.emplace(key, device);
  return device;
}

}  // namespace

GpuDeviceOptions ToDeviceOptions(const GpuOptions& options) {
  GpuDeviceOptions device_options;
  device_options.kernels = &GpuKernels();
  device_options.force_staging = options.force_staging;
  if (options.keep_programs) {
    ProgramCache::Options cache;
    cache.directory = options.program_dir;
    cache.token = options.program_token;
    device_options.cache = std::make_shared<ProgramCache>(cache);
  }
  return device_options;
}

StatusOr<std::shared_ptr<GpuDevice>> AcquireGpuDevice(
    const GpuOptions& options) {
  if (options.backend == GpuBackendChoice::kOpenCl) {
    return Open(GpuBackend::kOpenCl, options);
  }
  if (options.backend == GpuBackendChoice::kVulkan) {
    return Open(GpuBackend::kVulkan, options);
  }
  auto vulkan = Open(GpuBackend::kVulkan, options);
  if (vulkan.ok() && !(*vulkan)->caps().software) return vulkan;
  auto opencl = Open(GpuBackend::kOpenCl, options);
  if (opencl.ok()) return opencl;
  if (vulkan.ok()) return vulkan;
  return Unavailable(
      StrCat(vulkan.status().message(), "; ", opencl.status().message()));
}

}  // namespace tflite::gpu
