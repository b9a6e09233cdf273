#include "delegates/gpu/program/gpu_compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/gpu/tests/idle_device.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

using base::StrCat;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::StartsWith;

GpuDeviceOptions WithoutChecks() {
  GpuDeviceOptions options;
  options.skip_self_check = true;
  return options;
}

// Compiles all kernels but "broken", and "unfit", which it does not support.
class Compiler final : public IdleDevice {
 public:
  Compiler() : IdleDevice(Caps("Compiler"), WithoutChecks()) {}

  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ++compilations[spec.kernel];
    }
    if (spec.kernel == "broken") return Internal("syntax error");
    if (spec.kernel == "unfit") return Unsupported("no such workgroup");
    return IdleDevice::Compile(spec);
  }

  std::map<std::string, int> compilations;

 private:
  std::mutex mutex_;
};

SettledGpuGraph GraphOf(const std::vector<std::string>& kernels) {
  SettledGpuGraph settled;
  for (const std::string& kernel : kernels) {
    GpuCall& call = settled.graph.calls.emplace_back();
    call.spec.kernel = kernel;
    call.label = "call of " + kernel;
    if (kernel == "copy") call.kind = GpuCall::Kind::kCopy;
  }
  return settled;
}

TEST(CompileGpuKernels, CompilesEachVariantOnce) {
  Compiler device;
  SettledGpuGraph settled = GraphOf({"one", "two", "copy", "one"});
  ASSERT_EQ(CompileGpuKernels(device, &settled, {}), OkStatus());
  EXPECT_THAT(device.compilations, ElementsAre(Pair("one", 1), Pair("two", 1)));
  EXPECT_EQ(settled.pipelines.size(), 2u);
  ASSERT_EQ(CompileGpuKernels(device, &settled, {}), OkStatus());
  EXPECT_THAT(device.compilations, ElementsAre(Pair("one", 1), Pair("two", 1)));
}

TEST(CompileGpuKernels, RunsAllJobs) {
  Compiler device;
  for (const auto& kernels :
       {std::vector<std::string>{}, {"one"}, {"one", "two"}}) {
    std::vector<std::atomic<int>> runs(5);
    std::vector<std::function<void()>> jobs;
    for (std::atomic<int>& count : runs) jobs.push_back([&count] { ++count; });
    SettledGpuGraph settled = GraphOf(kernels);
    ASSERT_EQ(CompileGpuKernels(device, &settled, jobs), OkStatus());
    EXPECT_THAT(std::vector<int>(runs.begin(), runs.end()), Each(1));
  }
}

TEST(CompileGpuKernels, NamesTheFirstCallThatFails) {
  Compiler device;
  SettledGpuGraph settled = GraphOf({"one", "broken", "unfit"});
  const Status status = CompileGpuKernels(device, &settled, {});
  EXPECT_TRUE(base::IsInternal(status)) << status;
  EXPECT_THAT(status.ToString(), HasSubstr("call of broken"));
  EXPECT_THAT(status.ToString(), HasSubstr("syntax error"));
}

// Takes so long for each kernel that users are told, and "cached" from the
// cache.
class SlowCompiler final : public IdleDevice {
 public:
  SlowCompiler() : IdleDevice(Caps("Slow"), WithoutChecks()) {}

  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    if (spec.kernel == "broken") return Internal("syntax error");
    return std::shared_ptr<GpuPipeline>(
        std::make_shared<Pipeline>(spec.kernel == "cached"));
  }

 private:
  struct Pipeline : GpuPipeline {
    explicit Pipeline(bool cached) : GpuPipeline("slow", 0, 0) {
      is_cached_ = cached;
    }
  };
};

TEST(CompileGpuKernels, TellsWhatASlowStartHasCompiled) {
  SlowCompiler device;
  const auto lines_of = [&device](const std::vector<std::string>& kernels) {
    std::vector<std::string> lines;
    SetLogSink([&lines](LogLevel, const char* line) { lines.push_back(line); });
    SettledGpuGraph settled = GraphOf(kernels);
    CompileGpuKernels(device, &settled, {}).IgnoreError();
    SetLogSink(nullptr);
    return lines;
  };
  const auto all = [](int programs, int cached) {
    return AllOf(
        StartsWith(StrCat("GPU: all ", programs, " programs are ready after ")),
        EndsWith(StrCat(" s; ", cached, " come from the cache")));
  };
  EXPECT_THAT(lines_of({"cached"}), ElementsAre(all(1, 1)));
  // There may be a line about the first of two.
  EXPECT_THAT(lines_of({"cached", "other"}), Contains(all(2, 1)));
  EXPECT_THAT(lines_of({"other"}), ElementsAre(all(1, 0)));
  EXPECT_THAT(lines_of({"broken"}), IsEmpty());
}

TEST(CheckGpuLimits, KnowsGridsAndValues) {
  GpuCaps caps = IdleDevice::Caps("Limited");
  caps.max_groups = {4, 3, 2};
  caps.max_buffer_bytes = 1000;
  caps.offset_alignment = 256;
  GpuGraph graph;
  graph.values.resize(2);
  graph.values[0].bytes = 16;
  graph.values[1].label = "tensor 3 'x'";
  GpuCall call;
  call.label = "product";
  call.operands = {{0, false}, {1, true}};
  const auto error = [&](std::array<uint32_t, 3> groups, uint64_t bytes) {
    call.groups = groups;
    graph.values[1].bytes = bytes;
    const Status status = CheckGpuLimits(graph, call, caps);
    EXPECT_TRUE(status.ok() || base::IsUnsupported(status)) << status;
    return std::string(status.message());
  };
  EXPECT_EQ(error({4, 3, 2}, 768), "");
  EXPECT_EQ(error({5, 1, 1}, 16),
            "product: 5 workgroups are too many for the device");
  EXPECT_EQ(error({1, 4, 1}, 16),
            "product: 4 workgroups are too many for the device");
  EXPECT_EQ(error({1, 1, 3}, 16),
            "product: 3 workgroups are too many for the device");
  // It would end at the next multiple of the alignment.
  EXPECT_EQ(error({1, 1, 1}, 769),
            "product: 769 bytes of tensor 3 'x' are too many for the device");
}

// Other errors may have other reasons than the kernel.
TEST(WrongGpuKernels, AreThoseThatAreNotSupported) {
  Compiler device;
  SettledGpuGraph settled = GraphOf({"one", "broken", "unfit"});
  const auto wrong = WrongGpuKernels(device, &settled);
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong.begin()->first.kernel, "unfit");
  EXPECT_THAT(wrong.begin()->second, HasSubstr("call of unfit"));
  EXPECT_THAT(wrong.begin()->second, HasSubstr("no such workgroup"));
  ASSERT_EQ(settled.pipelines.size(), 1u);
  EXPECT_EQ(settled.pipelines.begin()->first.kernel, "one");
}

}  // namespace
}  // namespace tflite::gpu
