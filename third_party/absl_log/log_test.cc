// Tests either Abseil's headers or their replacements.
#include "absl/log/log.h"

#include "absl/log/absl_check.h"
#include "absl/log/absl_log.h"
#include "absl/log/check.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gtest/gtest.h"

namespace {

enum class Color { kRed, kBlue };

int Half(int even) {
  if (even % 2 == 0) return even / 2;
  LOG(FATAL) << "odd: " << even;
}

TEST(AbslLog, ChecksThatHoldDoNothing) {
  int evaluated = 0;
  CHECK(++evaluated == 1) << "not printed";
  CHECK_EQ(++evaluated, 2);
  ABSL_CHECK_NE(Color::kRed, Color::kBlue);
  ABSL_CHECK_LT(1, 2) << "not printed";
  CHECK_LE(2, 2);
  ABSL_CHECK_GT(3, 2);
  CHECK_GE(3, 3);
  CHECK_OK(absl::OkStatus());
  ABSL_CHECK_OK(absl::StatusOr<int>(1));
  DCHECK(evaluated == 2);
  EXPECT_EQ(evaluated, 2);
  EXPECT_EQ(Half(4), 2);
}

TEST(AbslLog, AnElseBelongsToTheIfBefore) {
  bool reached = false;
  if (false)
    CHECK(true);
  else
    reached = true;
  EXPECT_TRUE(reached);
}

TEST(AbslLogDeathTest, SaysWhatFailed) {
  const int three = 3;
  EXPECT_DEATH(CHECK(three == 4) << "more", "Check failed: three == 4 more");
  EXPECT_DEATH(ABSL_CHECK_EQ(three, 4) << "more",
               "Check failed: three == 4 \\(3 vs. 4\\) more");
  EXPECT_DEATH(CHECK_OK(absl::NotFoundError("no such thing")), "no such thing");
  EXPECT_DEATH(Half(three), "odd: 3");
}

TEST(AbslLog, WritesLines) {
  testing::internal::CaptureStderr();
  ABSL_LOG(ERROR) << "first " << 1;
  LOG_IF(ERROR, false) << "not printed";
  LOG(ERROR) << "second";
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("first 1"), std::string::npos);
  EXPECT_NE(text.find("second"), std::string::npos);
  EXPECT_EQ(text.find("not printed"), std::string::npos);
}

}  // namespace
