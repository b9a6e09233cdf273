#ifndef DELEGATES_EDGETPU_API_EDGETPU_H_
#define DELEGATES_EDGETPU_API_EDGETPU_H_

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"

// Devices for compiled models, under the names that applications of Edge TPUs
// use. All devices are simulated; see delegates/edgetpu/devices.h for how many
// there are. Functions may be called on any thread.
//
//   auto context = edgetpu::EdgeTpuManager::GetSingleton()->OpenDevice();
//   resolver.AddCustom(edgetpu::kCustomOp, edgetpu::RegisterCustomOp());
//   interpreter->SetExternalContext(kTfLiteEdgeTpuContext, context.get());
namespace edgetpu {

constexpr char kCustomOp[] = "edgetpu-custom-op";

enum class DeviceType {
  kApexPci = 0,
  kApexUsb = 1,
};

class EdgeTpuContext;

class EdgeTpuManager {
 public:
  // "Performance": "Low", "Medium", "High" or "Max" (default);
  // "Usb.AlwaysDfu", "Usb.MaxBulkInQueueLength". Accepted, without an effect on
  // simulated devices.
  using DeviceOptions = std::unordered_map<std::string, std::string>;

  struct DeviceEnumerationRecord {
    DeviceType type;
    std::string path;

    friend bool operator==(const DeviceEnumerationRecord& a,
                           const DeviceEnumerationRecord& b) {
      return a.type == b.type && a.path == b.path;
    }
    friend bool operator!=(const DeviceEnumerationRecord& a,
                           const DeviceEnumerationRecord& b) {
      return !(a == b);
    }
  };

  static EdgeTpuManager* GetSingleton();
  virtual ~EdgeTpuManager() = default;

  // A context that uses a device exclusively: the first free one, of a type if
  // given, or that with a path. Null if there is none or it is in use, or if an
  // option is unknown.
  virtual std::unique_ptr<EdgeTpuContext> NewEdgeTpuContext() = 0;
  virtual std::unique_ptr<EdgeTpuContext> NewEdgeTpuContext(
      DeviceType type) = 0;
  virtual std::unique_ptr<EdgeTpuContext> NewEdgeTpuContext(
      DeviceType type, const std::string& path) = 0;
  virtual std::unique_ptr<EdgeTpuContext> NewEdgeTpuContext(
      DeviceType type, const std::string& path,
      const DeviceOptions& options) = 0;

  virtual std::vector<DeviceEnumerationRecord> EnumerateEdgeTpu() const = 0;

  // A shared context: that of an opened device, or of one that is free. Null as
  // above; options of an opened device must be equal.
  virtual std::shared_ptr<EdgeTpuContext> OpenDevice() = 0;
  virtual std::shared_ptr<EdgeTpuContext> OpenDevice(DeviceType type) = 0;
  virtual std::shared_ptr<EdgeTpuContext> OpenDevice(
      DeviceType type, const std::string& path) = 0;
  virtual std::shared_ptr<EdgeTpuContext> OpenDevice(
      DeviceType type, const std::string& path,
      const DeviceOptions& options) = 0;

  // Those that are open and shared.
  virtual std::vector<std::shared_ptr<EdgeTpuContext>> GetOpenedDevices()
      const = 0;

  // 0 to 10, else an error. Accepted, without an effect.
  virtual TfLiteStatus SetVerbosity(int verbosity) = 0;
  virtual std::string Version() const = 0;
};

// An opened device. Must outlive the interpreters that it is set in.
class EdgeTpuContext : public TfLiteExternalContext {
 public:
  virtual ~EdgeTpuContext() = default;

  virtual const EdgeTpuManager::DeviceEnumerationRecord& GetDeviceEnumRecord()
      const = 0;
  virtual EdgeTpuManager::DeviceOptions GetDeviceOptions() const = 0;
  virtual bool IsReady() const = 0;
};

// The operator of compiled models, of static lifetime. It runs on the device of
// the interpreter's kTfLiteEdgeTpuContext, or, without one, runs the original
// nodes on the CPU if the program has that path (delegates/edgetpu/fallback).
TfLiteRegistration* RegisterCustomOp();

}  // namespace edgetpu

#endif  // DELEGATES_EDGETPU_API_EDGETPU_H_
