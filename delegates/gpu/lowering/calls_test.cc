// At which sizes lowerings choose other workgroups and grids, and which limits
// they keep. Results do not show it.
#include "delegates/gpu/lowering/calls.h"

#include <array>
#include <cstdint>
#include <vector>

#include "delegates/gpu/lowering/gpu_caps.h"
#include "gtest/gtest.h"

namespace tflite::gpu {
namespace {

using Sizes = std::array<uint32_t, 3>;

GpuCaps Hardware() {
  GpuCaps caps;
  caps.max_invocations = 256;
  return caps;
}
GpuCaps Software() {
  GpuCaps caps = Hardware();
  caps.software = true;
  return caps;
}

struct Grid {
  std::array<int64_t, 3> extents;
  Sizes workgroup, groups;
};

void ExpectGrids(const GpuCaps& caps, const std::vector<Grid>& grids) {
  for (const Grid& grid : grids) {
    SCOPED_TRACE(::testing::PrintToString(grid.extents));
    Sizes workgroup{}, groups{};
    SetGrid(grid.extents, caps, &workgroup, &groups);
    EXPECT_EQ(workgroup, grid.workgroup);
    EXPECT_EQ(groups, grid.groups);
  }
}

TEST(SetGrid, HasWorkgroupsLikeTheInnermostExtent) {
  ExpectGrids(Hardware(), {{{1, 1, 1}, {4, 16, 1}, {1, 1, 1}},
                           {{11, 17, 2}, {4, 16, 1}, {3, 2, 2}},
                           {{12, 17, 2}, {16, 4, 1}, {1, 5, 2}},
                           {{47, 4, 3}, {16, 4, 1}, {3, 1, 3}},
                           {{48, 4, 3}, {64, 1, 1}, {1, 4, 3}},
                           {{65, 4, 3}, {64, 1, 1}, {2, 4, 3}},
                           {{0, 0, 0}, {4, 16, 1}, {1, 1, 1}}});
}

TEST(SetGrid, HasSingleInvocationsWhereWorkgroupsAreSmall) {
  GpuCaps caps = Hardware();
  caps.max_invocations = 63;
  ExpectGrids(caps, {{{48, 3, 2}, {1, 1, 1}, {48, 3, 2}}});
  caps.max_invocations = 64;
  ExpectGrids(caps, {{{48, 3, 2}, {64, 1, 1}, {1, 3, 2}}});
}

// Sixteen elements each, along the rows first.
TEST(SetGrid, HasFewInvocationsOnAProcessor) {
  ExpectGrids(Software(), {{{64, 15, 2}, {64, 1, 1}, {1, 1, 2}},
                           {{64, 17, 2}, {64, 1, 1}, {1, 2, 2}},
                           {{640, 4, 2}, {64, 1, 1}, {3, 1, 2}},
                           {{640, 8, 2}, {64, 1, 1}, {5, 1, 2}}});
}

TEST(SetGrid, KeepsTheDevicesLimits) {
  GpuCaps caps = Hardware();
  caps.max_groups = {2, 3, 4};
  ExpectGrids(caps, {{{64 * 9, 9, 9}, {64, 1, 1}, {2, 3, 4}},
                     {{64 * 2, 3, 4}, {64, 1, 1}, {2, 3, 4}}});
  ExpectGrids(Hardware(), {{{int64_t{64} * 40000, 40000, 40000},
                            {64, 1, 1},
                            {32768, 32768, 32768}}});
}

TEST(WorksInGroups, WhereThereIsMuchWorkForFewResults) {
  EXPECT_TRUE(WorksInGroups(1, 128, Hardware()));
  EXPECT_FALSE(WorksInGroups(1, 127, Hardware()));
  EXPECT_TRUE(WorksInGroups(65535, 128, Hardware()));
  EXPECT_FALSE(WorksInGroups(65536, 128, Hardware()));
  EXPECT_TRUE(WorksInGroups(63, 128, Software()));
  EXPECT_FALSE(WorksInGroups(64, 128, Software()));
  GpuCaps caps = Hardware();
  caps.max_invocations = 64;
  EXPECT_TRUE(WorksInGroups(1, 128, caps));
  caps.max_invocations = 63;
  EXPECT_FALSE(WorksInGroups(1, 128, caps));
}

TEST(Sizes, AreRoundedUp) {
  EXPECT_EQ(GroupsOf(0, 8), 0u);
  EXPECT_EQ(GroupsOf(1, 8), 1u);
  EXPECT_EQ(GroupsOf(8, 8), 1u);
  EXPECT_EQ(GroupsOf(9, 8), 2u);
  EXPECT_EQ(WordsIn(32), 16);
  EXPECT_EQ(WordsIn(20), 4);
  EXPECT_EQ(WordsIn(6), 0);
}

TEST(CheckLoops, LeavesLoopsThatTheDriverEnds) {
  GpuCaps caps = Hardware();
  EXPECT_TRUE(CheckLoops(int64_t{1} << 40, caps).ok());
  caps.max_loop_steps = 24;
  EXPECT_TRUE(CheckLoops(24, caps).ok());
  const Status refused = CheckLoops(25, caps);
  EXPECT_EQ(refused.message(),
            "loops of 25 steps, of which the driver would leave some out");
}

TEST(CheckSize, LeavesRoomForRoundingUp) {
  TfLiteTensor tensor{};
  tensor.dims = TfLiteIntArrayCreate(1);
  tensor.dims->data[0] = 1000;
  tensor.type = kTfLiteInt8;
  tensor.bytes = 1000;
  GpuPlanCaps caps;
  caps.device.max_buffer_bytes = 1064;
  EXPECT_TRUE(CheckSize(TensorView(&tensor), caps).ok());
  caps.device.max_buffer_bytes = 1063;
  EXPECT_FALSE(CheckSize(TensorView(&tensor), caps).ok());
  caps.device.max_buffer_bytes = uint64_t{1} << 40;
  // Loops in steps of a grid pass the end by up to a step, in 32 bits.
  constexpr int kMost = INT32_MAX - 32768 * 64 - 64;
  tensor.dims->data[0] = kMost;
  EXPECT_TRUE(CheckSize(TensorView(&tensor), caps).ok());
  tensor.dims->data[0] = kMost + 1;
  EXPECT_FALSE(CheckSize(TensorView(&tensor), caps).ok());
  // Elements of two words.
  tensor.type = kTfLiteInt64;
  tensor.dims->data[0] = kMost / 2;
  tensor.bytes = size_t{kMost / 2} * 8;
  EXPECT_TRUE(CheckSize(TensorView(&tensor), caps).ok());
  tensor.dims->data[0] += 1;
  tensor.bytes += 8;
  EXPECT_FALSE(CheckSize(TensorView(&tensor), caps).ok());
  TfLiteIntArrayFree(tensor.dims);
}

TEST(MovableBytes, AreThoseOfTheElement) {
  struct Size {
    TfLiteType type;
    int bytes, half, without_quantized;  // -1: refused
  };
  constexpr Size kSizes[] = {
      {kTfLiteInt8, 1, 1, -1},    {kTfLiteUInt8, 1, 1, -1},
      {kTfLiteInt16, 2, 2, -1},   {kTfLiteBool, 1, 1, 1},
      {kTfLiteUInt16, 2, 2, 2},   {kTfLiteFloat16, 2, 2, 2},
      {kTfLiteBFloat16, 2, 2, 2}, {kTfLiteFloat32, 4, 2, 4},
      {kTfLiteInt32, 4, 4, 4},    {kTfLiteUInt32, 4, 4, 4},
      {kTfLiteFloat64, 8, 8, 8},  {kTfLiteInt64, 8, 8, 8},
      {kTfLiteUInt64, 8, 8, 8},   {kTfLiteComplex64, 8, 8, 8},
      {kTfLiteInt4, -1, -1, -1},  {kTfLiteString, -1, -1, -1}};
  GpuPlanCaps all, half, without;
  half.half = true;
  without.take_quantized = false;
  for (const Size& size : kSizes) {
    SCOPED_TRACE(TfLiteTypeGetName(size.type));
    const auto bytes = [&](const GpuPlanCaps& caps) {
      const auto found = MovableBytes(size.type, caps);
      return found.ok() ? *found : -1;
    };
    EXPECT_EQ(bytes(all), size.bytes);
    EXPECT_EQ(bytes(half), size.half);
    EXPECT_EQ(bytes(without), size.without_quantized);
  }
}

}  // namespace
}  // namespace tflite::gpu
