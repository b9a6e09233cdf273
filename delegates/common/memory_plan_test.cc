#include "delegates/common/memory_plan.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace tflite::delegates {
namespace {

// A call that refers to a value beside its operands, as fused function chains
// do.
struct Call : PartitionCall {
  ValueId other = kNoValue;
  template <typename C, typename Function>
  static void Visit(C& call, Function f) {
    PartitionCall::Visit(call, f);
    if (call.other != kNoValue) f(call.other, false);
  }
};
using Graph = ValueGraph<Call>;

// A graph of calls that each read one value and write the next.
Graph ChainOf(const std::vector<uint64_t>& bytes) {
  Graph graph;
  for (size_t i = 0; i < bytes.size(); ++i) {
    graph.values.emplace_back().bytes = bytes[i];
    if (i == 0) continue;
    graph.calls.emplace_back().operands = {{static_cast<int>(i) - 1, false},
                                           {static_cast<int>(i), true}};
  }
  graph.values.front().kind = PartitionValue::Kind::kInput;
  graph.values.back().kind = PartitionValue::Kind::kOutput;
  return graph;
}

StatusOr<MemoryPlan> Inner(const Graph& graph, uint64_t alignment,
                           std::vector<uint64_t> regions, uint64_t most_bytes) {
  return PlanInnerValues(graph.values, LifetimesOf(graph),
                         {alignment, std::move(regions), most_bytes});
}

MemoryPlan InnerOf(const Graph& graph, uint64_t most_bytes) {
  return *Inner(graph, 64, {}, most_bytes);
}

TEST(MemoryPlan, SharesMemoryOfValuesThatDoNotMeet) {
  const Graph graph = ChainOf({64, 100, 200, 100, 64});
  const MemoryPlan plan = InnerOf(graph, 1 << 20);
  ASSERT_EQ(plan.buffers.size(), 1u);
  // Two adjacent values are live at a time: 200 and 100 bytes, rounded up to a
  // multiple of 64.
  EXPECT_EQ(plan.buffers[0], 256u + 128u);
  EXPECT_EQ(plan.places[1].offset, plan.places[3].offset);
  EXPECT_NE(plan.places[1].offset, plan.places[2].offset);
}

TEST(MemoryPlan, LeavesTheBorderAlone) {
  const MemoryPlan plan = InnerOf(ChainOf({64, 64, 64}), 1024);
  EXPECT_EQ(plan.places[0].buffer, -1);
  EXPECT_EQ(plan.places[1].buffer, 0);
  EXPECT_EQ(plan.places[2].buffer, -1);
}

TEST(MemoryPlan, KeepsBuffersBelowTheLimit) {
  const MemoryPlan plan = InnerOf(ChainOf({64, 512, 512, 512, 64}), 600);
  ASSERT_EQ(plan.buffers.size(), 2u);
  EXPECT_EQ(plan.buffers[0], 512u);
  EXPECT_EQ(plan.buffers[1], 512u);
}

TEST(MemoryPlan, KeepsWhatACallRefersToBesideItsOperands) {
  Graph graph = ChainOf({64, 64, 64, 64, 64, 64});
  graph.calls[3].other = 1;
  const MemoryPlan plan = InnerOf(graph, 1 << 20);
  EXPECT_NE(plan.places[1].offset, plan.places[2].offset);
  EXPECT_NE(plan.places[1].offset, plan.places[3].offset);
  EXPECT_NE(plan.places[1].offset, plan.places[4].offset);
}

TEST(MemoryPlan, PlacesConstantsThatAreUsed) {
  Graph graph = ChainOf({64, 64, 64});
  for (int i = 0; i < 3; ++i) {
    graph.values.emplace_back().bytes = 40;
    graph.values.back().kind = PartitionValue::Kind::kConstant;
  }
  graph.calls[0].operands.push_back({3, false});
  graph.calls[1].operands.push_back({5, false});
  const MemoryPlan plan =
      *PlanConstants(graph.values, LifetimesOf(graph), {32, {}, 1 << 20});
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0], 128u);
  EXPECT_EQ(plan.places[3].offset, 0u);
  EXPECT_EQ(plan.places[4].buffer, -1);
  EXPECT_EQ(plan.places[5].offset, 64u);
}

