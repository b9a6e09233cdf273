#ifndef DELEGATES_GPU_API_GPU_OPTIONS_H_
#define DELEGATES_GPU_API_GPU_OPTIONS_H_

#include <cstddef>
#include <memory>
#include <string>

#include "delegates/gpu/api/gpu_delegate.h"
#include "delegates/gpu/device/device.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/delegate/simple_delegate.h"

namespace tflite::gpu {

using namespace delegates;

enum class GpuBackendChoice {
  // A hardware GPU through Vulkan, otherwise OpenCL, otherwise Vulkan on the
  // processor.
  kAny,
  kOpenCl,
  kVulkan,
};

// Parses "", "cl" or "vk". "gl" and all other names are errors.
StatusOr<GpuBackendChoice> ParseGpuBackend(const std::string& name);

struct GpuOptions {
  SimpleDelegateInterface::Options nodes;
  GpuBackendChoice backend = GpuBackendChoice::kAny;
  bool precision_loss_allowed = false;
  bool take_quantized = true;
  // Compiled programs on disk. An empty directory means the user's cache
  // directory.
  bool keep_programs = true;
  std::string program_dir;
  std::string program_token;
  // Test option: treat the device's memory as inaccessible to the host.
  bool force_staging = false;
  // Test option: use the kernels for hardware GPUs with any driver.
  bool assume_hardware = false;
};

// The options of the plugin, `count` pairs of texts. README.md lists them. The
// error names an option that is unknown or has an unsuitable value.
StatusOr<GpuOptions> ParseGpuOptions(const char* const* keys,
                                     const char* const* values, size_t count);

// Creates a delegate, to be deleted with TfLiteGpuDelegateV2Delete. An error if
// there is no driver or no device of the selected back-end.
StatusOr<TfLiteDelegate*> CreateGpuDelegate(const GpuOptions& options);

// The same on a given device; ignores the options for devices.
TfLiteDelegate* CreateGpuDelegate(const GpuOptions& options,
                                  std::shared_ptr<GpuDevice> device);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_API_GPU_OPTIONS_H_
