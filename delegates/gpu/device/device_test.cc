#include "delegates/gpu/device/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <thread>

#include "delegates/gpu/device/testing/device_kinds.h"
#include "delegates/gpu/device/testing/test_kernels.h"

namespace tflite {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

#define ASSERT_OK(expression)                     \
  do {                                            \
    const Status tfll_status = (expression);      \
    ASSERT_TRUE(tfll_status.ok()) << tfll_status; \
  } while (0)

constexpr uint32_t kGroup = 16;

std::vector<int32_t> Counted(size_t count) {
  std::vector<int32_t> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

uint32_t Bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

class DeviceTest : public ::testing::TestWithParam<DeviceKind> {
 protected:
  void SetUp() override {
    GpuDeviceOptions options;
    options.kernels = &GpuTestKernels();
    options.force_staging = GetParam().force_staging;
    auto device = GetParam().create(options);
    if (absl::IsUnavailable(device.status())) {
      GTEST_SKIP() << "not run: " << device.status();
    }
    ASSERT_OK(device.status());
    device_ = *std::move(device);
  }

  std::shared_ptr<GpuBuffer> Buffer(uint64_t bytes,
                                    GpuUse use = GpuUse::kDeviceOnly) {
    auto buffer = device_->Allocate(bytes, use);
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    return buffer.ok() ? *buffer : nullptr;
  }

  template <typename T>
  std::shared_ptr<GpuBuffer> BufferOf(const std::vector<T>& values) {
    const uint64_t bytes = values.size() * sizeof(T);
    auto buffer = Buffer(bytes);
    if (buffer == nullptr) return nullptr;
    EXPECT_TRUE(device_->Write(*buffer, 0, bytes, values.data()).ok());
    return buffer;
  }

  template <typename T>
  std::vector<T> Contents(GpuBuffer& buffer) {
    std::vector<T> values(buffer.bytes() / sizeof(T));
    const Status read =
        device_->Read(buffer, 0, values.size() * sizeof(T), values.data());
    EXPECT_TRUE(read.ok()) << read;
    return values;
  }

  static GpuBinding Bound(std::shared_ptr<GpuBuffer> buffer, bool written) {
    const uint64_t bytes = buffer->bytes();
    return {std::move(buffer), 0, bytes, written};
  }

  // Of one dimension with a parameter `count` first.
  GpuDispatch Dispatch(
      const std::string& kernel, std::vector<GpuBinding> buffers,
      uint32_t count, std::vector<uint32_t> more_params = {},
      std::vector<std::pair<std::string, int32_t>> constants = {}) {
    GpuDispatch dispatch;
    auto pipeline = device_->Compile({kernel, constants, {kGroup, 1, 1}});
    EXPECT_TRUE(pipeline.ok()) << pipeline.status();
    if (pipeline.ok()) dispatch.pipeline = *pipeline;
    dispatch.buffers = std::move(buffers);
    dispatch.params = {count};
    dispatch.params.insert(dispatch.params.end(), more_params.begin(),
                           more_params.end());
    dispatch.groups = {(count + kGroup - 1) / kGroup, 1, 1};
    dispatch.label = kernel;
    return dispatch;
  }

  GpuDispatch Update(const std::shared_ptr<GpuBuffer>& data, uint32_t factor,
                     uint32_t addend) {
    return Dispatch("test_update", {Bound(data, true)},
                    static_cast<uint32_t>(data->bytes() / sizeof(int32_t)),
                    {factor, addend});
  }

  std::unique_ptr<GpuCommands> Record(std::vector<GpuStep> steps) {
    auto commands = device_->Record(std::move(steps));
    EXPECT_TRUE(commands.ok()) << commands.status();
    return commands.ok() ? *std::move(commands) : nullptr;
  }

  std::shared_ptr<GpuDevice> device_;
};

TEST_P(DeviceTest, SaysWhatItIs) {
  const GpuCaps& caps = device_->caps();
  EXPECT_NE(caps.name, "");
  EXPECT_NE(caps.driver, "");
  EXPECT_THAT(
      GetParam().name,
      HasSubstr(caps.backend == GpuBackend::kVulkan ? "Vulkan" : "OpenCl"));
  EXPECT_GE(caps.max_invocations, 64u);
  EXPECT_LE(caps.max_workgroup[0], caps.max_invocations);
  EXPECT_GE(caps.shared_memory_bytes, 8192u);
  EXPECT_GE(caps.offset_alignment, 16u);
  EXPECT_EQ(caps.offset_alignment & (caps.offset_alignment - 1), 0u);
  EXPECT_GE(caps.max_buffer_bytes, uint64_t{1} << 26);
  EXPECT_FALSE(caps.unified_memory && GetParam().force_staging);
  EXPECT_FALSE(caps.subgroup_broadcast && caps.subgroup_size == 0);
}

TEST_P(DeviceTest, KeepsWhatTheHostWrites) {
  for (const GpuUse use :
       {GpuUse::kDeviceOnly, GpuUse::kUpload, GpuUse::kDownload}) {
    const auto buffer = Buffer(103, use);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(buffer->bytes(), 103u);
    std::vector<uint8_t> bytes(103, 9);
    ASSERT_OK(device_->Write(*buffer, 0, 103, bytes.data()));
    const uint8_t part[] = {1, 2, 3};
    ASSERT_OK(device_->Write(*buffer, 7, 3, part));
    ASSERT_OK(device_->Write(*buffer, 103, 0, nullptr));
    std::copy_n(part, 3, bytes.begin() + 7);
    EXPECT_EQ(Contents<uint8_t>(*buffer), bytes);
    uint8_t some[4] = {};
    ASSERT_OK(device_->Read(*buffer, 6, 4, some));
    EXPECT_THAT(some, ElementsAre(9, 1, 2, 3));
  }
}

TEST_P(DeviceTest, MovesMoreThanFitsIntoStagingMemory) {
  std::vector<int32_t> values = Counted((size_t{33} << 20) / sizeof(int32_t));
  const auto buffer = BufferOf(values);
  ASSERT_NE(buffer, nullptr);
  EXPECT_TRUE(Contents<int32_t>(*buffer) == values);
}

TEST_P(DeviceTest, SharesMemoryWhereItSaysSo) {
  const auto buffer = device_->Allocate(64, GpuUse::kShared);
  EXPECT_TRUE(!device_->caps().unified_memory || buffer.ok());
  if (!buffer.ok()) return;
  const std::vector<int32_t> values = Counted(16);
  ASSERT_OK(device_->Write(**buffer, 0, 64, values.data()));
  ASSERT_OK(Record({Update(*buffer, 2, 1)})->Run());
  EXPECT_THAT(
      Contents<int32_t>(**buffer),
      ElementsAre(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31));
}

TEST_P(DeviceTest, HasConstantsAndParameters) {
  const auto src = BufferOf<float>({1, 2, 3, 4});
  const auto dst = BufferOf<float>({0, 0, 0, 0});
  const auto run = [&](std::vector<std::pair<std::string, int32_t>> constants,
                       float factor) {
    const Status status =
        Record({Dispatch("test_scale", {Bound(src, false), Bound(dst, true)}, 3,
                         {Bits(factor)}, constants)})
            ->Run();
    EXPECT_TRUE(status.ok()) << status;
    return Contents<float>(*dst);
  };
  EXPECT_THAT(run({}, 0.5f), ElementsAre(7.5f, 8.0f, 8.5f, 0.0f));
  EXPECT_THAT(run({{"BIAS", -2}}, 10.0f),
              ElementsAre(8.0f, 18.0f, 28.0f, 0.0f));
}

TEST_P(DeviceTest, GivesTheSamePipelineForTheSameSpec) {
  const GpuKernelSpec spec = {"test_scale", {{"BIAS", 3}}, {8, 1, 1}};
  const auto first = device_->Compile(spec);
  ASSERT_OK(first.status());
  const auto second = device_->Compile(spec);
  ASSERT_OK(second.status());
  EXPECT_EQ(*first, *second);
}

TEST_P(DeviceTest, HasSharedMemoryOfAConstantSize) {
  for (const int32_t size : {4, 16, 64}) {
    const std::vector<int32_t> values = Counted(2 * size);
    const auto src = BufferOf(values);
    const auto dst = BufferOf(std::vector<int32_t>(2 * size));
    GpuDispatch dispatch;
    const auto pipeline =
        device_->Compile({"test_reverse",
                          {{"SIZE", size}},
                          {static_cast<uint32_t>(size), 1, 1}});
    ASSERT_OK(pipeline.status());
    dispatch.pipeline = *pipeline;
    dispatch.buffers = {Bound(src, false), Bound(dst, true)};
    dispatch.groups = {2, 1, 1};
    ASSERT_OK(Record({dispatch})->Run());
    std::vector<int32_t> expected = values;
    std::reverse(expected.begin(), expected.begin() + size);
    std::reverse(expected.begin() + size, expected.end());
    EXPECT_EQ(Contents<int32_t>(*dst), expected) << size;
  }
}

TEST_P(DeviceTest, RunsGridsOfThreeDimensions) {
  const auto pipeline = device_->Compile({"test_ids", {}, {4, 2, 3}});
  ASSERT_OK(pipeline.status());
  const auto dst = BufferOf(std::vector<int32_t>(4 * 24 * 6));
  GpuDispatch dispatch;
  dispatch.pipeline = *pipeline;
  dispatch.buffers = {Bound(dst, true)};
  dispatch.groups = {1, 3, 2};
  ASSERT_OK(Record({dispatch})->Run());
  std::vector<int32_t> expected;
  for (int z = 0; z < 6; ++z) {
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 4; ++x) {
        expected.insert(expected.end(), {x, y, z, 423});
      }
    }
  }
  EXPECT_EQ(Contents<int32_t>(*dst), expected);
}

