#ifndef DELEGATES_GPU_TESTS_IDLE_DEVICE_H_
#define DELEGATES_GPU_TESTS_IDLE_DEVICE_H_

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

using namespace delegates;

// A device that exists on any machine. Records the requested kernels, and
// computes nothing. Results cannot be read, so partitions whose kernels have a
// self-check fail it. Tests override the functions that should fail.
class IdleDevice : public GpuDevice {
 public:
  // The features of a device that supports every operator.
  static GpuCaps Caps(const std::string& name) {
    GpuCaps caps;
    caps.name = name;
    caps.max_buffer_bytes = 1 << 26;
    caps.max_workgroup = {256, 256, 64};
    caps.max_invocations = 256;
    caps.shared_memory_bytes = 32768;
    caps.unified_memory = true;
    return caps;
  }

  explicit IdleDevice(const GpuCaps& caps, const GpuDeviceOptions& options = {})
      : GpuDevice(options) {
    caps_ = caps;
  }

  // The variants that all threads have compiled so far.
  std::set<GpuKernelSpec> specs() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return specs_;
  }
  // The names of their kernels.
  std::set<std::string> kernels() const {
    std::set<std::string> names;
    for (const GpuKernelSpec& spec : specs()) names.insert(spec.kernel);
    return names;
  }

  StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                GpuUse) override {
    return std::shared_ptr<GpuBuffer>(std::make_shared<Buffer>(bytes));
  }
  Status Write(GpuBuffer&, uint64_t, uint64_t, const void*) override {
    return OkStatus();
  }
  Status Read(GpuBuffer&, uint64_t, uint64_t, void*) override {
    return Internal("nothing was computed");
  }
  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    std::lock_guard<std::mutex> lock(mutex_);
    specs_.insert(spec);
    return std::shared_ptr<GpuPipeline>(std::make_shared<Pipeline>(spec));
  }
  StatusOr<std::unique_ptr<GpuCommands>> Record(std::vector<GpuStep>) override {
    return std::unique_ptr<GpuCommands>(std::make_unique<Commands>());
  }

 protected:
  struct Commands : GpuCommands {
    Status Rebind(const std::vector<GpuRebinding>&) override {
      return OkStatus();
    }
    Status Run() override { return OkStatus(); }
    StatusOr<std::vector<uint64_t>> RunTimed() override {
      return Unsupported("nothing takes time");
    }
  };

 private:
  struct Buffer : GpuBuffer {
    explicit Buffer(uint64_t bytes) : GpuBuffer(bytes) {}
  };
  struct Pipeline : GpuPipeline {
    explicit Pipeline(const GpuKernelSpec& spec)
        : GpuPipeline(spec.kernel, 0, 0) {}
  };

  mutable std::mutex mutex_;
  std::set<GpuKernelSpec> specs_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_IDLE_DEVICE_H_
