// Results of 8-bit integers on the GPU are bit-identical to those of the plain
// kernels; the conformance cases allow a difference of one step.
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "delegates/gpu/api/gpu_delegate.h"
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/tests/byte_cases.h"
#include "delegates/gpu/tests/skip.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/element_types.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::Elements;
using conformance::Exact;
using conformance::kInt8;
using conformance::kUInt8;
using conformance::SumElements;

Case GroupedConv(const SumElements& e, int groups, int out) {
  return Case("GroupedConv", e.name)
      .Op(kTfLiteBuiltinConv2d,
          Window<TfLiteConvParams>(kTfLitePaddingValid, 1, kTfLiteActNone))
      .In(e.input, {1, 6, 7, 6 * groups})
      .Const(e.Weights(out, 0), {out, 3, 2, 6})
      .Const(e.Bias(out), {out})
      .Out(e.Output(36))
      .Within(Exact());
}

Case Depthwise(const SumElements& e, int in, int multiplier, int stride) {
  auto params = Window<TfLiteDepthwiseConvParams>(kTfLitePaddingSame, stride,
                                                  kTfLiteActNone);
  params.depth_multiplier = multiplier;
  const int out = in * multiplier;
  return Case("Depthwise", e.name)
      .Op(kTfLiteBuiltinDepthwiseConv2d, params)
      .In(e.input, {2, 9, 11, in})
      .Const(e.Weights(out, 3), {1, 3, 3, out})
      .Const(e.Bias(out), {out})
      .Out(e.Output(9))
      .Within(Exact());
}

Case Transposed(const SumElements& e) {
  TfLiteTransposeConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 2;
  return Case("Transposed", e.name)
      .Op(kTfLiteBuiltinTransposeConv, params)
      .List({1, 8, 10, 6})
      .Const(e.Weights(6, 0), {6, 3, 3, 5})
      .In(e.input, {1, 4, 5, 5})
      .Const(e.Bias(6), {6})
      .Out(e.Output(12))
      .Within(Exact());
}

template <typename Params>
Case Pair(int code, const Params& params, const Elements& e,
          std::vector<int> second) {
  return Case("Pair", e.name)
      .Op(code, params)
      .In(e, {3, 5, 7})
      .In(e.Scaled(e.scales[0] * 1.7f, e.zero_points[0] / 2), second)
      .Out(e.Scaled(e.scales[0] * 2.3f, e.zero_points[0] / 3))
      .Within(Exact());
}

Case Reduced(int code, const Elements& e, std::vector<double> axes) {
  return Case("Reduced", e.name)
      .Op(code, TfLiteReducerParams{})
      .In(e, {2, 9, 5, 8})
      .List(axes)
      .Out(e.Scaled(e.scales[0] * 1.3f, e.zero_points[0] / 3))
      .Within(Exact());
}

// `begun` already has its operator.
Case Map(Case begun, const Elements& e) {
  return begun.In(e, {3, 85})
      .Out(e.Scaled(e.scales[0] * 0.8f, e.zero_points[0] / 2))
      .Within(Exact());
}

std::vector<Case> SumCases() {
  std::vector<Case> cases;
  for (const SumElements& e : conformance::PlainSumElements()) {
    if (!base::IsByte(e.input.type)) continue;
    // Channel counts that are multiples of 4, and others.
    cases.push_back(Conv(e, 3, 8, 3, 2));
    cases.push_back(Conv(e, 8, 10, 3, 1));
    cases.push_back(Conv(e, 16, 12, 1, 1));
    cases.push_back(GroupedConv(e, 2, 8));
    cases.push_back(GroupedConv(e, 3, 9));
    cases.push_back(Depthwise(e, 8, 1, 2));
    cases.push_back(Depthwise(e, 40, 1, 1));
    cases.push_back(Depthwise(e, 3, 2, 2));
    cases.push_back(FullyConnected(e, 1, 11));
    cases.push_back(FullyConnected(e, 13, 11));
    cases.push_back(Transposed(e));
  }
  return cases;
}

std::vector<Case> FunctionCases() {
  std::vector<Case> cases;
  TfLiteAddParams add{};
  add.activation = kTfLiteActRelu;
  const std::vector<int> kSame = {3, 5, 7}, kRow = {7}, kColumn = {5, 1};
  for (const Elements& e : {kInt8, kUInt8}) {
    for (const auto& second : {kSame, kRow, kColumn}) {
      cases.push_back(Pair(kTfLiteBuiltinAdd, add, e, second));
      cases.push_back(Pair(kTfLiteBuiltinSub, TfLiteSubParams{}, e, second));
      cases.push_back(Pair(kTfLiteBuiltinMul, TfLiteMulParams{}, e, second));
    }
    cases.push_back(Reduced(kTfLiteBuiltinMean, e, {1, 2}));
    cases.push_back(Reduced(kTfLiteBuiltinMean, e, {3}));
    cases.push_back(Reduced(kTfLiteBuiltinSum, e, {0, 2}));
    TfLiteLeakyReluParams leaky{};
    leaky.alpha = 0.3f;
    cases.push_back(
        Map(Case("Map", e.name).Op(kTfLiteBuiltinLeakyRelu, leaky), e));
    for (const int code : {kTfLiteBuiltinHardSwish, kTfLiteBuiltinLogistic,
                           kTfLiteBuiltinTanh}) {
      cases.push_back(Map(Case("Map", e.name).Op(code), e));
    }
  }
  return cases;
}

// Parameters: back-end, and whether it is treated as a hardware GPU. Skipped on
// machines without a driver.
class GpuBytes
    : public ::testing::TestWithParam<std::tuple<GpuBackendChoice, bool>> {
 protected:
  void SetUp() override {
    options_.backend = std::get<0>(GetParam());
    options_.assume_hardware = std::get<1>(GetParam());
    options_.keep_programs = false;
    const auto device = AcquireGpuDevice(options_);
    TFLL_SKIP_WITHOUT_DRIVER(device);
  }
  void ExpectEqual(const std::vector<Case>& cases) {
    auto made = CreateGpuDelegate(options_);
    ASSERT_TRUE(made.ok()) << made.status();
    const std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate(
        *made, TfLiteGpuDelegateV2Delete);
    conformance::ExpectSameOnDelegate(cases, delegate.get());
  }
  GpuOptions options_;
};

TEST_P(GpuBytes, SumsAreThoseOfThePlainKernels) { ExpectEqual(SumCases()); }

TEST_P(GpuBytes, FunctionsAreThoseOfThePlainKernels) {
  ExpectEqual(FunctionCases());
}

INSTANTIATE_TEST_SUITE_P(
    BackEnds, GpuBytes,
    ::testing::Values(std::make_tuple(GpuBackendChoice::kOpenCl, false),
                      std::make_tuple(GpuBackendChoice::kOpenCl, true),
                      std::make_tuple(GpuBackendChoice::kVulkan, false)),
    [](const auto& info) {
      const bool vulkan = std::get<0>(info.param) == GpuBackendChoice::kVulkan;
      return std::string(vulkan ? "Vulkan" : "OpenCl") +
             (std::get<1>(info.param) ? "AsHardware" : "");
    });

}  // namespace
}  // namespace tflite::gpu
