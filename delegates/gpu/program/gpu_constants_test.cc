#include "delegates/gpu/program/gpu_constants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "delegates/gpu/tests/idle_device.h"
#include "delegates/gpu/tests/overlaps.h"

namespace tflite::gpu {
namespace {

using ::testing::Each;
using ::testing::SizeIs;

constexpr uint64_t kLarge = 1 << 20;

// Stores written data in its own memory, or in mapped memory.
class KeepingDevice final : public IdleDevice {
 public:
  explicit KeepingDevice(bool maps)
      : IdleDevice(IdleDevice::Caps("keeping")), maps_(maps) {}

  StatusOr<void*> Map(GpuBuffer& buffer) override {
    if (!maps_) return IdleDevice::Map(buffer);
    TFLL_RETURN_IF_ERROR(mapping);
    ++mapped;
    return static_cast<void*>(memory.data());
  }
  Status Unmap(GpuBuffer&) override {
    --mapped;
    return unmapping;
  }
  Status Write(GpuBuffer&, uint64_t offset, uint64_t bytes,
               const void* from) override {
    overlaps.Stay();
    ++writes;
    if (bytes == kLarge) TFLL_RETURN_IF_ERROR(writing);
    std::memcpy(memory.data() + offset, from, bytes);
    return OkStatus();
  }

 private:
  static constexpr uint64_t kBytes = 2 * kLarge;
  const bool maps_;

 public:
  std::vector<uint8_t> memory = std::vector<uint8_t>(kBytes);
  int mapped = 0, writes = 0;
  Overlaps overlaps;
  Status mapping, writing, unmapping;
};

class GpuConstantsTest : public ::testing::TestWithParam<bool> {
 protected:
  // A small constant, an unused one, and a large one.
  GpuConstantsTest() : device_(GetParam()) {
    graph_.values.resize(3);
    for (GpuValue& value : graph_.values) {
      value.kind = GpuValue::Kind::kConstant;
    }
    graph_.values[0].bytes = 16;
    graph_.values[0].data.assign(16, 1);
    graph_.values[1].bytes = kLarge;
    graph_.values[1].fill = [](void*) { ADD_FAILURE(); };
    graph_.values[2].bytes = kLarge;
    graph_.values[2].fill = [](void* to) { std::memset(to, 3, kLarge); };
    const auto buffer = *device_.Allocate(2 * kLarge, GpuUse::kShared);
    bindings_ = {{buffer, 0, 16}, {}, {buffer, kLarge, kLarge}};
  }

  Status WriteAll() {
    GpuConstants constants(&device_, &graph_);
    TFLL_RETURN_IF_ERROR(constants.Start(bindings_));
    const auto jobs = constants.TakeJobs();
    EXPECT_THAT(jobs, SizeIs(1));
    for (const auto& job : jobs) job();
    return constants.Finish();
  }

  KeepingDevice device_;
  GpuGraph graph_;
  std::vector<GpuBinding> bindings_;
};

TEST_P(GpuConstantsTest, WritesEachToItsPlace) {
  ASSERT_TRUE(WriteAll().ok());
  const auto begin = device_.memory.begin();
  EXPECT_THAT(std::vector<uint8_t>(begin, begin + 16), Each(1));
  EXPECT_THAT(std::vector<uint8_t>(begin + 16, begin + kLarge), Each(0));
  EXPECT_THAT(std::vector<uint8_t>(begin + kLarge, device_.memory.end()),
              Each(3));
  EXPECT_EQ(device_.writes, GetParam() ? 0 : 2);
  EXPECT_EQ(device_.mapped, 0);
}

TEST_P(GpuConstantsTest, LeavesNoCopiesInTheGraph) {
  ASSERT_TRUE(WriteAll().ok());
  for (const GpuValue& value : graph_.values) {
    EXPECT_TRUE(value.data.empty());
    EXPECT_EQ(value.fill, nullptr);
  }
}

TEST_P(GpuConstantsTest, TellsWhatTheDeviceSays) {
  device_.writing = device_.unmapping = Internal("no more");
  EXPECT_EQ(WriteAll().message(), "no more");
  EXPECT_EQ(device_.mapped, 0);
}

TEST(GpuConstantsMemory, MustBeMappedIfTheHostSharesIt) {
  KeepingDevice device(/*maps=*/true);
  device.mapping = Internal("not mapped");
  GpuGraph graph;
  GpuValue& value = graph.values.emplace_back();
  value.kind = GpuValue::Kind::kConstant;
  value.bytes = 16;
  value.data.assign(16, 1);
  GpuConstants constants(&device, &graph);
  EXPECT_EQ(constants.Start({{*device.Allocate(16, GpuUse::kShared), 0, 16}})
                .message(),
            "not mapped");
  EXPECT_EQ(device.writes, 0);
}

// From 64 KiB on, other threads write them.
TEST(GpuConstantsThreads, AreLeftToOthersByTheirSize) {
  constexpr uint64_t kLeast = 64 << 10;
  KeepingDevice device(/*maps=*/false);
  GpuGraph graph;
  std::vector<GpuBinding> bindings;
  const auto buffer = *device.Allocate(2 * kLarge, GpuUse::kShared);
  for (const uint64_t bytes : {kLeast - 1, kLeast}) {
    GpuValue& value = graph.values.emplace_back();
    value.kind = GpuValue::Kind::kConstant;
    value.bytes = bytes;
    value.data.assign(bytes, 1);
    bindings.push_back({buffer, 0, bytes});
  }
  GpuConstants constants(&device, &graph);
  ASSERT_TRUE(constants.Start(bindings).ok());
  EXPECT_EQ(device.writes, 1);
  const auto jobs = constants.TakeJobs();
  ASSERT_THAT(jobs, SizeIs(1));
  jobs[0]();
  EXPECT_EQ(device.writes, 2);
  EXPECT_TRUE(constants.Finish().ok());
}

// Jobs run on several threads, but a device is written to by one at a time.
TEST(GpuConstantsThreads, WriteInTurn) {
  constexpr int kConstants = 6;
  KeepingDevice device(/*maps=*/false);
  GpuGraph graph;
  graph.values.resize(kConstants);
  const auto buffer = *device.Allocate(2 * kLarge, GpuUse::kShared);
  std::vector<GpuBinding> bindings;
  for (GpuValue& value : graph.values) {
    value.kind = GpuValue::Kind::kConstant;
    value.bytes = kLarge;
    value.fill = [](void* to) { std::memset(to, 5, kLarge); };
    bindings.push_back({buffer, 0, kLarge});
  }
  GpuConstants constants(&device, &graph);
  ASSERT_TRUE(constants.Start(bindings).ok());
  RunTogether(constants.TakeJobs());
  EXPECT_TRUE(constants.Finish().ok());
  EXPECT_EQ(device.writes, kConstants);
  EXPECT_EQ(device.overlaps.count(), 0);
}

INSTANTIATE_TEST_SUITE_P(All, GpuConstantsTest, ::testing::Bool());

}  // namespace
}  // namespace tflite::gpu
