#include "tensorflow_lite_lite/core/profiling/root_profiler.h"

#include <memory>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/profiling/buffered_profiler.h"
#include "tensorflow_lite_lite/core/profiling/subgraph_profiler.h"

namespace tflite {
namespace profiling {
namespace {

TEST(RootProfiler, PassesEventsToAll) {
  // One of the profilers has already recorded an event, so that their handles
  // differ.
  BufferedProfiler first(10);
  first.StartProfiling();
  { ScopedProfile own(&first, "own"); }
  auto second = std::make_unique<BufferedProfiler>(10);
  second->StartProfiling();
  BufferedProfiler* second_view = second.get();
  RootProfiler root;
  EXPECT_TRUE(root.empty());
  root.AddProfiler(&first);
  root.AddProfiler(std::move(second));
  {
    ScopedProfile outer(&root, "outer");
    ScopedOperatorProfile inner(&root, "inner", 4);
  }
  root.AddEvent("added", Profiler::EventType::DEFAULT, 1, 2, 3);
  ASSERT_EQ(first.GetProfileEvents().size(), 4u);
  ASSERT_EQ(second_view->GetProfileEvents().size(), 3u);
  EXPECT_EQ(first.GetProfileEvents()[2]->event_metadata, 4);
  EXPECT_EQ(second_view->GetProfileEvents()[1]->tag, "inner");
  root.RemoveChildProfilers();
  EXPECT_TRUE(root.empty());
  { ScopedProfile nobody(&root, "nobody"); }
  EXPECT_EQ(first.GetProfileEvents().size(), 4u);
}

TEST(RootProfiler, EndsWithMetadata) {
  BufferedProfiler a(4), b(4);
  a.StartProfiling();
  b.StartProfiling();
  RootProfiler root;
  root.AddProfiler(&a);
  root.AddProfiler(&b);
  const uint32_t handle =
      root.BeginEvent("e", Profiler::EventType::DEFAULT, 0, 0);
  root.EndEvent(handle, 7, 8);
  EXPECT_EQ(a.GetProfileEvents()[0]->event_metadata, 7);
  EXPECT_EQ(b.GetProfileEvents()[0]->extra_event_metadata, 8);
}

TEST(SubgraphProfiler, AddsTheSubgraphsIndex) {
  BufferedProfiler profiler(4);
  profiler.StartProfiling();
  core::SubgraphProfiler of_graph(&profiler, 2);
  { ScopedOperatorProfile node(&of_graph, "node", 5); }
  of_graph.AddEvent(
      "inner", Profiler::EventType::DELEGATE_PROFILED_OPERATOR_INVOKE_EVENT, 10,
      1, 0);
  const auto events = profiler.GetProfileEvents();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0]->event_metadata, 5);
  EXPECT_EQ(events[0]->extra_event_metadata, 2);
  EXPECT_EQ(events[1]->extra_event_metadata, 2);
}

}  // namespace
}  // namespace profiling
}  // namespace tflite
