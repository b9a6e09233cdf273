#ifndef DELEGATES_GPU_DEVICE_DEVICE_H_
#define DELEGATES_GPU_DEVICE_DEVICE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "delegates/gpu/device/device_buffer.h"
#include "delegates/gpu/device/device_caps.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::gpu {

using namespace delegates;

// The delegate's interface to a GPU: memory, kernels, and lists of commands
// that are recorded once and run repeatedly. Each back-end implements these
// classes.
//
// Objects created by a device keep the parts of the device that they need
// alive. All functions may be called on any thread, but not concurrently for
// the same GpuCommands, nor for writes and reads of the same GpuBuffer. An
// error is final for the object: the caller returns the work to the CPU.

// A variant of a kernel in the library.
struct GpuKernelSpec {
  std::string kernel;
  // Specialization constants by name. Others have the defaults of the kernel's
  // source.
  std::vector<std::pair<std::string, int32_t>> constants;
  std::array<uint32_t, 3> workgroup = {1, 1, 1};

  bool operator<(const GpuKernelSpec& other) const {
    return std::tie(kernel, constants, workgroup) <
           std::tie(other.kernel, other.constants, other.workgroup);
  }
};

// "conv_2d<VEC=4,ACT=1> 8x8x1", for messages and profiles.
std::string ToString(const GpuKernelSpec& spec);

// A compiled kernel.
class GpuPipeline {
 public:
  virtual ~GpuPipeline() = default;
  // The numbers of buffers and parameters that a dispatch must provide.
  uint32_t num_buffers() const { return num_buffers_; }
  uint32_t num_params() const { return num_params_; }
  const std::string& name() const { return name_; }  // for messages
  // True if it came from the program cache, as far as the driver reports this.
  bool is_cached() const { return is_cached_; }

 protected:
  GpuPipeline(std::string name, uint32_t num_buffers, uint32_t num_params)
      : name_(std::move(name)),
        num_buffers_(num_buffers),
        num_params_(num_params) {}
  bool is_cached_ = false;

 private:
  const std::string name_;
  const uint32_t num_buffers_, num_params_;
};

// Steps behave as if executed one after another: the back-end orders steps if
// one writes what another reads or writes, according to the ranges of their
// bindings.
struct GpuDispatch {
  std::shared_ptr<GpuPipeline> pipeline;
  std::vector<GpuBinding> buffers;  // in the order of the kernel's source
  std::vector<uint32_t> params;     // in the same order, at most 32 words
  std::array<uint32_t, 3> groups = {1, 1, 1};  // each within caps().max_groups
  std::string label;                           // for profiles
};

struct GpuCopy {
  GpuBinding from, to;  // of equal size
  std::string label;
};

using GpuStep = std::variant<GpuDispatch, GpuCopy>;

// Replaces a binding of a step: buffers[operand] of a dispatch, `from` (0) or
// `to` (1) of a copy. `written` does not change.
struct GpuRebinding {
  size_t step = 0, operand = 0;
  GpuBinding binding;
};

// Steps recorded once.
class GpuCommands {
 public:
  virtual ~GpuCommands() = default;
  // Takes effect in the next run. Much cheaper than recording again, because
  // everything that does not depend on the buffers is kept.
  virtual Status Rebind(const std::vector<GpuRebinding>& changes) = 0;
  // Runs the steps and waits until they are finished.
  virtual Status Run() = 0;
  // The same; returns the time of each step on the device, in nanoseconds.
  // Slower in total.
  virtual StatusOr<std::vector<uint64_t>> RunTimed() = 0;
};

class GpuKernelLibrary;  // kernel_library.h
class ProgramCache;      // program_cache.h

struct GpuDeviceOptions {
  const GpuKernelLibrary* kernels = nullptr;  // outlives the device
  // Caches compiled programs; null for no cache.
  std::shared_ptr<const ProgramCache> cache;
  // Test option: treat the device's memory as inaccessible to the host.
  bool force_staging = false;
  // Test option: kernels are not checked before their first use.
  bool skip_self_check = false;
};

class GpuDevice {
 public:
  virtual ~GpuDevice() = default;

  const GpuCaps& caps() const { return caps_; }
  const GpuDeviceOptions& options() const { return options_; }
  // True if the device has failed permanently, with all objects created from
  // it. A new device may work.
  virtual bool is_lost() const { return false; }

  // `bytes` > 0. The contents are undefined.
  virtual StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                        GpuUse use) = 0;
  // Copies to or from the buffer, at any offset and size within it. No command
  // that uses the buffer may be running.
  virtual Status Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
                       const void* from) = 0;
  virtual Status Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
                      void* to) = 0;

  // Returns the memory of a kShared buffer, for exclusive use by the host until
  // Unmap. Unsupported if host and device do not share memory.
  virtual StatusOr<void*> Map(GpuBuffer& buffer) {
    return Unsupported("the device's memory is not the host's");
  }
  virtual Status Unmap(GpuBuffer& mapped) { return OkStatus(); }

  // Creates a buffer from host memory, which kernels use in place. The memory
  // must live as long as the buffer; the device may access it in whole
  // multiples of caps().import_alignment. The host owns the contents until
  // Lend, which passes them to the device, and again after Return. Unsupported
  // if the device cannot import host memory.
  virtual StatusOr<std::shared_ptr<GpuBuffer>> Import(void* data,
                                                      uint64_t bytes) {
    return Unsupported("the device does not use the host's memory");
  }
  virtual Status Lend(GpuBuffer& imported) { return OkStatus(); }
  virtual Status Return(GpuBuffer& imported) { return OkStatus(); }

  // Pipelines are compiled once per device and kept as long as they are used or
  // the device lives, and on disk if there is a cache. Unsupported if the
  // device has no such workgroups, or does not take as many operands.
  virtual StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) = 0;

  // The result keeps the steps' pipelines and buffers alive.
  virtual StatusOr<std::unique_ptr<GpuCommands>> Record(
      std::vector<GpuStep> steps) = 0;

 protected:
  explicit GpuDevice(const GpuDeviceOptions& options) : options_(options) {}

  GpuCaps caps_;  // set before the device is used

 private:
  const GpuDeviceOptions options_;
};

// Each back-end's folder has one of these functions:
//   StatusOr<std::shared_ptr<GpuDevice>> OpenClDevice::Create(options)
//   StatusOr<std::shared_ptr<GpuDevice>> VulkanDevice::Create(options)
// They return Unavailable, with what was searched for, if the machine has no
// driver.

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_DEVICE_H_
