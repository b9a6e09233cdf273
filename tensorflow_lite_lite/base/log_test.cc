#include "tensorflow_lite_lite/base/log.h"

#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::base {
namespace {

struct Entry {
  LogLevel level;
  std::string text;
};

class LogTest : public testing::Test {
 protected:
  void SetUp() override {
    previous_ = SetMinLogLevel(LogLevel::kInfo);
    SetLogSink([this](LogLevel level, const char* message) {
      entries_.push_back({level, message});
    });
  }
  void TearDown() override {
    SetLogSink(nullptr);
    SetMinLogLevel(previous_);
  }

  std::vector<Entry> entries_;
  LogLevel previous_;
};

TEST_F(LogTest, SinkReceivesFormattedMessage) {
  Log(LogLevel::kWarning, "tensor %d of '%s'", 7, "net");
  ASSERT_EQ(entries_.size(), 1u);
  EXPECT_EQ(entries_[0].level, LogLevel::kWarning);
  EXPECT_EQ(entries_[0].text, "tensor 7 of 'net'");
}

TEST_F(LogTest, DropsMessagesBelowMinimum) {
  EXPECT_EQ(SetMinLogLevel(LogLevel::kError), LogLevel::kInfo);
  Log(LogLevel::kWarning, "dropped");
  Log(LogLevel::kError, "kept");
  ASSERT_EQ(entries_.size(), 1u);
  EXPECT_EQ(entries_[0].text, "kept");
}

TEST_F(LogTest, SilentDropsEverything) {
  SetMinLogLevel(LogLevel::kSilent);
  Log(LogLevel::kError, "dropped");
  Log(LogLevel::kSilent, "not a severity");
  EXPECT_TRUE(entries_.empty());
}

TEST_F(LogTest, KeepsLongMessagesWhole) {
  const std::string text(5000, 'x');
  Log(LogLevel::kInfo, "<%s>", text.c_str());
  ASSERT_EQ(entries_.size(), 1u);
  EXPECT_EQ(entries_[0].text, "<" + text + ">");
}

TEST_F(LogTest, SinkMayLogAndReplaceItself) {
  int calls = 0;
  SetLogSink([&calls](LogLevel, const char*) {
    ++calls;
    Log(LogLevel::kInfo, "from within a sink");
    SetLogSink([](LogLevel, const char*) {});
  });
  testing::internal::CaptureStderr();
  Log(LogLevel::kInfo, "first");
  Log(LogLevel::kInfo, "second");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "INFO: from within a sink\n");
  EXPECT_EQ(calls, 1);
}

TEST_F(LogTest, DefaultSinkWritesLinesToStderr) {
  SetLogSink(nullptr);
  testing::internal::CaptureStderr();
  Log(LogLevel::kError, "no file");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "ERROR: no file\n");
}

TEST_F(LogTest, DeliversEveryMessageOfManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 100; ++i) Log(LogLevel::kInfo, "%d", i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(entries_.size(), 400u);
}

}  // namespace
}  // namespace tflite::base
