#include "delegates/gpu/device/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/device/testing/on_device_kinds.h"

namespace tflite::gpu {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

using DeviceTest = OnDeviceKinds;

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
  EXPECT_FALSE(caps.import_alignment > 0 && GetParam().force_staging);
  EXPECT_FALSE(caps.subgroup_shuffle && caps.subgroup_size == 0);
}

TEST_P(DeviceTest, KeepsWhatTheHostWrites) {
  for (const GpuUse use :
       {GpuUse::kDeviceOnly, GpuUse::kUpload, GpuUse::kDownload}) {
    const auto buffer = Buffer(103, use);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(buffer->bytes(), 103u);
    std::vector<uint8_t> bytes(103, 9);
    ASSERT_EQ(device_->Write(*buffer, 0, 103, bytes.data()), OkStatus());
    const uint8_t part[] = {1, 2, 3};
    ASSERT_EQ(device_->Write(*buffer, 7, 3, part), OkStatus());
    ASSERT_EQ(device_->Write(*buffer, 103, 0, nullptr), OkStatus());
    std::copy_n(part, 3, bytes.begin() + 7);
    EXPECT_EQ(Contents<uint8_t>(*buffer), bytes);
    uint8_t some[4] = {};
    ASSERT_EQ(device_->Read(*buffer, 6, 4, some), OkStatus());
    EXPECT_THAT(some, ElementsAre(9, 1, 2, 3));
    ASSERT_EQ(device_->Write(*buffer, 102, 1, part), OkStatus());
    ASSERT_EQ(device_->Read(*buffer, 102, 1, some), OkStatus());
    EXPECT_THAT(some, ElementsAre(1, 1, 2, 3));
    ASSERT_EQ(device_->Read(*buffer, 103, 0, nullptr), OkStatus());
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
  if (!buffer.ok()) {
    EXPECT_EQ(buffer.status().message(),
              "the device shares no memory with the host");
    return;
  }
  const std::vector<int32_t> values = Counted(16);
  ASSERT_EQ(device_->Write(**buffer, 0, 64, values.data()), OkStatus());
  ASSERT_EQ(Record({Update(*buffer, 2, 1)})->Run(), OkStatus());
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
  ASSERT_EQ(first.status(), OkStatus());
  const auto second = device_->Compile(spec);
  ASSERT_EQ(second.status(), OkStatus());
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
    ASSERT_EQ(pipeline.status(), OkStatus());
    dispatch.pipeline = *pipeline;
    dispatch.buffers = {Bound(src, false), Bound(dst, true)};
    dispatch.groups = {2, 1, 1};
    ASSERT_EQ(Record({dispatch})->Run(), OkStatus());
    std::vector<int32_t> expected = values;
    std::reverse(expected.begin(), expected.begin() + size);
    std::reverse(expected.begin() + size, expected.end());
    EXPECT_EQ(Contents<int32_t>(*dst), expected) << size;
  }
}

