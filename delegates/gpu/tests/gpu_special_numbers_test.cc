// NaN, infinities, zeros of both signs and quotients, of which drivers'
// functions need not give what the CPU's kernels give. Clamps are in
// gpu_delegate_test.cc.
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "delegates/gpu/api/gpu_delegate.h"
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "delegates/gpu/tests/on_back_ends.h"
#include "delegates/gpu/tests/skip.h"
#include "gtest/gtest.h"
#include "testing/conformance/case.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::ExpectSameOnDelegate;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::kInt8;
using conformance::Near;

using GpuSpecialNumbers = OnBackEnds;

// Numbers come before NaN, wherever that is.
TEST_P(GpuSpecialNumbers, FindsTheLargestNumberBesideNaN) {
  const std::vector<double> rows = {NAN, 1, 5,   NAN, -2,  3,   4,   NAN, 7,
                                    -8,  7, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  std::vector<Case> cases;
  for (const int code : {kTfLiteBuiltinArgMax, kTfLiteBuiltinArgMin}) {
    for (const int axis : {0, 1}) {
      cases.push_back(Case("Place", "float32")
                          .Op(code, TfLiteArgMaxParams{kTfLiteInt32})
                          .In(kFloat32, {3, 6}, rows)
                          .Const(kInt32, {}, {1.0 * axis})
                          .Out(kInt32));
    }
  }
  for (const bool half : {false, true}) {
    options_.precision_loss_allowed = half;
    const GpuDelegatePtr delegate = Make();
    ExpectSameOnDelegate(cases, delegate.get());
  }
}

// The same in reductions by one invocation and by a group, in segments, and in
// pools of both vector widths.
TEST_P(GpuSpecialNumbers, PassesOverNaN) {
  const std::vector<double> values = {1,   NAN, 2,  3, NAN, NAN, -4, 5,
                                      NAN, 6,   -7, 8, 9,   NAN, 0};
  std::vector<Case> cases;
  for (const int code : {kTfLiteBuiltinReduceMax, kTfLiteBuiltinReduceMin}) {
    for (const int extent : {4, 300}) {
      cases.push_back(Case("Reduction", "float32")
                          .Op(code, TfLiteReducerParams{false})
                          .In(kFloat32, {7, extent}, values)
                          .List({1})
                          .Out(kFloat32));
    }
  }
  for (const int code :
       {kTfLiteBuiltinUnsortedSegmentMax, kTfLiteBuiltinUnsortedSegmentMin}) {
    cases.push_back(Case("Segments", "float32")
                        .Op(code)
                        .In(kFloat32, {15}, values)
                        .List({0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 0, 1, 2, 3})
                        .List({4})
                        .Out(kFloat32));
  }
  for (const int channels : {1, 4}) {
    TfLitePoolParams pool{};
    pool.padding = kTfLitePaddingSame;
    pool.filter_height = pool.filter_width = 3;
    pool.stride_height = pool.stride_width = 1;
    cases.push_back(Case("Pool", "float32")
                        .Op(kTfLiteBuiltinMaxPool2d, pool)
                        .In(kFloat32, {1, 5, 6, channels}, values)
                        .Out(kFloat32));
  }
  const GpuDelegatePtr delegate = Make();
  ExpectSameOnDelegate(cases, delegate.get());
}

// Zeros of both signs, infinities and NaN; and sums of a normalization that are
// not positive.
TEST_P(GpuSpecialNumbers, RaisesSpecialNumbersToPowers) {
  const std::vector<double> values = {NAN, INFINITY, -INFINITY, -0.0, 0, 1,
                                      -1,  0.5,      -2.5,      3,    -3};
  const int count = static_cast<int>(values.size());
  std::vector<Case> cases;
  for (const double exponent : values) {
    cases.push_back(Case("Power", "float32")
                        .Op(kTfLiteBuiltinPow)
                        .In(kFloat32, {count}, values)
                        .In(kFloat32, {count}, {exponent})
                        .Out(kFloat32)
                        .Within(Near(1e-5, 1e-5)));
  }
  for (const auto& [bias, beta] :
       {std::pair(0.0f, 0.75f), {0.0f, -2.0f}, {-1.0f, 1.0f}, {-1.0f, 0.0f}}) {
    const TfLiteLocalResponseNormParams params = {1, bias, 0.5f, beta};
    cases.push_back(Case("Normalization", "float32")
                        .Op(kTfLiteBuiltinLocalResponseNormalization, params)
                        .In(kFloat32, {1, 1, 2, 4}, {0, 0, 0, 1, 2, 3, 0, 0})
                        .Out(kFloat32)
                        .Within(Near(1e-5, 1e-5)));
  }
  const GpuDelegatePtr delegate = Make();
  ExpectSameOnDelegate(cases, delegate.get());
}

INSTANTIATE_TEST_SUITE_P(All, GpuSpecialNumbers, AllGpuBackEnds(),
                         GpuBackEndName);

// --- Quotients ---

// Vulkan lets quotients be off by 2.5 units in the last place, and GPUs make
// use of it, unlike drivers that compute on the processor. Here each quotient
// is the product with a reciprocal, which is off by up to 1.5 units.

// SPIR-V, as the specification numbers it.
constexpr uint32_t kHeaderWords = 5, kBound = 3;  // the place of the bound
constexpr uint32_t kFMul = 133, kFDiv = 136, kBinaryWords = 5;

PFN_vkCreateShaderModule create_module = nullptr;
int quotients = 0;

// x / y as x * ((y / y) / y).
std::vector<uint32_t> ByReciprocals(const uint32_t* code, size_t words) {
  std::vector<uint32_t> made(code, code + kHeaderWords);
  for (size_t at = kHeaderWords; at < words; at += code[at] >> 16) {
    const uint32_t* op = code + at;
    if ((op[0] & 0xffff) != kFDiv) {
      made.insert(made.end(), op, op + (op[0] >> 16));
      continue;
    }
    ++quotients;
    const uint32_t type = op[1], result = op[2], x = op[3], y = op[4];
    const uint32_t one = made[kBound]++, reciprocal = made[kBound]++;
    constexpr uint32_t kLength = kBinaryWords << 16;
    made.insert(made.end(), {kLength | kFDiv, type, one, y, y});
    made.insert(made.end(), {kLength | kFDiv, type, reciprocal, one, y});
    made.insert(made.end(), {kLength | kFMul, type, result, x, reciprocal});
  }
  return made;
}

// The machine's drivers, and Vulkan's by reciprocals.
struct Setting {
  const char* name;
  GpuBackendChoice backend;
  bool reciprocals;
};

class GpuDivision : public ::testing::TestWithParam<Setting> {
 protected:
  void SetUp() override {
    GpuOptions options;
    options.backend = GetParam().backend;
    options.keep_programs = false;
    auto device =
        GetParam().reciprocals ? Inexact(options) : AcquireGpuDevice(options);
    TFLL_SKIP_WITHOUT_DRIVER(device);
    delegate_.reset(CreateGpuDelegate(options, *std::move(device)));
    quotients = 0;
  }
  void TearDown() override {
    if (delegate_ == nullptr) return;
    EXPECT_EQ(quotients > 0, GetParam().reciprocals);
  }

  static StatusOr<std::shared_ptr<GpuDevice>> Inexact(
      const GpuOptions& options) {
    VulkanOptions vulkan = VulkanOptions::FromEnvironment();
    vulkan.replace_functions = [](VulkanDeviceFunctions& vk) {
      create_module = vk.CreateShaderModule;
      vk.CreateShaderModule =
          [](VkDevice device, const VkShaderModuleCreateInfo* info,
             const VkAllocationCallbacks* allocation, VkShaderModule* module) {
            const std::vector<uint32_t> code =
                ByReciprocals(info->pCode, info->codeSize / sizeof(uint32_t));
            VkShaderModuleCreateInfo changed = *info;
            changed.pCode = code.data();
            changed.codeSize = code.size() * sizeof(uint32_t);
            return create_module(device, &changed, allocation, module);
          };
    };
    TFLL_ASSIGN_OR_RETURN(
        std::shared_ptr<GpuDevice> device,
        VulkanDevice::Create(ToDeviceOptions(options), vulkan));
    return device;
  }

  std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate_{
      nullptr, TfLiteGpuDelegateV2Delete};
};

TEST_P(GpuDivision, FloorsAreThoseOfExactQuotients) {
  // Divisors whose reciprocals are rounded down or up, and what is a multiple
  // of them, or is one only if the quotient is rounded.
  std::vector<double> x, y;
  for (const float divisor : {41.0f, 47.0f, 55.0f, 0.1f, 0.7f, 3.3f}) {
    for (const float multiple : {1.0f, 3.0f, 7.0f, 10.0f, 77.0f, 1001.0f}) {
      for (const float sign : {1.0f, -1.0f}) {
        for (const float off : {0.0f, 1e-7f, -1e-7f}) {
          x.insert(x.end(), 2, sign * multiple * divisor * (1 + off));
          y.insert(y.end(), {divisor, -divisor});
        }
      }
    }
  }
  x.insert(x.end(), {0.0f, 1e-30f, -1e-30f, 5.0f, -5.0f, 1e6f, -1e6f});
  y.insert(y.end(), {3.0f, 3.0f, 3.0f, 1e30f, 1e30f, 0.9f, 0.9f});
  const int count = static_cast<int>(x.size());
  conformance::ExpectSameOnDelegate({Case("Whole", "float32")
                                         .Op(kTfLiteBuiltinFloorDiv)
                                         .In(kFloat32, {count}, x)
                                         .In(kFloat32, {count}, y)
                                         .Out(kFloat32)},
                                    delegate_.get());
}

TEST_P(GpuDivision, OtherResultsStayWithinTheirTolerance) {
  conformance::ExpectSameOnDelegate(
      {Case("FloorMod", "float32")
           .Op(kTfLiteBuiltinFloorMod)
           .In(kFloat32.Range(-50, 50), {200})
           .In(kFloat32.Range(1, 7), {200})
           .Out(kFloat32),
       Case("Quantize", "float32")
           .Op(kTfLiteBuiltinQuantize)
           .In(kFloat32, {200})
           .Out(kInt8)
           .Within(conformance::Steps(1)),
       Case("Mean", "float32")
           .Op(kTfLiteBuiltinMean, TfLiteReducerParams{false})
           .In(kFloat32, {4, 49, 3})
           .List({1})
           .Out(kFloat32)
           .Within(conformance::Depth(49)),
       Case("Logistic", "float32")
           .Op(kTfLiteBuiltinLogistic)
           .In(kFloat32.Range(-9, 9), {200})
           .Out(kFloat32)
           .Within(conformance::Near(1e-6, 2e-6))},
      delegate_.get());
}

INSTANTIATE_TEST_SUITE_P(
    Settings, GpuDivision,
    ::testing::Values(Setting{"OpenCl", GpuBackendChoice::kOpenCl, false},
                      Setting{"Vulkan", GpuBackendChoice::kVulkan, false},
                      Setting{"VulkanReciprocals", GpuBackendChoice::kVulkan,
                              true}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tflite::gpu
