// Tests of rebinding commands to other buffers, and of host memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "delegates/gpu/device/testing/on_device_kinds.h"

namespace tflite::gpu {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

constexpr uint32_t kCount = 1024;
constexpr uint64_t kBytes = kCount * sizeof(int32_t);

struct Free {
  void operator()(int32_t* data) const { std::free(data); }
};
using HostMemory = std::unique_ptr<int32_t, Free>;

// Memory that starts at a page boundary.
HostMemory PagesOf(int32_t value, size_t count) {
  constexpr size_t kPage = 4096;
  const size_t bytes = (count * sizeof(int32_t) + kPage - 1) / kPage * kPage;
  HostMemory memory(static_cast<int32_t*>(std::aligned_alloc(kPage, bytes)));
  for (size_t i = 0; i < count; ++i) memory.get()[i] = value;
  return memory;
}

class DeviceMemoryTest : public OnDeviceKinds {
 protected:
  // kCount numbers with the value `value`, at an offset in a larger buffer.
  GpuBinding Part(int32_t value, uint64_t offset) {
    auto buffer = device_->Allocate(offset + kBytes, GpuUse::kDeviceOnly);
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    if (!buffer.ok()) return {};
    const std::vector<int32_t> values(kCount, value);
    EXPECT_TRUE(device_->Write(**buffer, offset, kBytes, values.data()).ok());
    return {*buffer, offset, kBytes, false};
  }

  std::vector<int32_t> Contents(const GpuBinding& binding) {
    std::vector<int32_t> values(kCount);
    const Status read =
        device_->Read(*binding.buffer, binding.offset, kBytes, values.data());
    EXPECT_TRUE(read.ok()) << read;
    return values;
  }

