#include "tensorflow_lite_lite/c/common/check_macros.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <string>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {
namespace {

std::string& LastMessage() {
  static std::string message;
  return message;
}

void Record(TfLiteContext*, const char* format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  std::vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  LastMessage() = text;
}

class CheckMacros : public ::testing::Test {
 protected:
  void SetUp() override {
    LastMessage().clear();
    context_.ReportError = Record;
  }

  TfLiteContext context_{};
};

TfLiteStatus Positive(TfLiteContext* context, int value) {
  TF_LITE_ENSURE(context, value > 0);
  return kTfLiteOk;
}

TfLiteStatus Equal(TfLiteContext* context, int value) {
  TF_LITE_ENSURE_EQ(context, value, 3);
  return kTfLiteOk;
}

TfLiteStatus SameType(TfLiteContext* context, TfLiteType type) {
  TF_LITE_ENSURE_TYPES_EQ(context, type, kTfLiteInt8);
  return kTfLiteOk;
}

TfLiteStatus Near(TfLiteContext* context, double value) {
  TF_LITE_ENSURE_NEAR(context, value, 1.0, 0.25);
  return kTfLiteOk;
}

TfLiteStatus HandOn(TfLiteContext* context, TfLiteStatus status) {
  TF_LITE_ENSURE_OK(context, status);
  TF_LITE_ENSURE_STATUS(status);
  return kTfLiteOk;
}

TfLiteStatus WithMessage(TfLiteContext* context, bool good) {
  TF_LITE_ENSURE_MSG(context, good, "axis %d", 4);
  return kTfLiteOk;
}

TEST_F(CheckMacros, EnsureNamesTheCondition) {
  EXPECT_EQ(Positive(&context_, 1), kTfLiteOk);
  EXPECT_EQ(LastMessage(), "");
  EXPECT_EQ(Positive(&context_, 0), kTfLiteError);
  EXPECT_NE(LastMessage().find("value > 0"), std::string::npos);
}

TEST_F(CheckMacros, EnsureEqPrintsBothValues) {
  EXPECT_EQ(Equal(&context_, 3), kTfLiteOk);
  EXPECT_EQ(Equal(&context_, 17), kTfLiteError);
  EXPECT_NE(LastMessage().find("value is 17, but 3 is 3"), std::string::npos);
}

TEST_F(CheckMacros, EnsureTypesEqPrintsTypeNames) {
  EXPECT_EQ(SameType(&context_, kTfLiteInt8), kTfLiteOk);
  EXPECT_EQ(SameType(&context_, kTfLiteFloat32), kTfLiteError);
  EXPECT_NE(LastMessage().find("FLOAT32"), std::string::npos);
  EXPECT_NE(LastMessage().find("INT8"), std::string::npos);
}

TEST_F(CheckMacros, EnsureNearIsSymmetricAndRefusesNan) {
  EXPECT_EQ(Near(&context_, 1.25), kTfLiteOk);
  EXPECT_EQ(Near(&context_, 0.75), kTfLiteOk);
  EXPECT_EQ(Near(&context_, 1.26), kTfLiteError);
  EXPECT_EQ(Near(&context_, 0.74), kTfLiteError);
  EXPECT_EQ(Near(&context_, std::nan("")), kTfLiteError);
}

TEST_F(CheckMacros, EnsureOkHandsTheStatusOn) {
  EXPECT_EQ(HandOn(&context_, kTfLiteOk), kTfLiteOk);
  EXPECT_EQ(HandOn(&context_, kTfLiteCancelled), kTfLiteCancelled);
}

TEST_F(CheckMacros, EnsureMsgFormats) {
  EXPECT_EQ(WithMessage(&context_, true), kTfLiteOk);
  EXPECT_EQ(WithMessage(&context_, false), kTfLiteError);
  EXPECT_EQ(LastMessage(), "axis 4");
}

TEST_F(CheckMacros, MaybeLogAllowsNull) {
  TfLiteContext* none = nullptr;
  TF_LITE_MAYBE_KERNEL_LOG(none, "lost");
  EXPECT_EQ(LastMessage(), "");
  TfLiteContext* some = &context_;
  TF_LITE_MAYBE_KERNEL_LOG(some, "kept %s", "here");
  EXPECT_EQ(LastMessage(), "kept here");
}

}  // namespace
}  // namespace tflite
