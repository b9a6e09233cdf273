#ifndef DELEGATES_GPU_TESTS_GPU_APPLICATION_H_
#define DELEGATES_GPU_TESTS_GPU_APPLICATION_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/device/device_caps.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::gpu {

using namespace delegates;

// An application with its own device, queue and buffers, which it shares with
// the delegate. Must outlive the delegates.
class GpuApplication {
 public:
  // Unavailable if the machine has no driver. For Vulkan, enables the
  // validation layer if it is installed.
  static StatusOr<std::unique_ptr<GpuApplication>> Create(GpuBackend backend);
  virtual ~GpuApplication() = default;

  // Creates a delegate through the C API; null on failure.
  virtual TfLiteDelegate* MakeDelegate(
      const TfLiteGpuDelegateOptionsV2& options) = 0;
  // Creates a device with options that the C API does not have.
  virtual StatusOr<std::shared_ptr<GpuDevice>> MakeDevice(
      const GpuDeviceOptions& options) = 0;

  // Creates a buffer and returns its number.
  virtual int NewBuffer(size_t bytes) = 0;
  virtual TfLiteStatus Register(TfLiteDelegate* delegate, int buffer,
                                size_t offset, size_t bytes,
                                TfLiteBufferHandle* handle) = 0;
  // `offset` is in bytes.
  virtual void Write(int buffer, size_t offset,
                     const std::vector<float>& values) = 0;
  virtual std::vector<float> Read(int buffer, size_t offset, size_t count) = 0;

  // The first message of the validation layer; empty if there is none.
  virtual std::string Complaint() { return ""; }
};

// The implementations, each in a file of its own.
StatusOr<std::unique_ptr<GpuApplication>> CreateOpenClApplication();
StatusOr<std::unique_ptr<GpuApplication>> CreateVulkanApplication();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_GPU_APPLICATION_H_
