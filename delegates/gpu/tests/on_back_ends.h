#ifndef DELEGATES_GPU_TESTS_ON_BACK_ENDS_H_
#define DELEGATES_GPU_TESTS_ON_BACK_ENDS_H_

#include <memory>
#include <string>

#include "delegates/gpu/api/gpu_delegate.h"
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/tests/skip.h"
#include "gtest/gtest.h"

namespace tflite::gpu {

using GpuDelegatePtr =
    std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

inline GpuDelegatePtr Owned(TfLiteDelegate* delegate) {
  return {delegate, TfLiteGpuDelegateV2Delete};
}

// A test of the delegate on each back-end, without a program cache on disk;
// skipped if the machine has no driver. Instantiate its suites with
// AllGpuBackEnds() and GpuBackEndName.
class OnBackEnds : public ::testing::TestWithParam<GpuBackendChoice> {
 protected:
  void SetUp() override {
    options_.backend = GetParam();
    options_.keep_programs = false;
    auto device = AcquireGpuDevice(options_);
    TFLL_SKIP_WITHOUT_DRIVER(device);
    caps_ = (*device)->caps();
  }

  // Creates a delegate with options_; null on failure.
  GpuDelegatePtr Make() {
    auto delegate = CreateGpuDelegate(options_);
    EXPECT_TRUE(delegate.ok()) << delegate.status();
    return Owned(delegate.ok() ? *delegate : nullptr);
  }

  GpuOptions options_;
  GpuCaps caps_;  // of the device
};

inline auto AllGpuBackEnds() {
  return ::testing::Values(GpuBackendChoice::kOpenCl,
                           GpuBackendChoice::kVulkan);
}

inline std::string GpuBackEndName(
    const ::testing::TestParamInfo<GpuBackendChoice>& info) {
  return info.param == GpuBackendChoice::kOpenCl ? "OpenCl" : "Vulkan";
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_ON_BACK_ENDS_H_
