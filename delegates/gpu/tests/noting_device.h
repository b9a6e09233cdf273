#ifndef DELEGATES_GPU_TESTS_NOTING_DEVICE_H_
#define DELEGATES_GPU_TESTS_NOTING_DEVICE_H_

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "delegates/gpu/tests/idle_device.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {

// A device for tests that writes down its calls. Buffers have numbers, in the
// order in which they are first used.
class NotingDevice final : public IdleDevice {
 public:
  explicit NotingDevice(const GpuCaps& caps)
      : IdleDevice(caps, WithoutChecks()) {}

  std::vector<std::string> Take() { return std::exchange(notes_, {}); }
  std::string Name(const GpuBuffer* buffer) {
    return StrCat("#", names_.emplace(buffer, names_.size() + 1).first->second);
  }

  StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                GpuUse use) override {
    if (bytes == unobtainable) return ResourceExhausted("no memory");
    const char* const uses[] = {"inner", "upload", "download", "shared"};
    return Made(*IdleDevice::Allocate(bytes, use),
                StrCat(uses[static_cast<int>(use)], " ", bytes));
  }
  StatusOr<std::shared_ptr<GpuBuffer>> Import(void* data,
                                              uint64_t bytes) override {
    if (refuse_imports) {
      Note("import refused");
      return Unsupported("no imports");
    }
    return Made(*IdleDevice::Allocate(bytes, GpuUse::kShared),
                StrCat("import ", bytes));
  }
  Status Lend(GpuBuffer& imported) override {
    Note("lend " + Name(&imported));
    return OkStatus();
  }
  Status Return(GpuBuffer& imported) override {
    Note("return " + Name(&imported));
    return OkStatus();
  }
  Status Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
               const void* from) override {
    int sum = 0;
    for (uint64_t i = 0; i < bytes; ++i) {
      sum += static_cast<const uint8_t*>(from)[i];
    }
    Note(
        StrCat("write ", Name(&buffer), " ", offset, "+", bytes, " sum ", sum));
    return OkStatus();
  }
  Status Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
              void* to) override {
    if (fail_reads) return Internal("not read");
    std::memset(to, 0, bytes);
    if (bytes > zeros_read) {
      std::memset(static_cast<char*>(to) + zeros_read, read_as,
                  bytes - zeros_read);
    }
    Note(StrCat("read ", Name(&buffer), " ", offset, "+", bytes));
    return OkStatus();
  }
  StatusOr<std::unique_ptr<GpuCommands>> Record(
      std::vector<GpuStep> steps) override {
    for (const GpuStep& step : steps) {
      if (const auto* copy = std::get_if<GpuCopy>(&step)) {
        Note(StrCat(copy->label, ":", Text(copy->from), Text(copy->to)));
        continue;
      }
      const auto& dispatch = std::get<GpuDispatch>(step);
      std::string buffers;
      for (const GpuBinding& b : dispatch.buffers) buffers += Text(b);
      Note(StrCat(dispatch.label, ": ", dispatch.pipeline->name(), buffers,
                  " (", StrJoin(dispatch.params, ","), ") ",
                  StrJoin(dispatch.groups, "x")));
    }
    return std::unique_ptr<GpuCommands>(
        std::make_unique<Noted>(this, steps.size()));
  }

  std::string Text(const GpuBinding& b) {
    return StrCat(" ", Name(b.buffer.get()), "[", b.offset, "+", b.bytes,
                  b.written ? "]w" : "]");
  }

  uint64_t unobtainable = 0;  // a size of memory
  bool refuse_imports = false, fail_runs = false, fail_rebinding = false;
  bool fail_reads = false;
  int read_as = 0;          // each byte
  uint64_t zeros_read = 0;  // bytes before that
  bool times = false;       // each step

 private:
  class Noted final : public Commands {
   public:
    Noted(NotingDevice* device, size_t steps)
        : device_(*device), steps_(steps) {}
    Status Rebind(const std::vector<GpuRebinding>& changes) override {
      for (const GpuRebinding& c : changes) {
        device_.Note(
            StrCat("bind ", c.step, ".", c.operand, device_.Text(c.binding)));
      }
      return device_.fail_rebinding ? Internal("not bound") : OkStatus();
    }
    Status Run() override {
      device_.Note("run");
      return device_.fail_runs ? Internal("the run failed") : OkStatus();
    }
    StatusOr<std::vector<uint64_t>> RunTimed() override {
      if (!device_.times) return Commands::RunTimed();
      device_.Note("run timed");
      if (device_.fail_runs) return Internal("the run failed");
      std::vector<uint64_t> times;
      for (size_t i = 0; i < steps_; ++i) times.push_back(i * 5000);
      return times;
    }

   private:
    NotingDevice& device_;
    const size_t steps_;
  };

  static GpuDeviceOptions WithoutChecks() {
    GpuDeviceOptions options;
    options.skip_self_check = true;
    return options;
  }
  void Note(const std::string& note) { notes_.push_back(note); }
  std::shared_ptr<GpuBuffer> Made(std::shared_ptr<GpuBuffer> buffer,
                                  const std::string& what) {
    kept_.push_back(buffer);  // so that no other buffer gets its address
    Note(StrCat(Name(buffer.get()), " is ", what));
    return buffer;
  }

  std::vector<std::string> notes_;
  std::vector<std::shared_ptr<GpuBuffer>> kept_;
  std::map<const GpuBuffer*, size_t> names_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_NOTING_DEVICE_H_
