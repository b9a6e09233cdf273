#include "delegates/edgetpu/devices.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "delegates/edgetpu/isa/target_file.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::edgetpu {
namespace {

using Devices = std::vector<std::shared_ptr<VirtualDevice>>;

Devices FromEnvironment() {
  const auto error = [](const char* variable, const Status& status) {
    base::Log(base::LogLevel::kError, "%s: %s", variable,
              std::string(status.message()).c_str());
    return Devices();
  };
  const char* text = std::getenv("TFLL_EDGETPU_DEVICES");
  auto devices = ParseVirtualDevices(text == nullptr ? "usb" : text);
  if (!devices.ok()) return error("TFLL_EDGETPU_DEVICES", devices.status());
  const char* choice = std::getenv("TFLL_EDGETPU_TARGET");
  const auto target = ReadTarget(choice == nullptr ? "" : choice);
  if (!target.ok()) return error("TFLL_EDGETPU_TARGET", target.status());
  for (const auto& device : *devices) device->target = *target;
  return *std::move(devices);
}

// The device, or one in its place whose target is another one.
std::shared_ptr<VirtualDevice> WithTarget(
    const std::shared_ptr<VirtualDevice>& device, const Target& target) {
  const std::string text = TargetText(target);
  if (text == TargetText(device->target)) return device;
  static std::mutex mutex;
  static auto* others = new std::map<std::pair<std::string, std::string>,
                                     std::shared_ptr<VirtualDevice>>();
  const std::lock_guard<std::mutex> lock(mutex);
  auto& other = (*others)[{device->path, text}];
  if (other == nullptr) {
    other = std::make_shared<VirtualDevice>();
    other->bus = device->bus;
    other->path = device->path;
    other->target = target;
  }
  return other;
}

// The N of ":N".
StatusOr<int> NumberIn(std::string_view text, std::string_view choice) {
  if (text.empty()) return 0;
  int number = 0;
  for (const char c : text.substr(1)) {
    if (c < '0' || c > '9' || number > 9999) number = -1;
    if (number < 0) break;
    number = number * 10 + (c - '0');
  }
  if (text[0] != ':' || text.size() < 2 || number < 0) {
    return Invalid("device '", choice,
                   "' is none of \"\", \":N\", \"usb\", \"usb:N\", \"pci\", "
                   "\"pci:N\" and the path of a device");
  }
  return number;
}

}  // namespace

StatusOr<Devices> ParseVirtualDevices(std::string_view text) {
  Devices devices;
  if (text == "none" || text.empty()) return devices;
  int usb = 0, pci = 0;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view name = text.substr(begin, end - begin);
    if (name != "usb" && name != "pci") {
      return Invalid("'", name, "' is neither usb nor pci");
    }
    auto device = std::make_shared<VirtualDevice>();
    device->bus = name == "usb" ? DeviceBus::kUsb : DeviceBus::kPci;
    device->path =
        StrCat("/virtual/", name, "/", name == "usb" ? usb++ : pci++);
    devices.push_back(std::move(device));
    begin = end + 1;
  }
  return devices;
}

const Devices& VirtualDevices() {
  static const auto* devices = new Devices(FromEnvironment());
  return *devices;
}

StatusOr<std::shared_ptr<VirtualDevice>> FindDevice(const Devices& devices,
                                                    std::string_view choice) {
  for (const auto& device : devices) {
    if (device->path == choice) return device;
  }
  const bool usb = choice.substr(0, 3) == "usb";
  const bool any = !usb && choice.substr(0, 3) != "pci";
  TFLL_ASSIGN_OR_RETURN(int left, NumberIn(choice.substr(any ? 0 : 3), choice));
  for (const auto& device : devices) {
    if (!any && (device->bus == DeviceBus::kUsb) != usb) continue;
    if (left-- == 0) return device;
  }
  return Status(
      base::StatusCode::kNotFound,
      StrCat("there is no device '", choice, "'; there are ", devices.size()));
}

StatusOr<std::shared_ptr<VirtualDevice>> ChooseDevice(
    std::string_view choice, const std::string& target) {
  const Devices& devices = VirtualDevices();
  std::shared_ptr<VirtualDevice> device;
  if (!choice.empty() || !devices.empty()) {
    TFLL_ASSIGN_OR_RETURN(device, FindDevice(devices, choice));
  }
  if (target.empty()) return device;
  TFLL_ASSIGN_OR_RETURN(const Target other, ReadTarget(target));
  return device == nullptr ? device : WithTarget(device, other);
}

}  // namespace tflite::edgetpu
