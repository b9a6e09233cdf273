#ifndef DELEGATES_EDGETPU_DEVICES_H_
#define DELEGATES_EDGETPU_DEVICES_H_

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "delegates/edgetpu/isa/target.h"
#include "delegates/edgetpu/simulator/parameter_store.h"

namespace tflite::edgetpu {

enum class DeviceBus { kPci, kUsb };

// A simulated device. Its programs run one at a time.
struct VirtualDevice {
  DeviceBus bus = DeviceBus::kUsb;
  std::string path;  // "/virtual/usb/0"
  Target target = DefaultTarget();
  std::mutex running;
  // Of the programs that run.
  const std::shared_ptr<ParameterStore> store =
      std::make_shared<ParameterStore>();
};

// The devices of this process: one on USB, or those that the environment
// variable TFLL_EDGETPU_DEVICES lists when it is first needed, such as
// "usb,usb,pci"; "none" for none. TFLL_EDGETPU_TARGET names the target of all
// (isa/target_file.h). If a variable is wrong, an error is logged and there are
// no devices. Thread-safe; devices are never destroyed.
const std::vector<std::shared_ptr<VirtualDevice>>& VirtualDevices();

// The same list from the variable's text. Invalid if it names another bus.
StatusOr<std::vector<std::shared_ptr<VirtualDevice>>> ParseVirtualDevices(
    std::string_view text);

// The device that the plugin option `device` chooses: "" the first one, ":N"
// number N, "usb", "usb:N", "pci" or "pci:N" the Nth of that bus, or a path.
// NotFound if there is none, Invalid for other texts.
StatusOr<std::shared_ptr<VirtualDevice>> FindDevice(
    const std::vector<std::shared_ptr<VirtualDevice>>& devices,
    std::string_view choice);

// The same among VirtualDevices(); null for "" if there are none. `target`, if
// not "", chooses its target (isa/target_file.h): a device that is asked for
// with another target than its own is another device with the same path, one
// for each target.
StatusOr<std::shared_ptr<VirtualDevice>> ChooseDevice(
    std::string_view choice, const std::string& target = "");

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_DEVICES_H_
