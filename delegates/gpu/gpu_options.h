#ifndef DELEGATES_GPU_GPU_OPTIONS_H_
#define DELEGATES_GPU_GPU_OPTIONS_H_

#include <memory>
#include <string>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/gpu_delegate.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::gpu {

using namespace delegates;

enum class GpuBackendChoice {
  // A real GPU by Vulkan, else OpenCL, else Vulkan on the processor.
  kAny,
  kOpenCl,
  kVulkan,
};

// "", "cl" or "vk"; "gl" and all else are errors that say so.
StatusOr<GpuBackendChoice> ParseGpuBackend(const std::string& name);

struct GpuOptions {
  SimpleDelegateInterface::Options nodes;
  GpuBackendChoice backend = GpuBackendChoice::kAny;
  bool precision_loss_allowed = false;
  bool take_quantized = true;
  // Compiled programs on disk; an empty folder is the user's.
  bool keep_programs = true;
  std::string program_dir;
  std::string program_token;
  // As if the device's memory were not the host's, to test that path.
  bool force_staging = false;
  // Kernels as for a GPU on hardware, whatever the driver, to test them.
  bool assume_hardware = false;
};

// The delegate, ended by TfLiteGpuDelegateV2Delete, or why there is none: no
// driver, no device of the back-end chosen.
StatusOr<TfLiteDelegate*> CreateGpuDelegate(const GpuOptions& options);

// On a device that the caller has; the options about devices do not count.
TfLiteDelegate* CreateGpuDelegate(const GpuOptions& options,
                                  std::shared_ptr<GpuDevice> device);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_OPTIONS_H_
