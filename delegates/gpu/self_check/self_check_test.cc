#include "delegates/gpu/self_check/self_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/testing/device_kinds.h"
#include "delegates/gpu/device/testing/test_kernels.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/tests/lowered_kernels.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

using ::testing::HasSubstr;

class SelfCheckTest : public ::testing::TestWithParam<DeviceKind> {
 protected:
  void SetUp() override {
    std::string root = ::testing::TempDir() + "/self_check_XXXXXX";
    directory_ = mkdtemp(&root[0]);
    device_ = Open(GpuKernels());
    if (device_ == nullptr) GTEST_SKIP() << "not run: " << missing_;
  }

  std::shared_ptr<GpuDevice> Open(const GpuKernelLibrary& kernels) {
    GpuDeviceOptions options;
    options.kernels = &kernels;
    options.force_staging = GetParam().force_staging;
    ProgramCache::Options cache;
    cache.directory = directory_;
    options.cache = std::make_shared<ProgramCache>(cache);
    auto device = GetParam().create(options);
    EXPECT_TRUE(device.ok() || base::IsUnavailable(device.status()))
        << device.status();
    if (!device.ok()) missing_ = device.status().ToString();
    return device.ok() ? *std::move(device) : nullptr;
  }

  std::string directory_, missing_;
  std::shared_ptr<GpuDevice> device_;
};

// The variants that lowering requests for the conformance cases on a device
// with these features, both as a GPU and as a processor.
const std::set<GpuKernelSpec>& VariantsFor(const GpuCaps& caps) {
  static auto* const kCases = new std::vector<conformance::Case>(AllGpuCases());
  static auto* const kVariants =
      new std::map<std::pair<GpuBackend, std::string>, std::set<GpuKernelSpec>>;
  const auto [at, added] =
      kVariants->try_emplace({caps.backend, caps.name + caps.driver});
  if (!added) return at->second;
  GpuCaps like = caps;
  like.int8_dot_fast = like.int8_dot;
  for (const bool software : {false, true}) {
    like.software = software;
    at->second.merge(LoweredKernels(*kCases, like, /*half=*/false));
    if (!caps.fp16_storage) continue;
    at->second.merge(LoweredKernels(*kCases, like, /*half=*/true));
  }
  return at->second;
}

// Drivers need up to a second to compile a variant: the default test runs the
// first of each kernel and each eighth of the others, self_check_long_test all.
class Sample {
 public:
  bool Runs(const GpuKernelSpec& spec) {
    return all_ || kernels_.insert(spec.kernel).second || ++others_ % 8 == 0;
  }

 private:
  const bool all_ = std::getenv("TFLL_ALL_GPU_VARIANTS") != nullptr;
  std::set<std::string> kernels_;
  int others_ = 0;
};

TEST_P(SelfCheckTest, FindsEveryVariantOfLoweringRight) {
  Sample sample;
  int ran = 0;
  for (GpuKernelSpec spec : VariantsFor(device_->caps())) {
    if (sample.Runs(spec)) {
      const Status status = CheckGpuKernel(*device_, spec);
      EXPECT_TRUE(status.ok()) << status;
      ++ran;
    }
    // Both precisions use the same problem.
    if (base::EndsWith(spec.kernel, "_half")) {
      spec.kernel.resize(spec.kernel.size() - 5);
    }
    const auto problem = MakeGpuProblem(spec);
    EXPECT_TRUE(problem.has_value()) << ToString(spec);
    if (!problem) continue;
    // The problem must be for exactly this variant.
    EXPECT_EQ(ToString(problem->checked), ToString(CheckedVariant(spec)));
    // Some kernels run only at half precision.
    GpuKernelSpec half = problem->checked;
    half.kernel += "_half";
    EXPECT_TRUE(std::any_of(problem->calls.begin(), problem->calls.end(),
                            [&](const GpuCall& call) {
                              const auto bare = WithoutChain(call.spec);
                              return !(bare < half || half < bare) ||
                                     ToString(bare) ==
                                         ToString(problem->checked);
                            }))
        << ToString(spec);
  }
  EXPECT_GE(ran, 100);
}

