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
#include "delegates/gpu/device/program_cache.h"

namespace tflite::gpu {

using namespace delegates;

// OpenCL objects of the application. If the queue is null, the device creates
// one.
struct OpenClHandles {
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_command_queue queue = nullptr;
};

struct OpenClOptions {
  // The objects to use, if `context` is not null. They are retained.
  OpenClHandles lent;
  // For tests: replaces functions of the library, e.g. by failing ones.
  std::function<void(OpenClFunctions&)> replace_functions;
};

// A device that is used through OpenCL 1.2. Only dot products of bytes need
// more: OpenCL C 3.0 and cl_khr_integer_dot_product. Selected by
// ChooseOpenClDevice unless the application provides one.
class OpenClDevice final : public GpuDevice {
 public:
  // Unavailable if the machine has no driver or no device.
  static StatusOr<std::shared_ptr<OpenClDevice>> Create(
      const GpuDeviceOptions& options, const OpenClOptions& opencl = {});

  // Owned by the device; valid as long as it lives.
  OpenClHandles handles() const;

  // Creates a reference to a part of a buffer in handles().context and retains
  // the buffer. An error if it is not such a buffer or does not contain the
  // part.
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
  cl_program FromCache(const ProgramKey& key, const std::string& flags);
  void IntoCache(const ProgramKey& key, cl_program program);

  std::shared_ptr<OpenClContext> context_;
  // Quotients and roots are those of IEEE 754 if the program asks for it.
  bool exact_division_ = false;
  std::mutex mutex_;  // protects pipelines_
  std::map<GpuKernelSpec, std::shared_ptr<GpuPipeline>> pipelines_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_DEVICE_H_