TEST(MemoryPlan, FillsRegionsBeforeOtherMemory) {
  // The lifetimes of values 1 and 2 overlap, and those of 2 and 3; the largest
  // value is placed first.
  const Graph graph = ChainOf({64, 128, 256, 128, 64});
  const auto plan = Inner(graph, 64, {320, 64}, 1024);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->buffers, (std::vector<uint64_t>{256, 0, 128}));
  EXPECT_EQ(plan->places[2].buffer, 0);
  EXPECT_EQ(plan->places[1].buffer, 2);
  EXPECT_EQ(plan->places[3].buffer, 2);
}

TEST(MemoryPlan, RegionsAreNotExceeded) {
  const Graph graph = ChainOf({64, 128, 256, 128, 64});
  EXPECT_TRUE(Inner(graph, 64, {384}, 0).ok());
  const Status status = Inner(graph, 64, {383}, 0).status();
  EXPECT_TRUE(IsResourceExhausted(status)) << status;
  EXPECT_NE(status.message().find("128 bytes"), std::string_view::npos);
  // Without other memory even a single value fails; with it, a value of any
  // size fits.
  EXPECT_FALSE(Inner(ChainOf({64, 256, 64}), 64, {128}, 0).ok());
  EXPECT_TRUE(Inner(ChainOf({64, 256, 64}), 64, {}, 128).ok());
}

TEST(MemoryPlan, ErrorsNameTheValue) {
  Graph graph = ChainOf({64, 128, 256, 128, 64});
  graph.values[1].label = "tensor 5 'first'";
  graph.values[3].label = "tensor 7 'third'";
  EXPECT_EQ(Inner(graph, 64, {300}, 0).status().message(),
            "tensor 5 'first' (128 bytes) does not fit in the memory of the "
            "device beside the others");
  EXPECT_EQ(Inner(graph, 64, {200}, 0).status().message(),
            "value 2 (256 bytes) does not fit in the memory of the device "
            "beside the others");
  graph.values[1].kind = PartitionValue::Kind::kConstant;
  EXPECT_EQ(PlanConstants(graph.values, LifetimesOf(graph), {64, {100}, 0})
                .status()
                .message(),
            "tensor 5 'first' (128 bytes) does not fit in the memory of the "
            "device beside the others");
}

TEST(MemoryPlan, NamesTheLargestValueOfABuffer) {
  Graph graph = ChainOf({64, 128, 256, 200, 64});
  for (size_t v = 0; v < graph.values.size(); ++v) {
    graph.values[v].label = "v" + std::to_string(v);
  }
  const auto plan = Inner(graph, 64, {256}, 1024);
  ASSERT_TRUE(plan.ok()) << plan.status();
  const Status full = base::ResourceExhausted("no buffer");
  EXPECT_EQ(NameLargest(full, graph.values, *plan, 0).message(),
            "no buffer; the largest value there is v2 (256 bytes)");
  EXPECT_EQ(NameLargest(full, graph.values, *plan, 1).message(),
            "no buffer; the largest value there is v3 (200 bytes)");
  EXPECT_TRUE(IsResourceExhausted(NameLargest(full, graph.values, *plan, 1)));
  EXPECT_EQ(NameLargest(full, graph.values, *plan, 2), full);
}

