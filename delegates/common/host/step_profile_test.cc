#include "delegates/common/host/step_profile.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "tensorflow_lite_lite/core/profiling/profiler.h"

namespace tflite::delegates {
namespace {

class Recorder : public Profiler {
 public:
  uint32_t BeginEvent(const char*, EventType, int64_t, int64_t) override {
    return 0;
  }
  void EndEvent(uint32_t) override {}
  void AddEvent(const char* tag, EventType type, uint64_t metric,
                int64_t metadata1, int64_t) override {
    events.emplace_back(tag, type, metric, metadata1);
  }

  std::vector<std::tuple<const char*, EventType, uint64_t, int64_t>> events;
};

TEST(StepProfile, GoesToTheHostsProfiler) {
  Recorder recorder;
  TfLiteContext context = {};
  context.profiler = &recorder;
  EXPECT_TRUE(WantsStepProfile(context));
  {
    const std::string name = "a name that is gone before it is read";
    AddStepProfile(context, name, 3, 12600);
  }
  ASSERT_EQ(recorder.events.size(), 1u);
  const auto& [tag, type, metric, step] = recorder.events[0];
  EXPECT_STREQ(tag, "a name that is gone before it is read");
  EXPECT_EQ(type, Profiler::EventType::DELEGATE_PROFILED_OPERATOR_INVOKE_EVENT);
  EXPECT_EQ(metric, 13u);
  EXPECT_EQ(step, 3);
}

TEST(StepProfile, RoundsToMicroseconds) {
  Recorder recorder;
  TfLiteContext context = {};
  context.profiler = &recorder;
  for (const uint64_t nanoseconds : {0, 499, 500, 5000499, 5000500}) {
    AddStepProfile(context, "step", 0, nanoseconds);
  }
  std::vector<uint64_t> microseconds;
  for (const auto& event : recorder.events) {
    microseconds.push_back(std::get<2>(event));
  }
  EXPECT_EQ(microseconds, (std::vector<uint64_t>{0, 0, 1, 5000, 5001}));
}

// Interpreters on threads of their own have profilers of their own, but the
// names are kept in one place.
TEST(StepProfile, KeepsTheNamesOfManyThreads) {
  constexpr int kThreads = 4, kNames = 2000;
  const auto name_of = [](int thread, int i) {
    return "step " + std::to_string(i) + " of thread " + std::to_string(thread);
  };
  std::vector<Recorder> recorders(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&recorders, &name_of, t] {
      TfLiteContext context = {};
      context.profiler = &recorders[t];
      for (int i = 0; i < kNames; ++i) {
        AddStepProfile(context, name_of(t, i), i, 1000);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) {
    ASSERT_EQ(recorders[t].events.size(), size_t{kNames});
    for (int i = 0; i < kNames; ++i) {
      ASSERT_EQ(std::get<0>(recorders[t].events[i]), name_of(t, i));
    }
  }
}

TEST(StepProfile, IsNotWantedWithoutAProfiler) {
  const TfLiteContext context = {};
  EXPECT_FALSE(WantsStepProfile(context));
  AddStepProfile(context, "nobody hears", 0, 1);
}

}  // namespace
}  // namespace tflite::delegates