TEST_P(DeviceTest, RunsGridsOfThreeDimensions) {
  const auto pipeline = device_->Compile({"test_ids", {}, {4, 2, 3}});
  ASSERT_EQ(pipeline.status(), OkStatus());
  const auto dst = BufferOf(std::vector<int32_t>(4 * 24 * 6));
  GpuDispatch dispatch;
  dispatch.pipeline = *pipeline;
  dispatch.buffers = {Bound(dst, true)};
  dispatch.groups = {1, 3, 2};
  ASSERT_EQ(Record({dispatch})->Run(), OkStatus());
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

TEST_P(DeviceTest, RunsAsManyGroupsAsItSays) {
  constexpr uint32_t kEnough = 70000;  // more than 16 bits
  const auto pipeline = device_->Compile({"test_ids", {}, {1, 1, 1}});
  ASSERT_EQ(pipeline.status(), OkStatus());
  for (int d = 0; d < 3; ++d) {
    const uint32_t count = std::min(kEnough, device_->caps().max_groups[d]);
    const auto dst = BufferOf(std::vector<int32_t>(4 * count, -1));
    ASSERT_NE(dst, nullptr);
    GpuDispatch dispatch;
    dispatch.pipeline = *pipeline;
    dispatch.buffers = {Bound(dst, true)};
    dispatch.groups[d] = count;
    ASSERT_EQ(Record({dispatch})->Run(), OkStatus()) << d;
    const std::vector<int32_t> ids = Contents<int32_t>(*dst);
    for (uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(ids[4 * i + d], static_cast<int32_t>(i)) << d;
    }
  }
}

TEST_P(DeviceTest, RefusesBuffersOfImpossibleSizes) {
  EXPECT_FALSE(device_->Allocate(0, GpuUse::kDeviceOnly).ok());
  EXPECT_FALSE(device_->Allocate(~uint64_t{0}, GpuUse::kDeviceOnly).ok());
  EXPECT_FALSE(device_->Allocate(uint64_t{1} << 50, GpuUse::kUpload).ok());
}

TEST_P(DeviceTest, RefusesToReachOutsideABuffer) {
  const auto buffer = Buffer(64);
  char bytes[65] = {};
  // Without a call of the driver.
  EXPECT_EQ(device_->Write(*buffer, 0, 65, bytes).message(),
            "65 bytes at 0 are not in a buffer of 64");
  EXPECT_EQ(device_->Write(*buffer, 60, 5, bytes).message(),
            "5 bytes at 60 are not in a buffer of 64");
  EXPECT_EQ(device_->Read(*buffer, 65, 1, bytes).message(),
            "1 bytes at 65 are not in a buffer of 64");
  EXPECT_EQ(device_->Read(*buffer, ~uint64_t{0}, 2, bytes).message(),
            "2 bytes at 18446744073709551615 are not in a buffer of 64");
}

TEST_P(DeviceTest, HasDotProductsWhereItSaysSo) {
  const GpuCaps& caps = device_->caps();
  EXPECT_TRUE(caps.int8_dot || !caps.int8_dot_fast);
  const GpuKernelSpec spec = {"test_products_dot", {}, {kWorkgroup, 1, 1}};
  if (!caps.int8_dot) {
    EXPECT_THAT(device_->Compile(spec).status().ToString(),
                HasSubstr("test_products_dot wants dot products"));
    return;
  }
  // (-1, 2, -128, 127), and the minimum in all bytes.
  const auto a = BufferOf<uint32_t>({0x7f8002ffu, 0x80808080u});
  const auto b = BufferOf<uint32_t>({0x7f8003feu, 0x80808080u});
  const auto dst = BufferOf<int32_t>({0, 0});
  ASSERT_EQ(
      Record(
          {Dispatch(spec.kernel,
                    {Bound(a, false), Bound(b, false), Bound(dst, true)}, 2)})
          ->Run(),
      OkStatus());
  EXPECT_EQ(Contents<int32_t>(*dst),
            (std::vector<int32_t>{2 + 6 + 16384 + 16129, 65536}));
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

// Without a device.
TEST(FindKernel, WantsWorkgroupsThatTheDeviceHas) {
  using Sizes = std::array<uint32_t, 3>;
  GpuCaps caps;
  caps.max_workgroup = {8, 4, 2};
  caps.max_invocations = 16;
  const auto error = [&caps](const Sizes& workgroup) {
    return std::string(
        FindKernel(&GpuTestKernels(), {"test_scale", {}, workgroup}, caps)
            .status()
            .message());
  };
  for (const Sizes& sizes : {Sizes{8, 2, 1}, {4, 4, 1}, {4, 2, 2}, {1, 1, 1}}) {
    EXPECT_EQ(error(sizes), "");
  }
  for (const Sizes& sizes : {Sizes{8, 3, 1},
                             {8, 2, 2},
                             {9, 1, 1},
                             {1, 5, 1},
                             {1, 1, 3},
                             {0, 1, 1},
                             {1, 0, 1},
                             {1, 1, 0}}) {
    EXPECT_THAT(error(sizes), HasSubstr(": the device has no such workgroups"));
    EXPECT_TRUE(base::IsUnsupported(
        FindKernel(&GpuTestKernels(), {"test_scale", {}, sizes}, caps)
            .status()));
  }
  // The product is 0 in 64 bits.
  caps.max_workgroup = {~0u, ~0u, ~0u};
  EXPECT_EQ(error({1u << 22, 1u << 21, 1u << 21}),
            "test_scale 4194304x2097152x2097152: the device has no such "
            "workgroups");
  EXPECT_EQ(error({16, 1, 1}), "");
  EXPECT_NE(error({17, 1, 1}), "");
}

TEST(FindKernel, NamesWhatIsMissing) {
  GpuCaps caps;
  const auto error = [&caps](const GpuKernelLibrary* library,
                             const GpuKernelSpec& spec) {
    return std::string(FindKernel(library, spec, caps).status().message());
  };
  EXPECT_EQ(error(nullptr, {"test_scale", {}, {1, 1, 1}}),
            "there is no kernel test_scale for OpenCL");
  EXPECT_EQ(error(&GpuTestKernels(), {"test_scale", {{"NONE", 1}}, {1, 1, 1}}),
            "kernel test_scale has no constant NONE");
  caps.backend = GpuBackend::kVulkan;
  EXPECT_EQ(error(&GpuTestKernels(), {"test_only_opencl", {}, {1, 1, 1}}),
            "there is no kernel test_only_opencl for Vulkan");
}

TEST(GpuKernelSpec, HasAText) {
  EXPECT_EQ(ToString({"conv", {{"VEC", 4}, {"ACT", -1}}, {8, 4, 2}}),
            "conv<VEC=4,ACT=-1> 8x4x2");
  EXPECT_EQ(ToString({"conv", {}, {8, 1, 1}}), "conv 8x1x1");
}

INSTANTIATE_TEST_SUITE_P(All, DeviceTest, ::testing::ValuesIn(AllDeviceKinds()),
                         DeviceKindName);

}  // namespace
}  // namespace tflite::gpu
