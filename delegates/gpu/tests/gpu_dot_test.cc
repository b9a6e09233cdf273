// 8-bit integer convolutions with the kernels for hardware GPUs: tiles in
// shared memory, and dot products if the device has fast ones. Results must be
// bit-identical to those of the plain kernels.
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/api/gpu_delegate.h"
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/tests/byte_cases.h"
#include "delegates/gpu/tests/counting_device.h"
#include "delegates/gpu/tests/skip.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::SumElements;

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const SumElements& e : conformance::PlainSumElements()) {
    // Multipliers per channel, and zero points of weights.
    if (e.name != std::string("int8_per_channel") &&
        e.name != std::string("uint8_quantized")) {
      continue;
    }
    // Tiles of each depth, and tiles whose pixels are not whole vectors.
    cases.push_back(Conv(e, 16, 40, 3, 1));
    cases.push_back(Conv(e, 32, 34, 1, 1));
    cases.push_back(Conv(e, 64, 72, 1, 1));
    cases.push_back(Conv(e, 20, 32, 3, 2));
    // Cases without tiles.
    cases.push_back(Conv(e, 3, 8, 3, 2));
    cases.push_back(FullyConnected(e, 1, 11));
  }
  return cases;
}

struct Setting {
  const char* name;
  GpuBackendChoice backend;
  bool dot_fast;
};

// Skipped on machines without a driver or whose driver has no dot products.
class GpuDot : public ::testing::TestWithParam<Setting> {
 protected:
  void SetUp() override {
    options_.backend = GetParam().backend;
    options_.assume_hardware = true;
    options_.keep_programs = false;
    auto device = AcquireGpuDevice(options_);
    TFLL_SKIP_WITHOUT_DRIVER(device);
    device_ = std::make_shared<CountingDevice>(*std::move(device));
    GpuCaps& caps = device_->mutable_caps();
    caps.int8_dot_fast = GetParam().dot_fast;
    if (caps.int8_dot_fast && !caps.int8_dot) {
      GTEST_SKIP() << "not run: " << caps.name << " has no dot products";
    }
  }

  void ExpectEqual(const std::vector<Case>& cases) {
    const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
        CreateGpuDelegate(options_, device_), TfLiteGpuDelegateV2Delete);
    conformance::ExpectSameOnDelegate(cases, delegate.get());
  }

  GpuOptions options_;
  std::shared_ptr<CountingDevice> device_;
};

TEST_P(GpuDot, SumsAreThoseOfThePlainKernels) {
  ExpectEqual(Cases());
  // Ignores the kernels that crop results if the number of channels is not a
  // multiple of 4.
  std::set<std::string> sums;
  for (const std::string& kernel : device_->kernels()) {
    if (kernel.rfind("conv_2d", 0) == 0) sums.insert(kernel);
  }
  using Names = std::set<std::string>;
  EXPECT_EQ(sums, GetParam().dot_fast
                      ? Names({"conv_2d_int8_dot", "conv_2d_int8_tile_dot"})
                      : Names({"conv_2d_int8", "conv_2d_int8_tile"}));
}

INSTANTIATE_TEST_SUITE_P(
    Settings, GpuDot,
    ::testing::Values(Setting{"OpenCl", GpuBackendChoice::kOpenCl, false},
                      Setting{"OpenClDots", GpuBackendChoice::kOpenCl, true},
                      Setting{"Vulkan", GpuBackendChoice::kVulkan, false},
                      Setting{"VulkanDots", GpuBackendChoice::kVulkan, true}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tflite::gpu
