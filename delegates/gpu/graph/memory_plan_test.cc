#include "delegates/gpu/graph/memory_plan.h"

#include <gtest/gtest.h>

namespace tflite::gpu {
namespace {

// A graph of calls that each read one value and write the next.
GpuGraph ChainOf(const std::vector<uint64_t>& bytes) {
  GpuGraph graph;
  for (size_t i = 0; i < bytes.size(); ++i) {
    GpuValue value;
    value.bytes = bytes[i];
    graph.values.push_back(value);
    if (i == 0) continue;
    GpuCall call;
    call.operands = {{static_cast<int>(i) - 1, false},
                     {static_cast<int>(i), true}};
    graph.calls.push_back(call);
  }
  graph.values.front().kind = GpuValue::Kind::kInput;
  graph.values.back().kind = GpuValue::Kind::kOutput;
  return graph;
}

TEST(GpuMemoryPlan, SharesMemoryOfValuesThatDoNotMeet) {
  const GpuGraph graph = ChainOf({64, 100, 200, 100, 64});
  const GpuMemoryPlan plan = PlanInnerValues(graph, 64, 1 << 20);
  ASSERT_EQ(plan.buffers.size(), 1u);
  // Two neighbours at a time: 200 and 100, rounded up to 64.
  EXPECT_EQ(plan.buffers[0], 256u + 128u);
  EXPECT_EQ(plan.places[1].offset, plan.places[3].offset);
  EXPECT_NE(plan.places[1].offset, plan.places[2].offset);
}

TEST(GpuMemoryPlan, LeavesTheBorderAlone) {
  const GpuMemoryPlan plan = PlanInnerValues(ChainOf({64, 64, 64}), 64, 1024);
  EXPECT_EQ(plan.places[0].buffer, -1);
  EXPECT_EQ(plan.places[1].buffer, 0);
  EXPECT_EQ(plan.places[2].buffer, -1);
}

TEST(GpuMemoryPlan, KeepsBuffersBelowTheLimit) {
  const GpuMemoryPlan plan =
      PlanInnerValues(ChainOf({64, 512, 512, 512, 64}), 64, 600);
  ASSERT_EQ(plan.buffers.size(), 2u);
  EXPECT_EQ(plan.buffers[0], 512u);
  EXPECT_EQ(plan.buffers[1], 512u);
}

TEST(GpuMemoryPlan, KeepsWhatAChainRefersTo) {
  GpuGraph graph = ChainOf({64, 64, 64, 64, 64, 64});
  GpuFunction add;
  add.place = GpuFunction::Place::kSame;
  add.other = 1;
  graph.calls[3].chain = {add};  // reads value 3 and, by its chain, value 1
  const GpuMemoryPlan plan = PlanInnerValues(graph, 64, 1 << 20);
  EXPECT_NE(plan.places[1].offset, plan.places[2].offset);
  EXPECT_NE(plan.places[1].offset, plan.places[3].offset);
  EXPECT_NE(plan.places[1].offset, plan.places[4].offset);
}

TEST(GpuMemoryPlan, PlacesConstantsThatAreUsed) {
  GpuGraph graph = ChainOf({64, 64, 64});
  for (int i = 0; i < 3; ++i) {
    GpuValue value;
    value.kind = GpuValue::Kind::kConstant;
    value.bytes = 40;
    graph.values.push_back(value);
  }
  graph.calls[0].operands.push_back({3, false});
  graph.calls[1].operands.push_back({5, false});
  const GpuMemoryPlan plan = PlanConstants(graph, 32, 1 << 20);
  ASSERT_EQ(plan.buffers.size(), 1u);
  EXPECT_EQ(plan.buffers[0], 128u);
  EXPECT_EQ(plan.places[3].offset, 0u);
  EXPECT_EQ(plan.places[4].buffer, -1);
  EXPECT_EQ(plan.places[5].offset, 64u);
}

}  // namespace
}  // namespace tflite::gpu
