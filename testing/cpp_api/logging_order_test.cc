// The interpreter's and the tools' logging in one file: TFLITE_LOG is the
// tools' macro. Compiled with warnings as errors, since a macro that is defined
// twice is only a warning.
#include <string>

#include "gtest/gtest.h"
#include "tflite/minimal_logging.h"
#include "tflite/tools/logging.h"

namespace {

TEST(LoggingOrder, TheToolsMacroTakesPrecedence) {
  testing::internal::CaptureStdout();
  TFLITE_LOG(INFO) << 3 << " nodes";
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "INFO: 3 nodes\n");
}

TEST(LoggingOrder, TheOtherMacrosAreThere) {
  testing::internal::CaptureStderr();
  TFLITE_LOG_PROD(tflite::TFLITE_LOG_ERROR, "%d nodes", 4);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("4 nodes"),
            std::string::npos);
}

}  // namespace
