// The tools' flags of the delegate reach it, each with the effect that it is
// for. Results show few of them.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/api/gpu_parts.h"
#include "delegates/gpu/device/program_cache.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/profiling/profiler.h"
#include "testing/conformance/delegated_case.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::kInt8;
using conformance::NodesLeft;
using tools::ToolParam;
using tools::ToolParams;

const tools::DelegateProvider& Provider() {
  for (const auto& provider : tools::GetRegisteredDelegateProviders()) {
    if (provider->GetName() == "GPU") return *provider;
  }
  ADD_FAILURE() << "there is no provider";
  std::abort();
}

// The labels of the steps that run.
class Labels final : public Profiler {
 public:
  uint32_t BeginEvent(const char*, EventType, int64_t, int64_t) override {
    return 0;
  }
  void EndEvent(uint32_t) override {}
  void AddEvent(const char* tag, EventType, uint64_t, int64_t,
                int64_t) override {
    all.push_back(tag);
  }
  std::vector<std::string> all;
};

// With OpenCL, whose drivers have memory of 16 bits.
class GpuProvider : public ::testing::Test {
 protected:
  // Drivers on a processor compile quicker so.
  static void SetUpTestSuite() {
    setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 1);
  }
  void SetUp() override {
    params_.Merge(Provider().DefaultParams());
    params_.Set<bool>("use_gpu", true);
    params_.Set<std::string>("gpu_backend", "cl");
    // A flag of tools.
    params_.AddParam("delegate_serialize_dir",
                     ToolParam::Create<std::string>(::testing::TempDir()));
    params_.AddParam("delegate_serialize_token",
                     ToolParam::Create<std::string>(""));
    const std::string missing = Provider().MissingDevice(params_);
    if (!missing.empty()) GTEST_SKIP() << "not run: " << missing;
  }

  tools::TfLiteDelegatePtr Make() {
    tools::TfLiteDelegatePtr delegate =
        Provider().CreateTfLiteDelegate(params_);
    EXPECT_FALSE(tools::IsUnavailableDelegate(delegate.get()));
    return delegate;
  }
  // The device of the delegate.
  std::shared_ptr<GpuDevice> Device() {
    const tools::TfLiteDelegatePtr delegate = Make();
    const auto parts = PartsOfGpuDelegate(delegate.get());
    EXPECT_TRUE(parts.ok()) << parts.status();
    return parts.ok() ? parts->device : nullptr;
  }

  ToolParams params_;
};

TEST(GpuFlags, HaveDefaults) {
  const ToolParams& params = Provider().DefaultParams();
  EXPECT_FALSE(params.Get<bool>("use_gpu"));
  EXPECT_FALSE(params.Get<bool>("gpu_precision_loss_allowed"));
  EXPECT_TRUE(params.Get<bool>("gpu_experimental_enable_quant"));
  EXPECT_FALSE(params.Get<bool>("gpu_inference_for_sustained_speed"));
  EXPECT_EQ(params.Get<std::string>("gpu_backend"), "");
  EXPECT_FALSE(params.Get<bool>("gpu_force_staging"));
  EXPECT_FALSE(params.Get<bool>("gpu_assume_hardware"));
}

TEST_F(GpuProvider, ChoosesTheDevice) {
  const std::shared_ptr<GpuDevice> device = Device();
  ASSERT_NE(device, nullptr);
  EXPECT_EQ(device->caps().backend, GpuBackend::kOpenCl);
  EXPECT_FALSE(device->options().force_staging);
  params_.Set<bool>("gpu_force_staging", true);
  const std::shared_ptr<GpuDevice> staging = Device();
  ASSERT_NE(staging, nullptr);
  EXPECT_TRUE(staging->options().force_staging);
  params_.Set<std::string>("gpu_backend", "vk");
  if (!Provider().MissingDevice(params_).empty()) return;
  const std::shared_ptr<GpuDevice> vulkan = Device();
  ASSERT_NE(vulkan, nullptr);
  EXPECT_EQ(vulkan->caps().backend, GpuBackend::kVulkan);
}

