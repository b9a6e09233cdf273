#ifndef DELEGATES_GPU_GPU_PARTS_H_
#define DELEGATES_GPU_GPU_PARTS_H_

#include <memory>

#include "delegates/gpu/gpu_border.h"
#include "delegates/gpu/gpu_options.h"

namespace tflite {

// For the delegate's C API.

// What a delegate shares with its programs.
struct GpuDelegateParts {
  std::shared_ptr<GpuDevice> device;
  std::shared_ptr<GpuBuffers> buffers;
};

// An error for what is not made by CreateGpuDelegate, or is deleted.
StatusOr<GpuDelegateParts> PartsOfGpuDelegate(const TfLiteDelegate* delegate);

// Null are the defaults.
StatusOr<GpuOptions> ToGpuOptions(const TfLiteGpuDelegateOptionsV2* options);

// Null, or kTfLiteError, after the log has got the reason.
TfLiteDelegate* LoggedGpuDelegate(const StatusOr<TfLiteDelegate*>& delegate);
TfLiteStatus LoggedGpuStatus(const Status& status);

}  // namespace tflite

#endif  // DELEGATES_GPU_GPU_PARTS_H_
