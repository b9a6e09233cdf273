#ifndef DELEGATES_GPU_API_GPU_PARTS_H_
#define DELEGATES_GPU_API_GPU_PARTS_H_

#include <memory>
#include <utility>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/program/gpu_border.h"

namespace tflite::gpu {

using namespace delegates;

// Internals for the delegate's C API.

// The objects that a delegate shares with its programs.
struct GpuDelegateParts {
  std::shared_ptr<GpuDevice> device;
  std::shared_ptr<GpuBuffers> buffers;
};

// An error if `delegate` was not created by CreateGpuDelegate or is deleted.
StatusOr<GpuDelegateParts> PartsOfGpuDelegate(const TfLiteDelegate* delegate);

// The same, with the device as an object of its back-end's class, Device; an
// error if it belongs to another back-end. The caller may keep the device
// longer than the delegate.
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

// Registers a part of an application's buffer with the delegate.
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

// Null means default options.
StatusOr<GpuOptions> ToGpuOptions(const TfLiteGpuDelegateOptionsV2* options);

// On errors, log the message and return null or kTfLiteError.
TfLiteDelegate* LoggedGpuDelegate(const StatusOr<TfLiteDelegate*>& delegate);
TfLiteStatus LoggedGpuStatus(const Status& status);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_API_GPU_PARTS_H_
