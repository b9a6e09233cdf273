#include "delegates/edgetpu/api/device_options.h"

#include "tensorflow_lite_lite/base/log.h"

namespace edgetpu {
namespace {

bool IsValid(const std::string& name, const std::string& value) {
  if (name == "Performance") {
    return value == "Low" || value == "Medium" || value == "High" ||
           value == "Max";
  }
  if (name == "Usb.AlwaysDfu") return value == "True" || value == "False";
  return name == "Usb.MaxBulkInQueueLength" && !value.empty() &&
         value.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

bool AreDeviceOptions(const EdgeTpuManager::DeviceOptions& options) {
  for (const auto& [name, value] : options) {
    if (IsValid(name, value)) continue;
    tflite::base::Log(tflite::base::LogLevel::kError,
                      "Edge TPU: '%s' = '%s' is no option of a device",
                      name.c_str(), value.c_str());
    return false;
  }
  return true;
}

}  // namespace edgetpu