// Variants that only networks request, at both precisions.
TEST_P(SelfCheckTest, FindsVariantsOfNetworksRight) {
  const GpuKernelSpec kAll[] = {
      {"gather_nd_packed", {{"DEPTH", 2}}, {64, 1, 1}},
      {"gather_nd_packed", {{"CHECK", 1}, {"DEPTH", 3}}, {64, 1, 1}},
      {"gather_nd_packed", {{"CHECK", 1}, {"DEPTH", 4}}, {64, 1, 1}},
      {"rfft_rows", {}, {64, 1, 1}},
  };
  for (const GpuKernelSpec& spec : kAll) {
    EXPECT_TRUE(MakeGpuProblem(spec).has_value()) << ToString(spec);
    const Status status = CheckGpuKernel(*device_, spec);
    EXPECT_TRUE(status.ok()) << status;
  }
  if (!device_->caps().fp16_storage) return;
  const Status status =
      CheckGpuKernel(*device_, {"rfft_rows_half", {}, {64, 1, 1}});
  EXPECT_TRUE(status.ok()) << status;
}

TEST_P(SelfCheckTest, FindsAWrongKernelOfHalfPrecision) {
  if (!device_->caps().fp16_storage) GTEST_SKIP() << "not run: no such memory";
  const auto wrong = Open(GpuTestKernels());
  ASSERT_NE(wrong, nullptr);
  const Status status =
      CheckGpuKernel(*wrong, {"map_float_half", {}, {32, 1, 1}});
  EXPECT_THAT(status.ToString(),
              HasSubstr("wrong results with map_float_half"));
}

TEST(GpuProblems, OneFunctionStandsForAll) {
  const auto chosen = [](int code) {
    return CheckedVariant({"broadcast", {{"CODE", code}}, {64, 1, 1}});
  };
  EXPECT_EQ(ToString(chosen(35)), ToString(chosen(36)));
  EXPECT_TRUE(MakeGpuProblem(chosen(35)).has_value());
}

// The workgroup depends on the shape and the device.
TEST(GpuProblems, ServeOtherWorkgroups) {
  const GpuKernelSpec recorded = {"softmax", {}, {64, 1, 1}};
  const GpuKernelSpec small = {"softmax", {}, {16, 1, 1}};
  const auto a = MakeGpuProblem(recorded), b = MakeGpuProblem(small);
  ASSERT_TRUE(a.has_value() && b.has_value());
  EXPECT_EQ(b->calls[0].spec.workgroup[0], 16u);
  EXPECT_EQ(b->calls[0].groups[0], 4 * a->calls[0].groups[0]);
  EXPECT_FALSE(
      MakeGpuProblem({"softmax", {{"LOG", 7}}, {64, 1, 1}}).has_value());
}

TEST_P(SelfCheckTest, FindsAWrongKernelAndRemembersIt) {
  // A kernel library with a wrong map_float.
  const auto wrong = Open(GpuTestKernels());
  ASSERT_NE(wrong, nullptr);
  const GpuKernelSpec spec = {"map_float", {}, {32, 1, 1}};
  const Status status = CheckGpuKernel(*wrong, spec);
  EXPECT_THAT(status.ToString(), HasSubstr("wrong results with map_float"));
  EXPECT_EQ(CheckGpuKernel(*wrong, spec), status);
  // The correct source with the same name passes.
  EXPECT_TRUE(CheckGpuKernel(*device_, spec).ok());
}

TEST_P(SelfCheckTest, ReportsKernelsThatCannotRun) {
  const Status status =
      CheckGpuKernel(*device_, {"conv_2d_float", {{"NONE", 1}}, {8, 8, 1}});
  EXPECT_FALSE(status.ok());
}

TEST_P(SelfCheckTest, LeavesKernelsWithoutAProblemAlone) {
  EXPECT_TRUE(CheckGpuKernel(*device_, {"no_such_kernel", {}, {1, 1, 1}}).ok());
}

INSTANTIATE_TEST_SUITE_P(Devices, SelfCheckTest,
                         ::testing::ValuesIn(AllDeviceKinds()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tflite::gpu
