#include "delegates/edgetpu/api/edgetpu_c.h"

#include <string>

#include "delegates/edgetpu/api/device_options.h"
#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/edgetpu_options.h"
#include "delegates/edgetpu/executable/executable.h"
#include "tensorflow_lite_lite/base/log.h"

namespace {

using tflite::edgetpu::DeviceBus;
using tflite::edgetpu::VirtualDevice;
using tflite::edgetpu::VirtualDevices;

edgetpu_device_type TypeOf(const VirtualDevice& device) {
  return device.bus == DeviceBus::kPci ? EDGETPU_APEX_PCI : EDGETPU_APEX_USB;
}

}  // namespace

extern "C" {

edgetpu_device* edgetpu_list_devices(size_t* num_devices) {
  const auto& devices = VirtualDevices();
  if (num_devices != nullptr) *num_devices = devices.size();
  if (devices.empty()) return nullptr;
  auto* list = new edgetpu_device[devices.size()];
  for (size_t i = 0; i < devices.size(); ++i) {
    list[i] = {TypeOf(*devices[i]), devices[i]->path.c_str()};
  }
  return list;
}

void edgetpu_free_devices(edgetpu_device* devices) { delete[] devices; }

TfLiteDelegate* edgetpu_create_delegate(edgetpu_device_type type,
                                        const char* name,
                                        const edgetpu_option* options,
                                        size_t num_options) {
  edgetpu::EdgeTpuManager::DeviceOptions named;
  for (size_t i = 0; i < num_options; ++i) {
    if (options[i].name == nullptr || options[i].value == nullptr) {
      return nullptr;
    }
    named[options[i].name] = options[i].value;
  }
  if (!edgetpu::AreDeviceOptions(named)) return nullptr;
  for (const auto& device : VirtualDevices()) {
    if (TypeOf(*device) != type) continue;
    if (name != nullptr && device->path != name) continue;
    tflite::edgetpu::EdgeTpuOptions chosen;
    chosen.device = device;
    const auto delegate = tflite::edgetpu::CreateEdgeTpuDelegate(chosen);
    return delegate.ok() ? *delegate : nullptr;
  }
  tflite::base::Log(tflite::base::LogLevel::kError,
                    "Edge TPU: there is no device '%s' of type %d",
                    name == nullptr ? "" : name, static_cast<int>(type));
  return nullptr;
}

void edgetpu_free_delegate(TfLiteDelegate* delegate) {
  tflite::edgetpu::DeleteEdgeTpuDelegate(delegate);
}

void edgetpu_verbosity(int verbosity) {
  edgetpu::EdgeTpuManager::GetSingleton()->SetVerbosity(verbosity);
}

const char* edgetpu_version(void) { return tflite::edgetpu::kCompilerVersion; }

}  // extern "C"