TEST_P(DeviceTest, RunsStepsInOrder) {
  const auto data = BufferOf(std::vector<int32_t>(1000, 1));
  std::vector<GpuStep> steps;
  uint32_t expected = 1;
  for (uint32_t i = 0; i < 40; ++i) {
    steps.push_back(Update(data, 3, i));
    expected = expected * 3 + i;
  }
  ASSERT_OK(Record(steps)->Run());
  EXPECT_THAT(Contents<int32_t>(*data), Each(static_cast<int32_t>(expected)));
}

// Two buffers take turns, so that a step that overtakes another shows.
TEST_P(DeviceTest, OrdersCopiesAmongKernels) {
  const auto a = BufferOf(std::vector<int32_t>(1000, 1));
  const auto b = BufferOf(std::vector<int32_t>(1000, 0));
  std::vector<GpuStep> steps;
  int32_t expected = 1;
  for (int i = 0; i < 5; ++i) {
    steps.push_back(Update(a, 2, 1));
    steps.push_back(GpuCopy{Bound(a, false), Bound(b, true), "there"});
    steps.push_back(Update(b, 1, 3));
    steps.push_back(GpuCopy{Bound(b, false), Bound(a, true), "back"});
    expected = 2 * expected + 4;
  }
  ASSERT_OK(Record(steps)->Run());
  EXPECT_THAT(Contents<int32_t>(*a), Each(expected));
}

