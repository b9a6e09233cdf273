// What is found out about a device's kernels: which results are right, for whom
// a finding holds, and who has to look. The devices compute nothing, and know
// some results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/self_check/self_check.h"
#include "delegates/gpu/tests/idle_device.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

using ::testing::HasSubstr;

// Checks each kernel in a thread of its own.
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

// Compiles only after two threads have requested it.
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

// Returns a result of its own for all kernels, without computing. Findings
// about devices with other names are others.
class KnowingDevice final : public IdleDevice {
 public:
  KnowingDevice(const std::string& name, std::vector<float> result,
                const GpuDeviceOptions& options = {})
      : IdleDevice(Caps("Knowing " + name), options),
        result_(std::move(result)) {}
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

// The correct result, times a factor.
std::vector<float> ResultOf(const GpuKernelSpec& spec, float factor = 1.0f) {
  std::vector<float> results = MakeGpuProblem(spec)->results[0].expected;
  for (float& result : results) result *= factor;
  return results;
}

TEST(CheckGpuKernel, ChecksAKernelOnceForAllThreads) {
  const GpuKernelSpec spec = {"map_float", {}, {32, 1, 1}};
  KnowingDevice device("one kernel", ResultOf(spec));
  for (const Status& status :
       CheckOnThreads(device, std::vector<GpuKernelSpec>(8, spec))) {
    EXPECT_EQ(status, OkStatus());
  }
  EXPECT_EQ(device.runs(), 1);
}

TEST(CheckGpuKernel, OnlyRootsMayBeInexact) {
  for (const auto& [kernel, factor, right] :
       std::vector<std::tuple<const char*, float, bool>>{
           {"l2_normalization", 1.0001f, true},
           {"l2_normalization", 1.001f, false},
           {"matmul", 1.0001f, false}}) {
    const GpuKernelSpec spec = {kernel, {}, {8, 8, 1}};
    KnowingDevice device(std::to_string(factor), ResultOf(spec, factor));
    EXPECT_EQ(CheckGpuKernel(device, spec).ok(), right)
        << kernel << " times " << factor;
  }
}

// Integers may be a step off where they are rounded, but not two: here the
// first and the last of them. What follows them is not compared.
template <typename T>
void ExpectSteps(const GpuKernelSpec& spec, TfLiteType type, int steps) {
  SCOPED_TRACE(ToString(spec));
  const auto problem = MakeGpuProblem(spec);
  ASSERT_TRUE(problem.has_value());
  const GpuResult& correct = problem->results.at(0);
  ASSERT_EQ(correct.type, type);
  for (const size_t at : {size_t{0}, correct.bytes - sizeof(T)}) {
    for (const int by : {-2, -1, 0, 1, 2}) {
      std::vector<float> result = correct.expected;
      char* const bytes = reinterpret_cast<char*>(result.data());
      T number;
      std::memcpy(&number, bytes + at, sizeof(T));
      const auto wrong = static_cast<T>(int64_t{number} + by);
      if ((wrong < number) != (by < 0)) continue;  // beyond the type's limits
      std::memcpy(bytes + at, &wrong, sizeof(T));
      std::fill(bytes + correct.bytes, bytes + 4 * result.size(), char{77});
      KnowingDevice device(base::StrCat("steps ", at, " ", by), result);
      EXPECT_EQ(CheckGpuKernel(device, spec).ok(), std::abs(by) <= steps)
          << by << " at " << at;
    }
  }
}

TEST(CheckGpuKernel, IntegersMayBeRoundedOtherwise) {
  const std::array<uint32_t, 3> flat = {64, 1, 1};
  ExpectSteps<int8_t>({"binary_bytes", {}, flat}, kTfLiteInt8, 1);
  ExpectSteps<uint8_t>({"binary_bytes", {{"SIGNED", 0}}, flat}, kTfLiteUInt8,
                       1);
  ExpectSteps<int16_t>({"quantize", {{"SHORTS", 1}}, flat}, kTfLiteInt16, 1);
  ExpectSteps<int32_t>({"cumsum_int", {}, flat}, kTfLiteInt32, 1);
  ExpectSteps<int32_t>({"arg_min_max", {}, flat}, kTfLiteInt32, 0);
  ExpectSteps<uint8_t>({"cast", {{"TO", 4}}, flat}, kTfLiteBool, 0);
}

// Processes share what they find by the cache on disk.
TEST(CheckGpuKernelDeathTest, AsksOtherProcesses) {
  std::string root = ::testing::TempDir() + "/findings_XXXXXX";
  ProgramCache::Options cache;
  cache.directory = mkdtemp(&root[0]);
  GpuDeviceOptions options;
  options.cache = std::make_shared<ProgramCache>(cache);
  const GpuKernelSpec spec = {"map_float", {}, {32, 1, 1}};
  for (const bool right : {true, false}) {
    // Exits with the number of runs; one more if the answer is wrong.
    const auto check = [&](bool right_here) {
      KnowingDevice device(right ? "kept right" : "kept wrong",
                           ResultOf(spec, right_here ? 1.0f : 2.0f), options);
      const bool ok = CheckGpuKernel(device, spec).ok();
      std::_Exit(device.runs() + (ok == right ? 0 : 10));
    };
    EXPECT_EXIT(check(right), ::testing::ExitedWithCode(1), "");
    EXPECT_EXIT(check(!right), ::testing::ExitedWithCode(0), "");
  }
}

// A driver that has changed may compute otherwise.
TEST(CheckGpuKernel, ChecksOtherDriversAnew) {
  const GpuKernelSpec spec = {"map_float", {}, {32, 1, 1}};
  class Driver final : public IdleDevice {
   public:
    Driver(GpuBackend backend, const std::string& driver)
        : IdleDevice(CapsOf(backend, driver)) {}
    Status Read(GpuBuffer&, uint64_t, uint64_t bytes, void* to) override {
      ++runs;
      std::memset(to, 0, bytes);
      return OkStatus();
    }
    int runs = 0;

   private:
    static GpuCaps CapsOf(GpuBackend backend, const std::string& driver) {
      GpuCaps caps = Caps("Changing");
      caps.backend = backend;
      caps.driver = driver;
      return caps;
    }
  };
  for (const GpuBackend backend : {GpuBackend::kOpenCl, GpuBackend::kVulkan}) {
    for (const char* version : {"1", "2"}) {
      Driver first(backend, version), second(backend, version);
      EXPECT_FALSE(CheckGpuKernel(first, spec).ok());
      EXPECT_EQ(first.runs, 1);
      EXPECT_FALSE(CheckGpuKernel(second, spec).ok());
      EXPECT_EQ(second.runs, 0);
    }
  }
}

}  // namespace
}  // namespace tflite::gpu
