#include "delegates/gpu/self_check/self_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/testing/device_kinds.h"
#include "delegates/gpu/device/testing/test_kernels.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/testing/idle_device.h"

namespace tflite {
namespace {

using ::testing::HasSubstr;

void AddMoves(std::vector<GpuKernelSpec>* specs) {
  for (const char* type : {"uint", "u4"}) {
    specs->push_back({std::string("move_") + type, {}, {8, 8, 1}});
    specs->push_back({std::string("pad_") + type, {}, {8, 4, 2}});
    specs->push_back({std::string("pad_") + type, {{"MIRROR", 1}}, {8, 4, 2}});
  }
  for (const int32_t lanes : {2, 4}) {
    specs->push_back(
        {"pad_packed", {{"LANES", lanes}, {"MIRROR", 2}}, {64, 1, 1}});
    specs->push_back(
        {"pad_packed", {{"LANES", lanes}, {"KEEP", 1}}, {64, 1, 1}});
  }
  for (const char* type : {"uint", "u4", "packed"}) {
    specs->push_back({std::string("gather_") + type,
                      {{"WIDE", 2}, {"CHECK", 1}},
                      {64, 1, 1}});
    for (const int32_t depth : {1, 5}) {
      specs->push_back(
          {std::string("gather_nd_") + type, {{"DEPTH", depth}}, {64, 1, 1}});
    }
  }
}

void AddLogic(std::vector<GpuKernelSpec>* specs) {
  for (int32_t code = 0; code < 8; ++code) {
    const int32_t type = code < 6 ? code % 4 : 2;
    specs->push_back({"compare", {{"CODE", code}, {"TYPE", type}}, {64, 1, 1}});
  }
  for (int32_t type = 0; type < 5; ++type) {
    specs->push_back(
        {"arg_min_max",
         {{"MAX", type % 2}, {"WIDE", type / 2 % 2}, {"TYPE", type}},
         {64, 1, 1}});
  }
  specs->push_back({"choose_uint", {}, {8, 4, 1}});
  const std::pair<int32_t, int32_t> kCasts[] = {
      {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 0}, {2, 0}, {3, 0}, {1, 5},
      {5, 1}, {4, 0}, {3, 5}, {5, 4}, {6, 1}, {6, 0}, {3, 6}};
  for (const auto& [from, to] : kCasts) {
    specs->push_back({"cast", {{"FROM", from}, {"TO", to}}, {64, 1, 1}});
  }
  specs->push_back({"cumsum_float", {{"EXCLUSIVE", 1}}, {64, 1, 1}});
  specs->push_back({"cumsum_int", {{"REVERSE", 1}}, {64, 1, 1}});
}

// The variants that lowering chooses from.
std::vector<GpuKernelSpec> Variants(const GpuCaps& caps) {
  std::vector<GpuKernelSpec> specs = {
      {"map_float", {}, {64, 1, 1}},
      {"map_f4", {{"POST0", 1}}, {64, 1, 1}},
      {"broadcast", {{"CODE", 40}}, {64, 1, 1}},
      {"conv_2d_float", {}, {8, 8, 1}},
      {"conv_2d_f4", {{"IN4", 1}}, {8, 4, 1}},
      {"conv_2d_f4", {{"IN4", 0}}, {4, 8, 1}},
      {"conv_2d_tile", {}, {16, 16, 1}},
      {"depthwise_float", {}, {64, 1, 1}},
      {"depthwise_f4", {}, {8, 4, 1}},
      {"depthwise_row_f4", {{"WIDTH", 3}}, {8, 4, 1}},
      {"pool_float", {{"KIND", 0}}, {64, 1, 1}},
      {"pool_f4", {{"KIND", 1}}, {64, 1, 1}},
      {"reduce_float", {{"KIND", 1}}, {64, 1, 1}},
      {"reduce_float", {{"KIND", 2}}, {64, 1, 1}},
      {"reduce_int", {{"KIND", 0}}, {64, 1, 1}},
      {"reduce_int", {{"KIND", 3}}, {64, 1, 1}},
      {"reduce_group", {{"KIND", 0}}, {64, 1, 1}},
      {"reduce_group", {{"KIND", 4}}, {64, 1, 1}},
      {"softmax", {}, {64, 1, 1}},
      {"softmax_group", {}, {64, 1, 1}},
      {"depthwise_int8", {{"SINGLE", 1}}, {4, 8, 1}},
      {"depthwise_int8", {{"SINGLE", 0}, {"UNSIGNED", 1}}, {4, 8, 1}},
      {"binary_bytes", {{"FORM", 0}, {"DENSE", 0}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 0}, {"SUBTRACT", 1}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 1}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 2}, {"SIGNED", 0}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 8}}, {64, 1, 1}},
      {"binary_bytes", {{"FORM", 9}, {"DENSE", 0}}, {64, 1, 1}},
      {"byte_pairs", {{"DENSE", 1}}, {64, 1, 1}},
      {"byte_pairs", {{"DENSE", 0}}, {64, 1, 1}},
      {"reduce_bytes", {{"WORDS", 1}}, {64, 1, 1}},
      {"reduce_bytes", {{"WORDS", 0}, {"SIGNED", 0}}, {64, 1, 1}},
      {"matmul_bytes", {}, {64, 1, 1}},
      {"binary_int", {{"CODE", 32}}, {4, 4, 1}},
      {"matmul", {}, {8, 8, 1}},
      {"resize_bilinear_float", {}, {64, 1, 1}},
      {"resize_bilinear_f4", {}, {64, 1, 1}},
      {"resize_bilinear_bytes", {}, {64, 1, 1}},
      {"resize_bilinear_bytes", {{"SIGNED", 1}}, {64, 1, 1}},
      {"resize_nearest_uint", {}, {64, 1, 1}},
      {"resize_nearest_u4", {}, {64, 1, 1}},
      {"transpose_conv", {}, {64, 1, 1}},
      {"pool_bytes", {{"KIND", 0}}, {64, 1, 1}},
      {"pool_bytes", {{"KIND", 1}, {"SIGNED", 1}}, {64, 1, 1}},
      {"byte_table", {}, {64, 1, 1}},
      {"quantize", {}, {64, 1, 1}},
      {"dequantize", {}, {64, 1, 1}},
      {"dequantize", {{"SIGNED", 1}}, {64, 1, 1}},
  };
  AddMoves(&specs);
  AddLogic(&specs);
  for (const int32_t aligned : {0, 1}) {
    for (const int32_t zero : {0, 1}) {
      specs.push_back({"conv_2d_int8",
                       {{"IN4", aligned},
                        {"PIXELS", zero == 0 ? 8 : 1},
                        {"UNSIGNED", zero},
                        {"WEIGHTS_ZERO", zero}},
                       {4, 8, 1}});
      specs.push_back(
          {"conv_2d_int8", {{"IN4", aligned}, {"TRANSPOSED", 1}}, {4, 8, 1}});
    }
  }
  if (caps.backend == GpuBackend::kOpenCl) {
    specs.push_back(
        {"conv_2d_v16", {{"WIDE", 2}, {"PIXELS", 8}, {"TAIL", 1}}, {1, 1, 1}});
    specs.push_back(
        {"conv_2d_v16", {{"WIDE", 1}, {"PIXELS", 1}, {"TAIL", 0}}, {1, 1, 1}});
    specs.push_back({"depthwise_v16", {}, {1, 1, 1}});
    for (const int32_t on : {0, 1}) {
      specs.push_back({"conv_2d_int8_v16",
                       {{"WIDE", 2 - on},
                        {"PIXELS", on == 0 ? 8 : 1},
                        {"TAIL", on},
                        {"UNSIGNED", on}},
                       {1, 1, 1}});
      specs.push_back({"depthwise_int8_v16", {{"UNSIGNED", on}}, {1, 1, 1}});
    }
  }
  if (caps.subgroup_shuffle && caps.subgroup_size <= 16) {
    const auto lanes = static_cast<int32_t>(caps.subgroup_size);
    for (const int32_t wide : {1, 2}) {
      for (const int32_t point : {0, 1}) {
        specs.push_back({"conv_2d_shuffle",
                         {{"LANES", lanes},
                          {"PIXELS", wide == 2 ? 16 : 4},
                          {"WIDE", wide},
                          {"POINT", point}},
                         {caps.subgroup_size, 1, 1}});
      }
    }
  }
  return specs;
}