TEST(MemoryPlan, PlacesTheBoundaryWhereItIsWanted) {
  // The first call's result is an output of the partition and must survive the
  // other calls. The input's memory is reused after it was read.
  Graph graph = ChainOf({64, 64, 64, 64});
  graph.values[1].kind = PartitionValue::Kind::kOutput;
  const auto plan = PlanMemory({64, 64, 64, 64}, LifetimesOf(graph), {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->buffers, std::vector<uint64_t>{192});
  EXPECT_NE(plan->places[1].offset, plan->places[0].offset);
  EXPECT_NE(plan->places[1].offset, plan->places[2].offset);
  EXPECT_NE(plan->places[1].offset, plan->places[3].offset);
  EXPECT_EQ(InnerOf(graph, 1024).places[1].buffer, -1);
}

// The values fit in one region with a limit and other memory without one.
MemoryLimits Limits(uint64_t region) { return {128, {region}}; }

// Values whose lifetimes overlap do not overlap in memory, and the limit of the
// region holds.
void ExpectSound(const std::vector<uint64_t>& bytes,
                 const std::vector<Lifetime>& lifetimes, const MemoryPlan& plan,
                 uint64_t region) {
  EXPECT_LE(plan.buffers[0], region);
  for (size_t a = 0; a < bytes.size(); ++a) {
    const MemoryPlan::Place& pa = plan.places[a];
    ASSERT_GE(pa.buffer, 0);
    EXPECT_LE(pa.offset + bytes[a], plan.buffers[pa.buffer]);
    for (size_t b = 0; b < a; ++b) {
      const MemoryPlan::Place& pb = plan.places[b];
      if (!lifetimes[a].Meets(lifetimes[b]) || pa.buffer != pb.buffer) continue;
      EXPECT_TRUE(pa.offset + bytes[a] <= pb.offset ||
                  pb.offset + bytes[b] <= pa.offset)
          << a << " and " << b;
    }
  }
}

TEST(MemoryPlan, ChainTakesTwoPlaces) {
  const std::vector<uint64_t> bytes(4, 1000);
  const std::vector<Lifetime> lifetimes = {{0, 1}, {1, 2}, {2, 3}, {3, 4}};
  const MemoryPlan plan = *PlanMemory(bytes, lifetimes, Limits(4096));
  ExpectSound(bytes, lifetimes, plan, 4096);
  EXPECT_EQ(plan.buffers, std::vector<uint64_t>{2048});
}

// The third value is as large as the first one was.
TEST(MemoryPlan, GapsAreFilledToTheLastByte) {
  const std::vector<uint64_t> bytes = {256, 256, 256};
  const std::vector<Lifetime> lifetimes = {{0, 0}, {0, 5}, {1, 5}};
  const MemoryPlan plan = *PlanMemory(bytes, lifetimes, {});
  EXPECT_EQ(plan.buffers, std::vector<uint64_t>{512});
  EXPECT_EQ(plan.places[2].offset, 0u);
}

TEST(MemoryPlan, WhatDoesNotFitInTheRegionGoesElsewhere) {
  const std::vector<uint64_t> bytes = {5000, 2000, 3000, 100};
  const std::vector<Lifetime> lifetimes = {{0, 9}, {0, 9}, {2, 3}, {3, 4}};
  const MemoryPlan plan = *PlanMemory(bytes, lifetimes, Limits(4096));
  ExpectSound(bytes, lifetimes, plan, 4096);
  EXPECT_EQ(plan.places[0].buffer, 1);
  EXPECT_EQ(plan.places[2].buffer, 0);
}

TEST(MemoryPlan, IsSoundForRandomValues) {
  uint64_t state = 1;
  const auto random = [&](uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<uint64_t> bytes;
    std::vector<Lifetime> lifetimes;
    for (uint64_t i = random(30); i > 0; --i) {
      const int first = static_cast<int>(random(20));
      bytes.push_back(random(3000));
      lifetimes.push_back({first, first + static_cast<int>(random(6))});
    }
    const uint64_t region = random(8) * 1024;
    const auto plan = PlanMemory(bytes, lifetimes, Limits(region));
    ASSERT_TRUE(plan.ok()) << plan.status();
    ExpectSound(bytes, lifetimes, *plan, region);
  }
}

}  // namespace
}  // namespace tflite::delegates
