#include "delegates/gpu/program/start_log.h"

#include <functional>
#include <string>
#include <vector>

#include "delegates/gpu/tests/overlaps.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::gpu {

using namespace delegates;

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GpuStartLogTest : public ::testing::Test {
 protected:
  void SetUp() override {
    SetLogSink([this](LogLevel level, const char* line) {
      EXPECT_EQ(level, LogLevel::kInfo);
      lines_.push_back(line);
    });
  }
  void TearDown() override { SetLogSink(nullptr); }

  // A program becomes ready after each of these times in seconds; every other
  // one is cached.
  void Run(const std::vector<double>& takes) {
    GpuStartLog log(takes.size(), [this] { return now_; });
    bool cached = false;
    for (const double seconds : takes) {
      now_ += seconds;
      log.Add(cached);
      cached = !cached;
    }
    log.Finish();
  }

  double now_ = 1000;
  std::vector<std::string> lines_;
};

TEST_F(GpuStartLogTest, QuickStartsAreSilent) {
  Run({0.1, 0.1, 0.1});
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(GpuStartLogTest, SlowStartsTellTheirProgress) {
  Run({0.4, 0.4, 0.4, 2.0, 0.1, 0.1});
  EXPECT_THAT(
      lines_,
      ElementsAre("GPU: 2 of 6 programs are ready after 0.8 s",
                  "GPU: 4 of 6 programs are ready after 3.2 s",
                  "GPU: all 6 programs are ready after 3.4 s; 3 come from the "
                  "cache"));
}

TEST_F(GpuStartLogTest, HalfASecondIsSlow) {
  Run({0.5, 0.5});
  EXPECT_THAT(lines_,
              ElementsAre("GPU: 1 of 2 programs are ready after 0.5 s",
                          "GPU: all 2 programs are ready after 1.0 s; 1 come "
                          "from the cache"));
  lines_.clear();
  Run({0.25, 0.25});
  EXPECT_THAT(lines_, ElementsAre("GPU: all 2 programs are ready after 0.5 s; "
                                  "1 come from the cache"));
}

TEST_F(GpuStartLogTest, TheLastProgramIsTheEnd) {
  Run({0.6});
  EXPECT_THAT(lines_, ElementsAre("GPU: all 1 programs are ready after 0.6 s; "
                                  "0 come from the cache"));
}

TEST_F(GpuStartLogTest, CountsProgramsOfSeveralThreads) {
  constexpr int kThreads = 4, kEach = 20;
  Overlaps overlaps;
  GpuStartLog log(kThreads * kEach, [&] {
    overlaps.Stay();
    return now_;
  });
  RunTogether(std::vector<std::function<void()>>(kThreads, [&log] {
    for (int i = 0; i < kEach; ++i) log.Add(/*cached=*/true);
  }));
  EXPECT_EQ(overlaps.count(), 0);
  now_ += 1;
  log.Finish();
  EXPECT_THAT(lines_, ElementsAre("GPU: all 80 programs are ready after 1.0 s; "
                                  "80 come from the cache"));
}

}  // namespace
}  // namespace tflite::gpu
