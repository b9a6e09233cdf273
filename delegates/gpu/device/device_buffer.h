#ifndef DELEGATES_GPU_DEVICE_DEVICE_BUFFER_H_
#define DELEGATES_GPU_DEVICE_DEVICE_BUFFER_H_

#include <cstdint>
#include <memory>

#include "delegates/gpu/device/device_caps.h"

namespace tflite::gpu {

// Device memory, freed with the object unless it belongs to the application.
class GpuBuffer {
 public:
  virtual ~GpuBuffer() = default;
  uint64_t bytes() const { return bytes_; }

 protected:
  explicit GpuBuffer(uint64_t bytes) : bytes_(bytes) {}

 private:
  const uint64_t bytes_;
};

enum class GpuUse {
  kDeviceOnly,  // kernels and copies; for Write and Read see caps()
  kUpload,      // the host writes, copies read
  kDownload,    // copies write, the host reads
  kShared,      // kernels and the host; only if caps().unified_memory
};

// The use for memory that kernels use and the host writes or reads.
inline GpuUse HostAndKernels(const GpuCaps& caps) {
  return caps.unified_memory ? GpuUse::kShared : GpuUse::kDeviceOnly;
}

// A part of a buffer. `offset` is a multiple of caps().offset_alignment.
struct GpuBinding {
  std::shared_ptr<GpuBuffer> buffer;
  uint64_t offset = 0;
  uint64_t bytes = 0;  // more than 0
  bool written = false;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_DEVICE_BUFFER_H_
