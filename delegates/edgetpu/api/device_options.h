#ifndef DELEGATES_EDGETPU_API_DEVICE_OPTIONS_H_
#define DELEGATES_EDGETPU_API_DEVICE_OPTIONS_H_

#include "delegates/edgetpu/api/edgetpu.h"

namespace edgetpu {

// Whether all options and their values are known; logs those that are not.
bool AreDeviceOptions(const EdgeTpuManager::DeviceOptions& options);

}  // namespace edgetpu

#endif  // DELEGATES_EDGETPU_API_DEVICE_OPTIONS_H_