  // Records c = a + b; d = c, on whole bindings.
  std::unique_ptr<GpuCommands> SumAndCopy(GpuBinding a, GpuBinding b,
                                          GpuBinding c, GpuBinding d) {
    auto pipeline = device_->Compile({"test_sum", {}, {64, 1, 1}});
    EXPECT_TRUE(pipeline.ok()) << pipeline.status();
    if (!pipeline.ok()) return nullptr;
    GpuDispatch sum;
    sum.pipeline = *pipeline;
    sum.buffers = {a, b, c};
    sum.buffers[2].written = true;
    sum.params = {kCount};
    sum.groups = {kCount / 64, 1, 1};
    sum.label = "sum";
    return Record({sum, GpuCopy{c, d, "copy"}});
  }
};

TEST_P(DeviceMemoryTest, LetsTheHostWriteMemoryThatIsShared) {
  if (!device_->caps().unified_memory) {
    const auto buffer = device_->Allocate(kBytes, GpuUse::kDeviceOnly);
    ASSERT_EQ(buffer.status(), OkStatus());
    EXPECT_TRUE(base::IsUnsupported(device_->Map(**buffer).status()));
    return;
  }
  auto buffer = device_->Allocate(2 * kBytes, GpuUse::kShared);
  ASSERT_EQ(buffer.status(), OkStatus());
  for (const int32_t value : {3, 4}) {
    const auto memory = device_->Map(**buffer);
    ASSERT_EQ(memory.status(), OkStatus());
    std::fill_n(static_cast<int32_t*>(*memory), 2 * kCount, value);
    ASSERT_EQ(device_->Unmap(**buffer), OkStatus());
    EXPECT_THAT(Contents({*buffer, 0, kBytes}), Each(value));
    EXPECT_THAT(Contents({*buffer, kBytes, kBytes}), Each(value));
  }
}

TEST_P(DeviceMemoryTest, CommandsGetOtherBuffers) {
  const uint64_t step = device_->caps().offset_alignment;
  const GpuBinding a = Part(1, 0), b = Part(2, step), c = Part(0, 0),
                   d = Part(0, 0);
  const auto commands = SumAndCopy(a, b, c, d);
  ASSERT_NE(commands, nullptr);
  ASSERT_EQ(commands->Run(), OkStatus());
  EXPECT_THAT(Contents(d), Each(3));

  // Replaces an input twice, and the buffer between the steps.
  const GpuBinding other = Part(10, 2 * step), between = Part(0, step);
  ASSERT_EQ(commands->Rebind({{0, 0, other}}), OkStatus());
  ASSERT_EQ(commands->Run(), OkStatus());
  EXPECT_THAT(Contents(d), Each(12));
  ASSERT_EQ(commands->Rebind({{0, 0, b}, {0, 2, between}, {1, 0, between}}),
            OkStatus());
  ASSERT_EQ(commands->Run(), OkStatus());
  EXPECT_THAT(Contents(d), Each(4));
  EXPECT_THAT(Contents(between), Each(4));
  EXPECT_THAT(Contents(c), Each(12));  // unchanged

  const GpuBinding there = Part(0, step);
  ASSERT_EQ(commands->Rebind({{1, 1, there}}), OkStatus());
  ASSERT_EQ(commands->RunTimed().status(), OkStatus());
  EXPECT_THAT(Contents(there), Each(4));
  ASSERT_EQ(commands->Rebind({{0, 1, other}}), OkStatus());
  ASSERT_EQ(commands->RunTimed().status(), OkStatus());
  EXPECT_THAT(Contents(there), Each(12));
}

TEST_P(DeviceMemoryTest, CommandsStayAsTheyAreWhereABufferDoesNotFit) {
  const GpuBinding a = Part(1, 0), b = Part(2, 0), c = Part(0, 0),
                   d = Part(0, 0);
  const auto commands = SumAndCopy(a, b, c, d);
  ASSERT_NE(commands, nullptr);
  GpuBinding beyond = Part(0, 0), odd = Part(0, 64);
  beyond.bytes *= 2;
  odd.offset = 4;
  const GpuBinding other = Part(5, 0);
  for (const GpuRebinding& wrong :
       {GpuRebinding{2, 0, a}, GpuRebinding{0, 3, a}, GpuRebinding{1, 2, a},
        GpuRebinding{0, 0, {}}, GpuRebinding{0, 0, beyond},
        GpuRebinding{0, 0, odd}, GpuRebinding{1, 0, beyond}}) {
    EXPECT_FALSE(commands->Rebind({{0, 0, other}, wrong}).ok());
  }
  ASSERT_EQ(commands->Run(), OkStatus());
  EXPECT_THAT(Contents(d), Each(3));
}

TEST_P(DeviceMemoryTest, KernelsUseTheHostsMemory) {
  if (device_->caps().import_alignment == 0) {
    EXPECT_TRUE(base::IsUnsupported(
        device_->Import(PagesOf(0, kCount).get(), kBytes).status()));
    GTEST_SKIP() << "not run: memory is not imported";
  }
  // At a page boundary, and inside a page.
  for (const size_t first : {size_t{0}, size_t{64}}) {
    const HostMemory in = PagesOf(1, first + kCount),
                     out = PagesOf(7, first + kCount + 16);
    const auto a = device_->Import(in.get() + first, kBytes);
    const auto d = device_->Import(out.get() + first, kBytes);
    ASSERT_EQ(a.status(), OkStatus());
    ASSERT_EQ(d.status(), OkStatus());
    const auto commands =
        SumAndCopy({*a, 0, kBytes}, Part(2, 0), Part(0, 0), {*d, 0, kBytes});
    ASSERT_NE(commands, nullptr);
    for (int32_t value : {1, 20}) {
      std::fill_n(in.get() + first, kCount, value);
      for (const auto& buffer : {*a, *d})
        ASSERT_EQ(device_->Lend(*buffer), OkStatus());
      ASSERT_EQ(commands->Run(), OkStatus());
      for (const auto& buffer : {*a, *d})
        ASSERT_EQ(device_->Return(*buffer), OkStatus());
      const std::vector<int32_t> got(out.get() + first,
                                     out.get() + first + kCount);
      EXPECT_THAT(got, Each(value + 2));
      EXPECT_EQ(out.get()[first + kCount], 7);  // nothing beyond
      if (first == 0) continue;
      EXPECT_EQ(out.get()[first - 1], 7);
    }
  }
}

TEST_P(DeviceMemoryTest, OddPlacesInTheHostsMemoryAreLeftAlone) {
  const HostMemory memory = PagesOf(0, kCount);
  const auto buffer = device_->Import(memory.get() + 1, 64);
  EXPECT_TRUE(base::IsUnsupported(buffer.status())) << buffer.status();
  EXPECT_THAT(std::string(buffer.status().message()), HasSubstr("memory"));
}

INSTANTIATE_TEST_SUITE_P(All, DeviceMemoryTest,
                         ::testing::ValuesIn(AllDeviceKinds()), DeviceKindName);

}  // namespace
}  // namespace tflite::gpu
