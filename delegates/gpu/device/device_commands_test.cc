// Tests of commands that are recorded once and run repeatedly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/device/testing/on_device_kinds.h"

namespace tflite::gpu {
namespace {

using ::testing::Each;
using ::testing::SizeIs;

using DeviceCommandsTest = OnDeviceKinds;

TEST_P(DeviceCommandsTest, RunsStepsInOrder) {
  const auto data = BufferOf(std::vector<int32_t>(1000, 1));
  std::vector<GpuStep> steps;
  uint32_t expected = 1;
  for (uint32_t i = 0; i < 40; ++i) {
    steps.push_back(Update(data, 3, i));
    expected = expected * 3 + i;
  }
  ASSERT_EQ(Record(steps)->Run(), OkStatus());
  EXPECT_THAT(Contents<int32_t>(*data), Each(static_cast<int32_t>(expected)));
}

// Alternates between two buffers, so that steps in the wrong order change the
// result.
TEST_P(DeviceCommandsTest, OrdersCopiesAmongKernels) {
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
  ASSERT_EQ(Record(steps)->Run(), OkStatus());
  EXPECT_THAT(Contents<int32_t>(*a), Each(expected));
}

TEST_P(DeviceCommandsTest, BindsPartsOfABuffer) {
  const uint64_t part = std::max(64u, device_->caps().offset_alignment);
  const size_t words = part / sizeof(int32_t);
  const auto data = BufferOf(std::vector<int32_t>(4 * words, 5));
  std::vector<GpuStep> steps;
  for (uint32_t i = 1; i < 4; ++i) {
    GpuDispatch step = Update(data, i, 0);
    step.buffers[0].offset = i * part;
    step.buffers[0].bytes = part;
    step.params[0] = static_cast<uint32_t>(words);
    step.groups[0] =
        static_cast<uint32_t>((words + kWorkgroup - 1) / kWorkgroup);
    steps.push_back(step);
  }
  steps.push_back(
      GpuCopy{{data, 3 * part, 32, false}, {data, 0, 32, true}, "copy"});
  ASSERT_EQ(Record(steps)->Run(), OkStatus());
  std::vector<int32_t> expected;
  for (int value : {5, 5, 10, 15})
    expected.insert(expected.end(), words, value);
  std::fill_n(expected.begin(), 8, 15);
  EXPECT_EQ(Contents<int32_t>(*data), expected);
}

TEST_P(DeviceCommandsTest, RunsCommandsAgainAndAgain) {
  const auto data = BufferOf(std::vector<int32_t>(100, 0));
  const auto commands = Record({Update(data, 1, 1), Update(data, 1, 2)});
  for (int i = 0; i < 100; ++i) ASSERT_EQ(commands->Run(), OkStatus());
  EXPECT_THAT(Contents<int32_t>(*data), Each(300));
}

// Operators with larger grids are left to the CPU. The limits of a device must
// be true, and not lower than what its interface guarantees.
TEST_P(DeviceCommandsTest, RunsTheMostWorkgroupsOfEachDimension) {
  const GpuCaps& caps = device_->caps();
  const uint32_t least =
      caps.backend == GpuBackend::kOpenCl ? 1u << 20 : 65535u;
  const auto data = BufferOf(std::vector<int32_t>(100, 7));
  for (int d = 0; d < 3; ++d) {
    EXPECT_GE(caps.max_groups[d], least) << d;
    // Invocations from 100 on do nothing, those of other rows write the same.
    GpuDispatch step = Update(data, 0, 10 + d);
    step.groups[d] = std::min(caps.max_groups[d], least);
    ASSERT_EQ(Record({step})->Run(), OkStatus());
    EXPECT_THAT(Contents<int32_t>(*data), Each(10 + d));
  }
}

TEST_P(DeviceCommandsTest, RunsNoStepsAtAll) {
  ASSERT_EQ(Record({})->Run(), OkStatus());
}

TEST_P(DeviceCommandsTest, TimesEachStep) {
  const auto data = BufferOf(std::vector<int32_t>(1000, 0));
  const auto other = BufferOf(std::vector<int32_t>(1000, 0));
  const auto commands =
      Record({Update(data, 1, 1),
              GpuCopy{Bound(data, false), Bound(other, true), "copy"}});
  for (int i = 1; i < 4; ++i) {
    const auto times = commands->RunTimed();
    ASSERT_EQ(times.status(), OkStatus());
    EXPECT_THAT(*times, SizeIs(2));
    EXPECT_THAT(Contents<int32_t>(*other), Each(i));
  }
  ASSERT_EQ(commands->Run(), OkStatus());
  EXPECT_THAT(Contents<int32_t>(*other), Each(4));
}

TEST_P(DeviceCommandsTest, ServesThreads) {
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

TEST_P(DeviceCommandsTest, RunsOnAnotherThreadThanRecorded) {
  const auto data = BufferOf(std::vector<int32_t>(100, 0));
  auto commands = Record({Update(data, 1, 1)});
  Status status;
  std::thread([&] {
    status = commands->Run();
    commands.reset();
  }).join();
  ASSERT_EQ(status, OkStatus());
  EXPECT_THAT(Contents<int32_t>(*data), Each(1));
}

TEST_P(DeviceCommandsTest, MayGoBeforeWhatItMade) {
  const auto data = BufferOf(std::vector<int32_t>(100, 0));
  auto commands = Record({Update(data, 1, 1)});
  device_ = nullptr;
  ASSERT_EQ(commands->Run(), OkStatus());
}

TEST_P(DeviceCommandsTest, RefusesStepsThatDoNotFit) {
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

// Without a device.
class CheckedSteps : public ::testing::Test {
 protected:
  struct Buffer : GpuBuffer {
    Buffer() : GpuBuffer(256) {}
  };
  struct Pipeline : GpuPipeline {
    Pipeline() : GpuPipeline("kernel", 1, 2) {}
  };
  CheckedSteps() {
    caps_.offset_alignment = 32;
    caps_.max_buffer_bytes = 64;
    caps_.max_groups = {3, 4, 5};
  }

  GpuBinding Part(uint64_t offset, uint64_t bytes) const {
    return {buffer_, offset, bytes, true};
  }
  GpuDispatch Dispatch(const GpuBinding& part, size_t params = 2) const {
    GpuDispatch dispatch;
    dispatch.pipeline = std::make_shared<Pipeline>();
    dispatch.buffers = {part};
    dispatch.params.resize(params);
    dispatch.groups = caps_.max_groups;
    dispatch.label = "step";
    return dispatch;
  }
  std::string Error(const GpuStep& step) const {
    return std::string(CheckSteps({step}, caps_).message());
  }
  std::string CopyError(uint64_t from, uint64_t to, uint64_t bytes) const {
    return Error(GpuCopy{Part(from, bytes), Part(to, bytes), "copy"});
  }

  GpuCaps caps_;
  const std::shared_ptr<GpuBuffer> buffer_ = std::make_shared<Buffer>();
};

TEST_F(CheckedSteps, MayReachTheDevicesLimits) {
  EXPECT_EQ(Error(Dispatch(Part(192, 64))), "");
  EXPECT_EQ(Error(Dispatch(Part(192, 65))),
            "step: 65 bytes at 192 are not in a buffer of 256");
  EXPECT_EQ(Error(Dispatch(Part(0, 65))),
            "step: 65 bytes are more than the device binds, 64");
  EXPECT_EQ(Error(Dispatch(Part(33, 1))),
            "step: offset 33 is not a multiple of 32");
  EXPECT_EQ(Error(Dispatch(Part(16, 1))),
            "step: offset 16 is not a multiple of 32");
  EXPECT_EQ(Error(Dispatch(Part(0, 0))), "step: an empty part of a buffer");
  EXPECT_EQ(Error(Dispatch({})), "step: no buffer");
  EXPECT_EQ(Error(Dispatch(Part(0, 1), 3)),
            "step: kernel takes 1 buffers and 2 parameters, and is given 1 and "
            "3");
  for (int d = 0; d < 3; ++d) {
    GpuDispatch dispatch = Dispatch(Part(0, 64));
    ++dispatch.groups[d];
    EXPECT_EQ(Error(dispatch), "step: " + std::to_string(dispatch.groups[d]) +
                                   " workgroups are too many for the device");
  }
}

TEST_F(CheckedSteps, CopyBetweenPartsThatAreApart) {
  // More than is bound, at any offset.
  EXPECT_EQ(CopyError(4, 104, 100), "");
  EXPECT_EQ(CopyError(104, 4, 100), "");
  for (const auto& [from, to] : {std::pair(4, 103), {103, 4}, {4, 4}}) {
    EXPECT_EQ(CopyError(from, to, 100),
              "copy: a copy of a buffer's part onto itself");
  }
  GpuCopy copy = {Part(0, 100), {std::make_shared<Buffer>(), 0, 100}, "copy"};
  EXPECT_EQ(Error(copy), "");
  copy.to.bytes = 99;
  EXPECT_EQ(Error(copy), "copy: a copy of 100 bytes to 99");
}

TEST_F(CheckedSteps, ReplaceOnlyTheBinding) {
  std::vector<GpuStep> steps = {Dispatch(Part(0, 64)),
                                GpuCopy{Part(0, 8), Part(8, 8), ""}};
  GpuBinding other = Part(32, 16);
  other.written = false;
  EXPECT_EQ(RebindSteps({{0, 0, other}, {1, 0, Part(64, 8)}}, caps_, &steps),
            OkStatus());
  const GpuBinding& bound = std::get<GpuDispatch>(steps[0]).buffers[0];
  EXPECT_EQ(bound.offset, 32u);
  EXPECT_EQ(bound.bytes, 16u);
  EXPECT_TRUE(bound.written);
  EXPECT_EQ(std::get<GpuCopy>(steps[1]).from.offset, 64u);
  EXPECT_EQ(std::get<GpuCopy>(steps[1]).to.offset, 8u);
  EXPECT_EQ(RebindSteps({{2, 0, other}}, caps_, &steps).message(),
            "there is no step 2");
  for (const auto& [step, operand] :
       {std::pair<size_t, size_t>(0, 1), {1, 2}}) {
    EXPECT_EQ(RebindSteps({{step, operand, other}}, caps_, &steps).message(),
              "step " + std::to_string(step) + " has no operand " +
                  std::to_string(operand));
  }
}

INSTANTIATE_TEST_SUITE_P(All, DeviceCommandsTest,
                         ::testing::ValuesIn(AllDeviceKinds()), DeviceKindName);

}  // namespace
}  // namespace tflite::gpu
