#include "tensorflow_lite_lite/core/upstream/minimal_logging.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;

class MinimalLoggingTest : public ::testing::Test {
 protected:
  MinimalLoggingTest() {
    base::SetLogSink([this](base::LogLevel level, const char* text) {
      lines_.push_back(std::string(base::LogLevelName(level)) + " " + text);
    });
  }
  ~MinimalLoggingTest() override {
    base::SetLogSink(nullptr);
    LoggerOptions::SetMinimumLogSeverity(TFLITE_LOG_INFO);
  }

  std::vector<std::string> lines_;
};

TEST_F(MinimalLoggingTest, WritesToTheLog) {
  TFLITE_LOG_PROD(TFLITE_LOG_WARNING, "%d of %d nodes", 2, 3);
  TFLITE_LOG_PROD(TFLITE_LOG_VERBOSE, "dropped");
  EXPECT_THAT(lines_, ElementsAre("WARNING 2 of 3 nodes"));
}

TEST_F(MinimalLoggingTest, WritesOnce) {
  for (int i = 0; i < 3; ++i) {
    TFLITE_LOG_PROD_ONCE(TFLITE_LOG_ERROR, "run %d", i);
  }
  // Once in the process, however often this test is repeated.
  static auto* const all = new std::vector<std::string>;
  all->insert(all->end(), lines_.begin(), lines_.end());
  EXPECT_THAT(*all, ElementsAre("ERROR run 0"));
}

TEST_F(MinimalLoggingTest, KnowsTheThreshold) {
  using logging_internal::MinimalLogger;
  EXPECT_EQ(LoggerOptions::SetMinimumLogSeverity(TFLITE_LOG_ERROR),
            TFLITE_LOG_INFO);
  EXPECT_EQ(MinimalLogger::GetMinimumLogSeverity(), TFLITE_LOG_ERROR);
  TFLITE_LOG_PROD(TFLITE_LOG_WARNING, "dropped");
  EXPECT_EQ(MinimalLogger::SetMinimumLogSeverity(TFLITE_LOG_SILENT),
            TFLITE_LOG_ERROR);
  TFLITE_LOG_PROD(TFLITE_LOG_ERROR, "dropped");
  EXPECT_TRUE(lines_.empty());
  EXPECT_STREQ(MinimalLogger::GetSeverityName(TFLITE_LOG_VERBOSE), "VERBOSE");
}

}  // namespace
}  // namespace tflite
