#ifndef DELEGATES_GPU_DEVICE_OPENCL_OPENCL_DEVICE_H_
#define DELEGATES_GPU_DEVICE_OPENCL_OPENCL_DEVICE_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/foreign_buffer.h"
#include "delegates/gpu/device/opencl/opencl_objects.h"

namespace tflite::gpu {

using namespace delegates;

// What an application has made. A null queue: one is made.
struct OpenClHandles {
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_command_queue queue = nullptr;
};

struct OpenClOptions {
  // What to use if `context` is not null; it is retained.
  OpenClHandles lent;
  // Tests put functions that fail in the place of the library's.
  std::function<void(OpenClFunctions&)> replace_functions;
};

// A device by OpenCL 1.2 and no extension of it. The first GPU of all
// platforms; an accelerator or the processor where there is none. Of those
// alone whose name or platform's name has TFLL_OPENCL_DEVICE in it, where the
// environment has that.
class OpenClDevice final : public GpuDevice {
 public:
  // Unavailable where the machine has no driver or no device.
  static StatusOr<std::shared_ptr<OpenClDevice>> Create(
      const GpuDeviceOptions& options, const OpenClOptions& opencl = {});

  // Borrowed; they live as long as the device.
  OpenClHandles handles() const;

  // A part of a buffer of handles().context, which is retained. An error where
  // it is none or lacks the part.
  StatusOr<GpuForeignBuffer> Wrap(cl_mem memory, uint64_t offset,
                                  uint64_t bytes);

  bool is_lost() const override { return context_->lost; }
  StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                GpuUse use) override;
  Status Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
               const void* from) override;
  Status Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
              void* to) override;
  StatusOr<void*> Map(GpuBuffer& buffer) override;
  Status Unmap(GpuBuffer& mapped) override;
  StatusOr<std::shared_ptr<GpuBuffer>> Import(void* data,
                                              uint64_t bytes) override;
  Status Lend(GpuBuffer& imported) override;
  Status Return(GpuBuffer& imported) override;
  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override;
  StatusOr<std::unique_ptr<GpuCommands>> Record(
      std::vector<GpuStep> steps) override;

 private:
  explicit OpenClDevice(const GpuDeviceOptions& options) : GpuDevice(options) {}

  Status Open(const OpenClOptions& opencl);
  Status Adopt(const OpenClHandles& lent);
  Status ReadCaps();
  StatusOr<cl_program> Build(const GpuKernelSpec& spec,
                             const struct GpuKernelText& text, bool* cached);
  cl_program FromCache(const class ProgramKey& key, const std::string& flags);
  void IntoCache(const class ProgramKey& key, cl_program program);

  std::shared_ptr<OpenClContext> context_;
  std::mutex mutex_;  // of what follows
  std::map<GpuKernelSpec, std::shared_ptr<GpuPipeline>> pipelines_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_DEVICE_H_
