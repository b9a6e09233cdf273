#ifndef DELEGATES_GPU_DEVICE_OPENCL_OPENCL_DEVICE_H_
#define DELEGATES_GPU_DEVICE_OPENCL_OPENCL_DEVICE_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/opencl/opencl_objects.h"

namespace tflite {

// A device by OpenCL 1.2 and no extension of it. The first GPU of all
// platforms; an accelerator or the processor where there is none.
class OpenClDevice final : public GpuDevice {
 public:
  // Unavailable where the machine has no driver or no device.
  static StatusOr<std::shared_ptr<GpuDevice>> Create(
      const GpuDeviceOptions& options);

  StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                GpuUse use) override;
  Status Write(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
               const void* from) override;
  Status Read(GpuBuffer& buffer, uint64_t offset, uint64_t bytes,
              void* to) override;
  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override;
  StatusOr<std::unique_ptr<GpuCommands>> Record(
      std::vector<GpuStep> steps) override;

 private:
  explicit OpenClDevice(const GpuDeviceOptions& options) : GpuDevice(options) {}

  Status Open(const OpenClFunctions* cl);
  Status ReadCaps();
  StatusOr<cl_program> Build(const GpuKernelSpec& spec,
                             const struct GpuKernelText& text);
  cl_program FromCache(const class ProgramKey& key, const std::string& flags);
  void IntoCache(const class ProgramKey& key, cl_program program);

  std::shared_ptr<OpenClContext> context_;
  std::mutex mutex_;  // of what follows
  std::map<GpuKernelSpec, std::shared_ptr<GpuPipeline>> pipelines_;
};

}  // namespace tflite

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_DEVICE_H_