// Those of half precision, where the device has them.
std::vector<GpuKernelSpec> HalfVariants(const GpuCaps& caps) {
  if (!caps.fp16_storage) return {};
  std::vector<GpuKernelSpec> specs = Variants(caps);
  specs.push_back({"choose_real", {}, {8, 4, 1}});
  specs.push_back({"resize_nearest_real", {}, {64, 1, 1}});
  for (GpuKernelSpec& spec : specs) spec.kernel += "_half";
  // Kernels of integers have none.
  specs.erase(std::remove_if(specs.begin(), specs.end(),
                             [](const GpuKernelSpec& spec) {
                               return GpuKernels().Find(spec.kernel) == nullptr;
                             }),
              specs.end());
  return specs;
}

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
    EXPECT_TRUE(device.ok() || absl::IsUnavailable(device.status()))
        << device.status();
    if (!device.ok()) missing_ = device.status().ToString();
    return device.ok() ? *std::move(device) : nullptr;
  }

  std::string directory_, missing_;
  std::shared_ptr<GpuDevice> device_;
};

TEST_P(SelfCheckTest, FindsTheKernelsRight) {
  for (const GpuKernelSpec& spec : Variants(device_->caps())) {
    ASSERT_TRUE(MakeGpuProblem(spec).has_value()) << spec.kernel;
    const Status status = CheckGpuKernel(*device_, spec);
    EXPECT_TRUE(status.ok()) << status;
  }
}