TEST_P(DeviceTest, BindsPartsOfABuffer) {
  const uint64_t part = std::max(64u, device_->caps().offset_alignment);
  const size_t words = part / sizeof(int32_t);
  const auto data = BufferOf(std::vector<int32_t>(4 * words, 5));
  std::vector<GpuStep> steps;
  for (uint32_t i = 1; i < 4; ++i) {
    GpuDispatch step = Update(data, i, 0);
    step.buffers[0].offset = i * part;
    step.buffers[0].bytes = part;
    step.params[0] = static_cast<uint32_t>(words);
    step.groups[0] = static_cast<uint32_t>((words + kGroup - 1) / kGroup);
    steps.push_back(step);
  }
  steps.push_back(
      GpuCopy{{data, 3 * part, 32, false}, {data, 0, 32, true}, "copy"});
  ASSERT_OK(Record(steps)->Run());
  std::vector<int32_t> expected;
  for (int value : {5, 5, 10, 15})
    expected.insert(expected.end(), words, value);
  std::fill_n(expected.begin(), 8, 15);
  EXPECT_EQ(Contents<int32_t>(*data), expected);
}

TEST_P(DeviceTest, RunsCommandsAgainAndAgain) {
  const auto data = BufferOf(std::vector<int32_t>(100, 0));
  const auto commands = Record({Update(data, 1, 1), Update(data, 1, 2)});
  for (int i = 0; i < 100; ++i) ASSERT_OK(commands->Run());
  EXPECT_THAT(Contents<int32_t>(*data), Each(300));
}

