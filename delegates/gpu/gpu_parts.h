#ifndef DELEGATES_GPU_GPU_PARTS_H_
#define DELEGATES_GPU_GPU_PARTS_H_

#include <memory>
#include <utility>

#include "delegates/gpu/gpu_border.h"
#include "delegates/gpu/gpu_options.h"

namespace tflite::gpu {

using namespace delegates;

// For the delegate's C API.

// What a delegate shares with its programs.
struct GpuDelegateParts {
  std::shared_ptr<GpuDevice> device;
  std::shared_ptr<GpuBuffers> buffers;
};

// An error for what is not made by CreateGpuDelegate, or is deleted.
StatusOr<GpuDelegateParts> PartsOfGpuDelegate(const TfLiteDelegate* delegate);

// The same with the device as one of its back-end, whose class is Device; an
// error if it is of another. The device may be kept longer than the delegate.
template <typename Device>
StatusOr<std::pair<GpuDelegateParts, Device*>> DeviceOfGpuDelegate(
    const TfLiteDelegate* delegate, GpuBackend backend) {
  TFLL_ASSIGN_OR_RETURN(GpuDelegateParts parts, PartsOfGpuDelegate(delegate));
  auto* device = dynamic_cast<Device*>(parts.device.get());
  if (device == nullptr) {
    return Invalid("the delegate does not use ", GpuBackendName(backend));
  }
  return std::make_pair(std::move(parts), device);
}

// Makes part of an application's buffer known to the delegate.
template <typename Device, typename Buffer>
Status RegisterGpuBuffer(const TfLiteDelegate* delegate, GpuBackend backend,
                         Buffer buffer, uint64_t offset, uint64_t bytes,
                         TfLiteBufferHandle* handle) {
  if (handle == nullptr) return Invalid("there is no place for the handle");
  TFLL_ASSIGN_OR_RETURN(const auto found,
                        DeviceOfGpuDelegate<Device>(delegate, backend));
  TFLL_ASSIGN_OR_RETURN(GpuForeignBuffer foreign,
                        found.second->Wrap(buffer, offset, bytes));
  *handle = found.first.buffers->Add(
      std::make_shared<const GpuForeignBuffer>(std::move(foreign)));
  return OkStatus();
}

// Null are the defaults.
StatusOr<GpuOptions> ToGpuOptions(const TfLiteGpuDelegateOptionsV2* options);

// Null, or kTfLiteError, after the log has got the reason.
TfLiteDelegate* LoggedGpuDelegate(const StatusOr<TfLiteDelegate*>& delegate);
TfLiteStatus LoggedGpuStatus(const Status& status);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_PARTS_H_