TEST_P(SelfCheckTest, FindsTheKernelsOfHalfPrecisionRight) {
  for (const GpuKernelSpec& spec : HalfVariants(device_->caps())) {
    const Status status = CheckGpuKernel(*device_, spec);
    EXPECT_TRUE(status.ok()) << status;
  }
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

// What no problem is known for, and why.
const char* const kUnchecked[] = {
    // Roots and powers are not exact on all devices.
    "l2_normalization",
    "local_response_normalization",
};

bool IsUnchecked(const std::string& kernel) {
  return std::any_of(
      std::begin(kUnchecked), std::end(kUnchecked), [&](const char* prefix) {
        return kernel.compare(0, std::strlen(prefix), prefix) == 0;
      });
}

TEST(GpuProblems, EachKernelHasOne) {
  for (const GpuKernelText& kernel : GpuKernels().all()) {
    const std::string name = kernel.name;
    // The same text on numbers of half precision.
    if (absl::EndsWith(name, "_half")) continue;
    EXPECT_EQ(MakeGpuProblem({name, {}, {64, 1, 1}}).has_value(),
              !IsUnchecked(name))
        << name;
  }
}

TEST_P(SelfCheckTest, FindsAWrongKernelAndRemembersIt) {
  // A library whose map_float is not as it should be.
  const auto wrong = Open(GpuTestKernels());
  ASSERT_NE(wrong, nullptr);
  const GpuKernelSpec spec = {"map_float", {}, {32, 1, 1}};
  const Status status = CheckGpuKernel(*wrong, spec);
  EXPECT_THAT(status.ToString(), HasSubstr("wrong results with map_float"));
  EXPECT_EQ(CheckGpuKernel(*wrong, spec), status);
  // It is the text that is wrong, not the name.
  EXPECT_TRUE(CheckGpuKernel(*device_, spec).ok());
}

TEST_P(SelfCheckTest, ReportsKernelsThatCannotRun) {
  const Status status =
      CheckGpuKernel(*device_, {"map_float", {{"NONE", 1}}, {32, 1, 1}});
  EXPECT_FALSE(status.ok());
}

TEST_P(SelfCheckTest, LeavesKernelsWithoutAProblemAlone) {
  EXPECT_TRUE(CheckGpuKernel(*device_, {"no_such_kernel", {}, {1, 1, 1}}).ok());
}

// Each kernel checked by a thread of its own.
std::vector<Status> CheckOnThreads(GpuDevice& device,
                                   const std::vector<GpuKernelSpec>& specs) {
  std::vector<Status> results(specs.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < specs.size(); ++i) {
    threads.emplace_back(
        [&, i] { results[i] = CheckGpuKernel(device, specs[i]); });
  }
  for (std::thread& thread : threads) thread.join();
  return results;
}

// Compiles as soon as two threads want it to.
class MeetingDevice final : public IdleDevice {
 public:
  MeetingDevice() : IdleDevice(Caps("Meeting")) {}
  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    std::unique_lock<std::mutex> lock(mutex_);
    ++inside_;
    came_.notify_all();
    if (!came_.wait_for(lock, std::chrono::minutes(1),
                        [this] { return inside_ > 1; })) {
      return Internal("nobody came");
    }
    return IdleDevice::Compile(spec);
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  int inside_ = 0;
};

TEST(CheckGpuKernel, ChecksDifferentKernelsAtOnce) {
  MeetingDevice device;
  for (const Status& status : CheckOnThreads(
           device,
           {{"map_float", {}, {32, 1, 1}}, {"matmul", {}, {8, 8, 1}}})) {
    EXPECT_THAT(status.ToString(), HasSubstr("nothing was computed"));
  }
}

// Knows the result of one kernel.
class KnowingDevice final : public IdleDevice {
 public:
  explicit KnowingDevice(const GpuKernelSpec& spec)
      : IdleDevice(Caps("Knowing")), result_(MakeGpuProblem(spec)->expected) {}
  int runs() const { return runs_; }
  Status Read(GpuBuffer&, uint64_t, uint64_t bytes, void* to) override {
    ++runs_;
    std::memcpy(to, result_.data(), bytes);
    return OkStatus();
  }

 private:
  const std::vector<float> result_;
  std::atomic<int> runs_{0};
};

TEST(CheckGpuKernel, ChecksAKernelOnceForAllThreads) {
  const GpuKernelSpec spec = {"map_float", {}, {32, 1, 1}};
  KnowingDevice device(spec);
  for (const Status& status :
       CheckOnThreads(device, std::vector<GpuKernelSpec>(8, spec))) {
    EXPECT_EQ(status, OkStatus());
  }
  EXPECT_EQ(device.runs(), 1);
}

INSTANTIATE_TEST_SUITE_P(Devices, SelfCheckTest,
                         ::testing::ValuesIn(AllDeviceKinds()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tflite
