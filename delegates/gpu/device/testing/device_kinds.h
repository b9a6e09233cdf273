#ifndef DELEGATES_GPU_DEVICE_TESTING_DEVICE_KINDS_H_
#define DELEGATES_GPU_DEVICE_TESTING_DEVICE_KINDS_H_

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

using namespace delegates;

// A configuration of a back-end on which tests run.
struct DeviceKind {
  std::string name;  // "Vulkan", "VulkanStaging", …
  bool force_staging;
  StatusOr<std::shared_ptr<GpuDevice>> (*create)(const GpuDeviceOptions&);
};

// For messages of GoogleTest.
inline void PrintTo(const DeviceKind& kind, std::ostream* out) {
  *out << kind.name;
}

// Both back-ends, with and without memory that the host can access; also Vulkan
// with its validation layer, whose messages become errors.
std::vector<DeviceKind> AllDeviceKinds();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_TESTING_DEVICE_KINDS_H_
