#include "tensorflow_lite_lite/core/memory/plan.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::core {
namespace {

constexpr size_t kAlign = 64;

bool Overlap(size_t a, size_t a_size, size_t b, size_t b_size) {
  return a < b + b_size && b < a + a_size;
}

bool LiveTogether(const BufferRequest& a, const BufferRequest& b) {
  return a.first <= b.last && b.first <= a.last;
}

void ExpectSound(const std::vector<BufferRequest>& requests,
                 const std::vector<PlacedBuffer>& fixed,
                 const BufferPlan& plan) {
  ASSERT_EQ(plan.offsets.size(), requests.size());
  for (size_t i = 0; i < requests.size(); ++i) {
    EXPECT_EQ(plan.offsets[i] % kAlign, 0u);
    EXPECT_LE(plan.offsets[i] + requests[i].bytes,
              std::max(plan.total, plan.offsets[i]));
    for (size_t j = 0; j < i; ++j) {
      if (!LiveTogether(requests[i], requests[j])) continue;
      EXPECT_FALSE(Overlap(plan.offsets[i], requests[i].bytes, plan.offsets[j],
                           requests[j].bytes))
          << i << " and " << j;
    }
    for (const PlacedBuffer& p : fixed) {
      if (!LiveTogether(requests[i], p.request)) continue;
      EXPECT_FALSE(Overlap(plan.offsets[i], requests[i].bytes, p.offset,
                           p.request.bytes));
    }
  }
}

TEST(PlanBuffers, EmptyNeedsNothing) {
  const auto plan = PlanBuffers({}, {}, kAlign);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->total, 0u);
}

TEST(PlanBuffers, DeadBufferIsReused) {
  // a -> b -> c: a is not needed any more when c is written.
  const std::vector<BufferRequest> requests = {
      {100, 0, 1}, {100, 1, 2}, {100, 2, 3}};
  const auto plan = PlanBuffers(requests, {}, kAlign);
  ASSERT_TRUE(plan.ok());
  ExpectSound(requests, {}, *plan);
  EXPECT_EQ(plan->total, 256u);
  EXPECT_EQ(plan->offsets[0], plan->offsets[2]);
}

TEST(PlanBuffers, ZeroBytesTakeNoRoom) {
  const std::vector<BufferRequest> requests = {{0, 0, 9}, {1, 0, 9}};
  const auto plan = PlanBuffers(requests, {}, kAlign);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->total, kAlign);
}

TEST(PlanBuffers, FixedBuffersStayClear) {
  const std::vector<PlacedBuffer> fixed = {{0, {64, 0, 5}}, {128, {64, 0, 5}}};
  const std::vector<BufferRequest> requests = {{64, 2, 3}, {128, 2, 3}};
  const auto plan = PlanBuffers(requests, fixed, kAlign);
  ASSERT_TRUE(plan.ok());
  ExpectSound(requests, fixed, *plan);
  EXPECT_EQ(plan->offsets[0], 64u);
  EXPECT_EQ(plan->offsets[1], 192u);
}

TEST(PlanBuffers, OverflowIsAnError) {
  const size_t huge = std::numeric_limits<size_t>::max();
  EXPECT_FALSE(PlanBuffers({{huge, 0, 1}}, {}, kAlign).ok());
  EXPECT_FALSE(
      PlanBuffers({{huge - 127, 0, 1}, {huge - 127, 0, 1}}, {}, kAlign).ok());
}

TEST(PlanBuffers, SharedStepsAtBothEndsAreKeptApart) {
  for (int first = 0; first < 4; ++first) {
    for (int last = first; last < 4; ++last) {
      const std::vector<BufferRequest> requests = {{64, 1, 2},
                                                   {64, first, last}};
      const auto plan = PlanBuffers(requests, {}, kAlign);
      ASSERT_TRUE(plan.ok());
      ExpectSound(requests, {}, *plan);
      const bool together = first <= 2 && last >= 1;
      EXPECT_EQ(plan->total, together ? 128u : 64u) << first << ".." << last;
    }
  }
}

TEST(PlanBuffers, RandomPlansAreSoundAndNearTheBound) {
  std::mt19937 rng(20240501);
  for (int trial = 0; trial < 60; ++trial) {
    const int steps = 1 + rng() % 60;
    std::vector<BufferRequest> requests(1 + rng() % 80);
    std::vector<PlacedBuffer> fixed;
    for (BufferRequest& r : requests) {
      r.first = rng() % steps;
      r.last = std::min<int>(steps - 1, r.first + rng() % 6);
      r.bytes = rng() % 2000;
    }
    const auto free_plan = PlanBuffers(requests, {}, kAlign);
    ASSERT_TRUE(free_plan.ok());
    ExpectSound(requests, {}, *free_plan);
    const size_t bound = PlanLowerBound(requests, kAlign);
    EXPECT_GE(free_plan->total, bound);
    EXPECT_LE(free_plan->total, bound + bound / 2);
    // The same with some of the buffers already placed.
    std::vector<BufferRequest> rest;
    for (size_t i = 0; i < requests.size(); ++i) {
      if (i % 3 == 0) {
        fixed.push_back({free_plan->offsets[i], requests[i]});
      } else {
        rest.push_back(requests[i]);
      }
    }
    const auto plan = PlanBuffers(rest, fixed, kAlign);
    ASSERT_TRUE(plan.ok());
    ExpectSound(rest, fixed, *plan);
  }
}

TEST(PlanBuffers, ChainIsOptimal) {
  std::vector<BufferRequest> requests;
  for (int i = 0; i < 10000; ++i) requests.push_back({256, i, i + 1});
  const auto plan = PlanBuffers(requests, {}, kAlign);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->total, 512u);
}

TEST(PlanLowerBound, IsTheLargestSumOfLiveBuffers) {
  EXPECT_EQ(PlanLowerBound({}, kAlign), 0u);
  EXPECT_EQ(PlanLowerBound({{1, 0, 0}, {1, 1, 1}}, kAlign), 64u);
  EXPECT_EQ(PlanLowerBound({{1, 0, 1}, {1, 1, 1}, {65, 2, 2}}, kAlign), 128u);
}

}  // namespace
}  // namespace tflite::core