TEST_F(GpuProvider, KeepsProgramsWhereToolsSay) {
  params_.Set<std::string>("delegate_serialize_token", "token");
  const std::shared_ptr<GpuDevice> device = Device();
  ASSERT_NE(device, nullptr);
  ASSERT_NE(device->options().cache, nullptr);
  ProgramCache::Options expected;
  expected.directory = ::testing::TempDir();
  expected.token = "token";
  EXPECT_EQ(device->options().cache->FileOf(ProgramKey()),
            ProgramCache(expected).FileOf(ProgramKey()));
  params_.RemoveParam("delegate_serialize_dir");
  const std::shared_ptr<GpuDevice> elsewhere = Device();
  ASSERT_NE(elsewhere, nullptr);
  EXPECT_EQ(elsewhere->options().cache->FileOf(ProgramKey()),
            ProgramCache({}).FileOf(ProgramKey()));
}

TEST_F(GpuProvider, TakesTheNodesThatFlagsAllow) {
  const Case c =
      Case("Bytes", "int8").Op(kTfLiteBuiltinRelu).In(kInt8, {2, 6}).Out(kInt8);
  const auto left = [this, &c] {
    const tools::TfLiteDelegatePtr delegate = Make();
    return NodesLeft(conformance::Prepared(c, delegate.get())->interpreter());
  };
  EXPECT_EQ(left(), 0);
  params_.Set<bool>("gpu_experimental_enable_quant", false);
  EXPECT_EQ(left(), 1);
  params_.Set<bool>("gpu_experimental_enable_quant", true);
  params_.AddParam("delegate_deny_nodes",
                   ToolParam::Create<std::string>("RELU"));
  EXPECT_EQ(left(), 1);
}

TEST_F(GpuProvider, LosesPrecisionIfThatIsAllowed) {
  constexpr float kNumber = 1.0f + 1.0f / 8192;  // needs more than 11 bits
  const Case c = Case("Number", "float32")
                     .Op(kTfLiteBuiltinNeg)
                     .In(kFloat32, {1}, {kNumber})
                     .Out(kFloat32);
  for (const bool allowed : {false, true}) {
    params_.Set<bool>("gpu_precision_loss_allowed", allowed);
    const tools::TfLiteDelegatePtr delegate = Make();
    const auto run = conformance::Prepared(c, delegate.get());
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    const auto results = run->Invoke();
    ASSERT_TRUE(results.ok()) << results.status();
    float result = 0;
    ASSERT_EQ(results->at(0).bytes.size(), sizeof(result));
    std::memcpy(&result, results->at(0).bytes.data(), sizeof(result));
    EXPECT_EQ(result, allowed ? -1.0f : -kNumber);
  }
}

TEST_F(GpuProvider, ChoosesKernelsAsForHardware) {
  const Case c = Case("Product", "float32")
                     .Op(kTfLiteBuiltinBatchMatmul, TfLiteBatchMatMulParams{})
                     .In(kFloat32, {1, 5, 20})
                     .In(kFloat32, {1, 20, 16})
                     .Out(kFloat32);
  const auto steps = [this, &c] {
    Labels labels;
    const tools::TfLiteDelegatePtr delegate = Make();
    const auto run = conformance::Prepared(c, delegate.get());
    run->interpreter().SetProfiler(&labels);
    EXPECT_TRUE(run->Invoke().ok());
    return labels.all;
  };
  const std::vector<std::string> usual = steps();
  params_.Set<bool>("gpu_assume_hardware", true);
  const std::vector<std::string> assumed = steps();
  const std::shared_ptr<GpuDevice> device = Device();
  ASSERT_NE(device, nullptr);
  if (usual.empty() || !device->caps().software) {
    GTEST_SKIP() << "not run: it is hardware, or tells no times";
  }
  EXPECT_NE(assumed, usual);
}

}  // namespace
}  // namespace tflite::gpu
