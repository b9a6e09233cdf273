#include "delegates/gpu/device/vulkan/hazards.h"

#include <gtest/gtest.h>

namespace tflite::gpu {
namespace {

constexpr uint64_t kA = 1, kB = 2;

HazardTracker::Access Read(uint64_t buffer, uint64_t begin = 0,
                           uint64_t end = 64) {
  return {buffer, begin, end, false};
}

HazardTracker::Access Written(uint64_t buffer, uint64_t begin = 0,
                              uint64_t end = 64) {
  return {buffer, begin, end, true};
}

TEST(HazardTracker, OrdersAReadAfterAWrite) {
  HazardTracker tracker;
  EXPECT_FALSE(tracker.Add({Written(kA)}));
  EXPECT_TRUE(tracker.Add({Read(kA), Written(kB)}));
  EXPECT_TRUE(tracker.Add({Read(kB)}));
}

TEST(HazardTracker, OrdersAWriteAfterAReadOrAWrite) {
  HazardTracker tracker;
  EXPECT_FALSE(tracker.Add({Read(kA)}));
  EXPECT_TRUE(tracker.Add({Written(kA)}));
  EXPECT_TRUE(tracker.Add({Written(kA)}));
}

TEST(HazardTracker, LeavesReadersAndOtherBuffersAlone) {
  HazardTracker tracker;
  EXPECT_FALSE(tracker.Add({Read(kA)}));
  EXPECT_FALSE(tracker.Add({Read(kA), Written(kB)}));
  EXPECT_FALSE(tracker.Add({Read(kA)}));
}

TEST(HazardTracker, JudgesByRanges) {
  HazardTracker tracker;
  EXPECT_FALSE(tracker.Add({Written(kA, 0, 64)}));
  EXPECT_FALSE(tracker.Add({Written(kA, 64, 128)}));
  EXPECT_TRUE(tracker.Add({Read(kA, 60, 68)}));
}

// Neighbours before, behind and on both sides; then one byte more.
TEST(HazardTracker, LeavesNeighboursAlone) {
  const auto needs_barrier = [](uint64_t begin, uint64_t end) {
    HazardTracker tracker;
    EXPECT_FALSE(tracker.Add({Written(kA, 64, 128)}));
    return tracker.Add({Read(kA, begin, end)});
  };
  EXPECT_FALSE(needs_barrier(0, 64));
  EXPECT_FALSE(needs_barrier(128, 192));
  EXPECT_TRUE(needs_barrier(0, 65));
  EXPECT_TRUE(needs_barrier(127, 192));
  EXPECT_TRUE(needs_barrier(0, 192));
  EXPECT_TRUE(needs_barrier(80, 90));
}

TEST(HazardTracker, NeedsOneBarrierForAllStepsBefore) {
  HazardTracker tracker;
  EXPECT_FALSE(tracker.Add({Written(kA)}));
  EXPECT_FALSE(tracker.Add({Written(kB)}));
  EXPECT_TRUE(tracker.Add({Read(kA)}));
  EXPECT_FALSE(tracker.Add({Read(kB)}));
  // After the barrier, kA is only read.
  EXPECT_FALSE(tracker.Add({Read(kA)}));
}

}  // namespace
}  // namespace tflite::gpu
