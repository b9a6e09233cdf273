#include "tensorflow_lite_lite/core/profiling/buffered_profiler.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace tflite {
namespace profiling {
namespace {

std::vector<std::string> Tags(BufferedProfiler* profiler) {
  std::vector<std::string> tags;
  for (const ProfileEvent* e : profiler->GetProfileEvents())
    tags.push_back(e->tag);
  return tags;
}

TEST(BufferedProfiler, RecordsOnlyWhileStarted) {
  BufferedProfiler profiler(10);
  { ScopedProfile before(&profiler, "before"); }
  profiler.StartProfiling();
  { ScopedOperatorProfile during(&profiler, "during", 3); }
  profiler.StopProfiling();
  { ScopedProfile after(&profiler, "after"); }
  ASSERT_EQ(Tags(&profiler), (std::vector<std::string>{"during"}));
  const ProfileEvent* event = profiler.GetProfileEvents()[0];
  EXPECT_EQ(event->event_type, Profiler::EventType::OPERATOR_INVOKE_EVENT);
  EXPECT_EQ(event->event_metadata, 3);
  EXPECT_GT(event->begin_timestamp_us, 0u);
}

TEST(BufferedProfiler, ForgetsTheOldestWhenFull) {
  BufferedProfiler profiler(2);
  profiler.StartProfiling();
  for (const char* tag : {"a", "b", "c"}) ScopedProfile(&profiler, tag);
  EXPECT_EQ(Tags(&profiler), (std::vector<std::string>{"b", "c"}));
  profiler.Reset();
  EXPECT_TRUE(Tags(&profiler).empty());
}

TEST(BufferedProfiler, GrowsOnRequest) {
  BufferedProfiler profiler(1, true);
  profiler.StartProfiling();
  for (const char* tag : {"a", "b", "c"}) ScopedProfile(&profiler, tag);
  EXPECT_EQ(Tags(&profiler), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(BufferedProfiler, LargeLimitTakesNoMemoryInAdvance) {
  BufferedProfiler profiler(~uint32_t{0});
  profiler.StartProfiling();
  constexpr size_t kEvents = 10000;
  for (size_t i = 0; i < kEvents; ++i) {
    ScopedProfile(&profiler, std::to_string(i).c_str());
  }
  const std::vector<std::string> tags = Tags(&profiler);
  ASSERT_EQ(tags.size(), kEvents);
  EXPECT_EQ(tags.front(), "0");
  EXPECT_EQ(tags.back(), std::to_string(kEvents - 1));
}

TEST(BufferedProfiler, NestedEventsKeepTheOrderTheyBeganIn) {
  BufferedProfiler profiler(10);
  profiler.StartProfiling();
  {
    ScopedProfile outer(&profiler, "outer");
    ScopedDelegateOperatorProfile inner(&profiler, "inner", 1);
  }
  profiler.AddEvent("done", Profiler::EventType::DEFAULT, 42, 5, 6);
  ASSERT_EQ(Tags(&profiler),
            (std::vector<std::string>{"outer", "inner", "done"}));
  const auto events = profiler.GetProfileEvents();
  EXPECT_GE(events[0]->elapsed_time, events[1]->elapsed_time);
  EXPECT_EQ(events[2]->elapsed_time, 42u);
  EXPECT_EQ(events[2]->extra_event_metadata, 6);
}

TEST(BufferedProfiler, LeavesRuntimePhasesOut) {
  BufferedProfiler profiler(10);
  profiler.StartProfiling();
  { ScopedRuntimeInstrumentationProfile phase(&profiler, "invoke"); }
  EXPECT_TRUE(Tags(&profiler).empty());
}

TEST(BufferedProfiler, HandlesOfForgottenEventsAreIgnored) {
  BufferedProfiler profiler(1);
  profiler.StartProfiling();
  const uint32_t a =
      profiler.BeginEvent("a", Profiler::EventType::DEFAULT, 1, 2);
  const uint32_t b =
      profiler.BeginEvent("b", Profiler::EventType::DEFAULT, 3, 4);
  profiler.EndEvent(a, 9, 9);
  profiler.EndEvent(b, 5, 6);
  profiler.EndEvent(12345);
  const auto events = profiler.GetProfileEvents();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]->event_metadata, 5);
}

}  // namespace
}  // namespace profiling
}  // namespace tflite
