#ifndef DELEGATES_GPU_TESTS_COUNTING_DEVICE_H_
#define DELEGATES_GPU_TESTS_COUNTING_DEVICE_H_

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {

using namespace delegates;

// Wraps a device, counts transfers between host and device, records the kernels
// that are compiled, and fails on request.
class CountingDevice final : public GpuDevice {
 public:
  explicit CountingDevice(std::shared_ptr<GpuDevice> device)
      : GpuDevice(device->options()), device_(std::move(device)) {
    caps_ = device_->caps();
  }

  // The features that the delegate sees.
  GpuCaps& mutable_caps() { return caps_; }
  std::set<std::string> kernels() const {
    std::set<std::string> names;
    for (const auto& [spec, count] : compilations()) names.insert(spec.kernel);
    return names;
  }
  // How often each kernel variant was compiled.
  std::map<GpuKernelSpec, int> compilations() const {
    std::lock_guard<std::mutex> lock(kernels_mutex_);
    return compilations_;
  }

  int copies() const { return copies_; }
  int imports() const { return imports_; }
  int staging() const { return staging_; }  // buffers for it
  void Reset() {
    copies_ = imports_ = staging_ = 0;
    std::lock_guard<std::mutex> lock(kernels_mutex_);
    compilations_.clear();
  }
  void RefuseImports() { refuse_imports_ = true; }
  void FailRuns() { *fail_runs_ = true; }
  // Commands whose kernel name starts with `kernel` compute nothing, as if the
  // driver had compiled them incorrectly.
  void Miscompile(std::string kernel) { miscompiled_ = std::move(kernel); }

  StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                GpuUse use) override {
    if (use == GpuUse::kUpload || use == GpuUse::kDownload) ++staging_;
    return device_->Allocate(bytes, use);
  }
  Status Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
               const void* from) override {
    ++copies_;
    return device_->Write(buffer, offset, bytes, from);
  }
  Status Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
              void* to) override {
    ++copies_;
    return device_->Read(buffer, offset, bytes, to);
  }
  StatusOr<std::shared_ptr<GpuBuffer>> Import(void* data,
                                              uint64_t bytes) override {
    if (refuse_imports_) return Unsupported("no imports");
    ++imports_;
    return device_->Import(data, bytes);
  }
  Status Lend(GpuBuffer& imported) override { return device_->Lend(imported); }
  Status Return(GpuBuffer& imported) override {
    return device_->Return(imported);
  }
  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    {
      std::lock_guard<std::mutex> lock(kernels_mutex_);
      ++compilations_[spec];
    }
    return device_->Compile(spec);
  }
  StatusOr<std::unique_ptr<GpuCommands>> Record(
      std::vector<GpuStep> steps) override {
    bool computes = true;
    for (const GpuStep& step : steps) {
      const auto* dispatch = std::get_if<GpuDispatch>(&step);
      if (dispatch == nullptr || miscompiled_.empty()) continue;
      computes &= !StartsWith(dispatch->pipeline->name(), miscompiled_);
    }
    TFLL_ASSIGN_OR_RETURN(auto commands, device_->Record(std::move(steps)));
    return std::unique_ptr<GpuCommands>(
        std::make_unique<Commands>(std::move(commands), fail_runs_, computes));
  }

 private:
  class Commands final : public GpuCommands {
   public:
    Commands(std::unique_ptr<GpuCommands> commands,
             std::shared_ptr<const bool> fail, bool computes)
        : commands_(std::move(commands)),
          fail_(std::move(fail)),
          computes_(computes) {}
    Status Rebind(const std::vector<GpuRebinding>& changes) override {
      return commands_->Rebind(changes);
    }
    Status Run() override {
      if (*fail_) return Internal("the run failed");
      return computes_ ? commands_->Run() : OkStatus();
    }
    StatusOr<std::vector<uint64_t>> RunTimed() override {
      return commands_->RunTimed();
    }

   private:
    const std::unique_ptr<GpuCommands> commands_;
    const std::shared_ptr<const bool> fail_;
    const bool computes_;
  };

  const std::shared_ptr<GpuDevice> device_;
  mutable std::mutex kernels_mutex_;
  std::map<GpuKernelSpec, int> compilations_;
  int copies_ = 0, imports_ = 0, staging_ = 0;
  bool refuse_imports_ = false;
  std::string miscompiled_;
  const std::shared_ptr<bool> fail_runs_ = std::make_shared<bool>(false);
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_COUNTING_DEVICE_H_