TEST_P(DeviceTest, RunsNoStepsAtAll) { ASSERT_OK(Record({})->Run()); }

TEST_P(DeviceTest, TimesEachStep) {
  const auto data = BufferOf(std::vector<int32_t>(1000, 0));
  const auto other = BufferOf(std::vector<int32_t>(1000, 0));
  const auto commands =
      Record({Update(data, 1, 1),
              GpuCopy{Bound(data, false), Bound(other, true), "copy"}});
  for (int i = 1; i < 4; ++i) {
    const auto times = commands->RunTimed();
    ASSERT_OK(times.status());
    EXPECT_THAT(*times, SizeIs(2));
    EXPECT_THAT(Contents<int32_t>(*other), Each(i));
  }
  ASSERT_OK(commands->Run());
  EXPECT_THAT(Contents<int32_t>(*other), Each(4));
}

TEST_P(DeviceTest, ServesThreads) {
  constexpr int kThreads = 6, kRuns = 20;
  std::vector<std::string> errors(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([this, t, &error = errors[t]] {
      const auto data = device_->Allocate(400, GpuUse::kDeviceOnly);
      const std::vector<int32_t> start(100, t);
      Status status = data.status();
      if (status.ok()) status = device_->Write(**data, 0, 400, start.data());
      if (status.ok()) {
        const auto commands =
            Record({Update(*data, 1, t), Update(*data, 1, 1)});
        for (int i = 0; i < kRuns && status.ok(); ++i) status = commands->Run();
      }
      if (!status.ok()) {
        error = status.ToString();
      } else if (Contents<int32_t>(**data) !=
                 std::vector<int32_t>(100, t + kRuns * (t + 1))) {
        error = "wrong results";
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(errors, Each(""));
}

TEST_P(DeviceTest, RunsOnAnotherThreadThanRecorded) {
  const auto data = BufferOf(std::vector<int32_t>(100, 0));
  auto commands = Record({Update(data, 1, 1)});
  Status status;
  std::thread([&] {
    status = commands->Run();
    commands.reset();
  }).join();
  ASSERT_OK(status);
  EXPECT_THAT(Contents<int32_t>(*data), Each(1));
}

TEST_P(DeviceTest, MayGoBeforeWhatItMade) {
  const auto data = BufferOf(std::vector<int32_t>(100, 0));
  auto commands = Record({Update(data, 1, 1)});
  device_ = nullptr;
  ASSERT_OK(commands->Run());
}

TEST_P(DeviceTest, RefusesBuffersOfImpossibleSizes) {
  EXPECT_FALSE(device_->Allocate(0, GpuUse::kDeviceOnly).ok());
  EXPECT_FALSE(device_->Allocate(~uint64_t{0}, GpuUse::kDeviceOnly).ok());
  EXPECT_FALSE(device_->Allocate(uint64_t{1} << 50, GpuUse::kUpload).ok());
}

TEST_P(DeviceTest, RefusesToReachOutsideABuffer) {
  const auto buffer = Buffer(64);
  char bytes[65] = {};
  EXPECT_FALSE(device_->Write(*buffer, 0, 65, bytes).ok());
  EXPECT_FALSE(device_->Write(*buffer, 60, 5, bytes).ok());
  EXPECT_FALSE(device_->Read(*buffer, 65, 1, bytes).ok());
  EXPECT_FALSE(device_->Read(*buffer, ~uint64_t{0}, 2, bytes).ok());
}

TEST_P(DeviceTest, RefusesKernelsItDoesNotHave) {
  const bool vulkan = device_->caps().backend == GpuBackend::kVulkan;
  const auto missing = device_->Compile({"no_such_kernel", {}, {1, 1, 1}});
  EXPECT_THAT(std::string(missing.status().message()),
              HasSubstr("no_such_kernel"));
  EXPECT_EQ(device_->Compile({"test_only_opencl", {}, {1, 1, 1}}).ok(),
            !vulkan);
  EXPECT_EQ(device_->Compile({"test_only_vulkan", {}, {1, 1, 1}}).ok(), vulkan);
}

TEST_P(DeviceTest, RefusesUnknownConstantsAndWorkgroupsOutOfLimits) {
  EXPECT_FALSE(device_->Compile({"test_scale", {{"NONE", 1}}, {1, 1, 1}}).ok());
  EXPECT_FALSE(device_->Compile({"test_scale", {}, {1, 0, 1}}).ok());
  const GpuCaps& caps = device_->caps();
  EXPECT_FALSE(
      device_->Compile({"test_scale", {}, {caps.max_workgroup[0] + 1, 1, 1}})
          .ok());
  EXPECT_FALSE(
      device_->Compile({"test_scale", {}, {caps.max_workgroup[0], 2, 1}}).ok());
}

TEST_P(DeviceTest, RefusesStepsThatDoNotFit) {
  const auto a = BufferOf(std::vector<int32_t>(100, 0));
  const auto b = BufferOf(std::vector<int32_t>(100, 0));
  const GpuDispatch good = Update(a, 1, 1);
  const auto refused = [this](GpuStep step) {
    return !device_->Record({std::move(step)}).ok();
  };
  GpuDispatch step = good;
  step.params.pop_back();
  EXPECT_TRUE(refused(step)) << "a parameter is missing";
  step = good;
  step.buffers.push_back(Bound(b, false));
  EXPECT_TRUE(refused(step)) << "a buffer too many";
  step = good;
  step.buffers[0].bytes = 401;
  EXPECT_TRUE(refused(step)) << "outside the buffer";
  step = good;
  step.buffers[0].offset = 4;
  step.buffers[0].bytes = 16;
  EXPECT_TRUE(refused(step)) << "not aligned";
  step = good;
  step.buffers[0].bytes = 0;
  EXPECT_TRUE(refused(step)) << "an empty part";
  step = good;
  step.groups[2] = device_->caps().max_groups[2] + 1;
  EXPECT_TRUE(refused(step)) << "too many workgroups";
  step = good;
  step.pipeline = nullptr;
  EXPECT_TRUE(refused(step)) << "no pipeline";

  EXPECT_TRUE(refused(GpuCopy{Bound(a, false), {b, 0, 396, true}, ""}))
      << "of different sizes";
  EXPECT_TRUE(refused(GpuCopy{{a, 0, 64, false}, {b, 384, 64, true}, ""}))
      << "outside the buffer";
  EXPECT_TRUE(refused(GpuCopy{{a, 0, 64, false}, {a, 32, 64, true}, ""}))
      << "onto itself";
}

INSTANTIATE_TEST_SUITE_P(Devices, DeviceTest,
                         ::testing::ValuesIn(AllDeviceKinds()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tflite
