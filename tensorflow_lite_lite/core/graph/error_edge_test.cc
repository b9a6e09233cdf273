#include "tensorflow_lite_lite/core/graph/error_edge.h"

#include <cstdio>

#include "gtest/gtest.h"

namespace tflite {
namespace core {
namespace {

class Lines : public ErrorReporter {
 public:
  using ErrorReporter::Report;
  int Report(const char* format, va_list args) override {
    char line[64];
    std::vsnprintf(line, sizeof(line), format, args);
    text += line;
    text += ';';
    return 0;
  }
  std::string text;
};

class ErrorEdgeTest : public ::testing::Test {
 protected:
  Lines lines_;
  ErrorReporter* reporter_ = &lines_;
  ErrorEdge edge_{&reporter_};
};

TEST_F(ErrorEdgeTest, EachStatusOfTheCAbiComesBackAsItself) {
  for (const TfLiteStatus status :
       {kTfLiteOk, kTfLiteError, kTfLiteDelegateError, kTfLiteApplicationError,
        kTfLiteDelegateDataNotFound, kTfLiteDelegateDataWriteError,
        kTfLiteDelegateDataReadError, kTfLiteUnresolvedOps, kTfLiteCancelled}) {
    EXPECT_EQ(ToTfLiteStatus(FromTfLiteStatus(status)), status);
  }
}

TEST_F(ErrorEdgeTest, OtherCodesAreErrors) {
  EXPECT_EQ(ToTfLiteStatus(Invalid("x")), kTfLiteError);
  EXPECT_EQ(ToTfLiteStatus(base::ResourceExhausted("x")), kTfLiteError);
}

TEST_F(ErrorEdgeTest, ReportsAMessageAsItIs) {
  EXPECT_EQ(edge_.Report(base::Unavailable("100%s")), kTfLiteDelegateError);
  EXPECT_EQ(lines_.text, "100%s;");
  EXPECT_EQ(edge_.last(), "100%s");
}

TEST_F(ErrorEdgeTest, SaysNothingForSuccessOrWhereSomeoneElseHas) {
  EXPECT_EQ(edge_.Report(base::OkStatus()), kTfLiteOk);
  edge_.SetLast("said before");
  EXPECT_EQ(edge_.Report(FromTfLiteStatus(kTfLiteError)), kTfLiteError);
  EXPECT_EQ(lines_.text, "");
  EXPECT_EQ(edge_.last(), "said before");
}

TEST_F(ErrorEdgeTest, WorksWithoutAReporter) {
  reporter_ = nullptr;
  EXPECT_EQ(edge_.Report(Invalid("lost")), kTfLiteError);
  EXPECT_EQ(edge_.last(), "lost");
}

}  // namespace
}  // namespace core
}  // namespace tflite
