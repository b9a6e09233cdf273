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

// What the delegate wants of a GPU: memory, kernels, and lists of commands that
// are recorded once and run often. Each back-end implements these classes.
//
// Everything a device hands out keeps what it needs of the device alive. All
// functions may be called on any thread; those of one GpuCommands and writes
// and reads of one GpuBuffer by one thread at a time. An error is final for the
// object concerned: the caller gives the work back to the CPU.

// A variant of a kernel of the library.
struct GpuKernelSpec {
  std::string kernel;
  // Specialization constants by name; those left out have the values that the
  // kernel's text gives.
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
  // What a dispatch of it gives.
  uint32_t num_buffers() const { return num_buffers_; }
  uint32_t num_params() const { return num_params_; }
  const std::string& name() const { return name_; }  // for messages
  // It came from the program cache, as far as the driver tells.
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

// Steps run as if one after the other: the back-end orders those of which one
// writes what another reads or writes, judging by the bindings' ranges.
struct GpuDispatch {
  std::shared_ptr<GpuPipeline> pipeline;
  std::vector<GpuBinding> buffers;  // in the order of the kernel's text
  std::vector<uint32_t> params;     // likewise, 32 words at most
  std::array<uint32_t, 3> groups = {1, 1, 1};  // each within caps().max_groups
  std::string label;                           // for profiles
};

struct GpuCopy {
  GpuBinding from, to;  // as many bytes
  std::string label;
};

using GpuStep = std::variant<GpuDispatch, GpuCopy>;

// Another part of a buffer for a step: buffers[operand] of a dispatch, `from`
// (0) or `to` (1) of a copy. Whether it is written stays as it was.
struct GpuRebinding {
  size_t step = 0, operand = 0;
  GpuBinding binding;
};

// Steps recorded once.
class GpuCommands {
 public:
  virtual ~GpuCommands() = default;
  // From the next run on. Costs little next to recording anew: what does not
  // depend on the buffers stays.
  virtual Status Rebind(const std::vector<GpuRebinding>& changes) = 0;
  // Runs the steps and waits for their end.
  virtual Status Run() = 0;
  // The same, with what each step took on the device, in nanoseconds. Slower
  // as a whole.
  virtual StatusOr<std::vector<uint64_t>> RunTimed() = 0;
};

class GpuKernelLibrary;  // kernel_library.h
class ProgramCache;      // program_cache.h

struct GpuDeviceOptions {
  const GpuKernelLibrary* kernels = nullptr;  // outlives the device
  // Keeps compiled programs; null: none are kept.
  std::shared_ptr<const ProgramCache> cache;
  // As if the device's memory were not the host's, to test that path.
  bool force_staging = false;
};

class GpuDevice {
 public:
  virtual ~GpuDevice() = default;

  const GpuCaps& caps() const { return caps_; }
  const GpuDeviceOptions& options() const { return options_; }
  // It failed for good, and all that it made with it; another one may work.
  virtual bool is_lost() const { return false; }

  // `bytes` > 0. Contents are undefined.
  virtual StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                        GpuUse use) = 0;
  // Whole or in part, when no command that uses the buffer is running. Any
  // offset and size within the buffer.
  virtual Status Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
                       const void* from) = 0;
  virtual Status Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
                      void* to) = 0;

  // The memory of a buffer made with kShared, for the host alone until Unmap.
  // Unimplemented where the host has none.
  virtual StatusOr<void*> Map(GpuBuffer& buffer) {
    return Unsupported("the device's memory is not the host's");
  }
  virtual Status Unmap(GpuBuffer& mapped) { return OkStatus(); }

  // The host's memory as a buffer that kernels use in place. The memory, of
  // which whole multiples of caps().import_alignment are concerned, lives as
  // long as the buffer. It is the host's until Lend, which makes it the
  // device's, and again after Return. Unimplemented where the device cannot.
  virtual StatusOr<std::shared_ptr<GpuBuffer>> Import(void* data,
                                                      uint64_t bytes) {
    return Unsupported("the device does not use the host's memory");
  }
  virtual Status Lend(GpuBuffer& imported) { return OkStatus(); }
  virtual Status Return(GpuBuffer& imported) { return OkStatus(); }

  // Pipelines are compiled once a device and kept while anyone uses them or the
  // device lives; also on disk, where there is a cache.
  virtual StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) = 0;

  // Keeps the steps' pipelines and buffers.
  virtual StatusOr<std::unique_ptr<GpuCommands>> Record(
      std::vector<GpuStep> steps) = 0;

 protected:
  explicit GpuDevice(const GpuDeviceOptions& options) : options_(options) {}

  GpuCaps caps_;  // set before anyone sees the device

 private:
  const GpuDeviceOptions options_;
};

// Each back-end's folder has one such function:
//   StatusOr<std::shared_ptr<GpuDevice>> OpenClDevice::Create(options)
//   StatusOr<std::shared_ptr<GpuDevice>> VulkanDevice::Create(options)
// Unavailable, with what was looked for, where the machine has no driver.

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_DEVICE_H_
