#ifndef DELEGATES_GPU_API_ON_LIMITED_GPU_TEST_H_
#define DELEGATES_GPU_API_ON_LIMITED_GPU_TEST_H_

// What tests of a device's limits share.

#include <memory>
#include <string>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/tests/idle_device.h"
#include "delegates/gpu/tests/on_back_ends.h"
#include "gtest/gtest.h"
#include "testing/conformance/case.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {

// Refuses kernels as drivers do.
class LimitedDevice final : public IdleDevice {
 public:
  explicit LimitedDevice(const GpuCaps& caps) : IdleDevice(caps, Options()) {}

  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    TFLL_RETURN_IF_ERROR(FindKernel(options().kernels, spec, caps()).status());
    return IdleDevice::Compile(spec);
  }

 private:
  static GpuDeviceOptions Options() {
    GpuDeviceOptions options;
    options.kernels = &GpuKernels();
    options.skip_self_check = true;
    return options;
  }
};

// The delegate on a device that computes nothing, so that it can have any
// limits.
class OnLimitedGpu : public ::testing::Test {
 protected:
  // The number of nodes that are left to the CPU, and why, in told_.
  int Left(const conformance::Case& c) {
    device_ = std::make_shared<LimitedDevice>(caps_);
    const GpuDelegatePtr delegate = Owned(CreateGpuDelegate({}, device_));
    const auto run = conformance::Prepared(c, delegate.get());
    told_ = conformance::Refusals(run->interpreter());
    return conformance::NodesLeft(run->interpreter());
  }

  GpuCaps caps_ = IdleDevice::Caps("Limited");
  std::shared_ptr<LimitedDevice> device_;
  std::string told_;
};

// A 1x1 convolution of an image of one row.
inline conformance::Case Convolution(const conformance::SumElements& e,
                                     int pixels, int depth, int channels) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  return conformance::Case("Convolution", e.name)
      .Op(kTfLiteBuiltinConv2d, params)
      .In(e.input, {1, 1, pixels, depth})
      .Const(e.Weights(channels, 0), {channels, 1, 1, depth})
      .Const(e.Bias(channels), {channels})
      .Out(e.Output(depth));
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_API_ON_LIMITED_GPU_TEST_H_
