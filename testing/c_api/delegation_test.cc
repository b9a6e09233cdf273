// The delegation report, and the effect of options on delegates, through the C
// API.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testing/c_api/session.h"
#include "tflite/c/c_api_opaque.h"
#include "tflite/c/delegation_log.h"

namespace {

const std::vector<std::vector<float>> kInputs = {{1, 2, 3}, {5, 7, 9}};

// A delegate that takes the model's node and returns 1000, or rejects the node,
// or fails to run it.
class Taker {
 public:
  Taker() {
    TfLiteOpaqueDelegateBuilder builder{};
    builder.data = this;
    builder.Prepare = Prepare;
    delegate_.reset(TfLiteOpaqueDelegateCreate(&builder));
  }
  TfLiteOpaqueDelegate* delegate() { return delegate_.get(); }

  bool refuses = false;
  bool fails = false;

 private:
  static TfLiteStatus Prepare(TfLiteOpaqueContext* context,
                              TfLiteOpaqueDelegate* delegate, void* data) {
    auto* self = static_cast<Taker*>(data);
    void* found = nullptr;
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetExternalContext(
        context, &found,
        static_cast<TfLiteExternalContextType>(kTfllDelegationLog)));
    TfllDelegationLog* log =
        TfllAsDelegationLog(static_cast<TfLiteExternalContext*>(found));
    if (log == nullptr) return kTfLiteError;
    if (self->refuses) {
      log->refuse(log, reinterpret_cast<TfLiteContext*>(context), "taker", 0,
                  "the device is \"off\"");
      return kTfLiteOk;
    }
    TfLiteIntArray* plan = nullptr;
    TF_LITE_ENSURE_STATUS(TfLiteOpaqueContextGetExecutionPlan(context, &plan));
    TfLiteOperator* kernel =
        TfLiteOperatorCreate(kTfLiteBuiltinDelegate, "taker", 1, self);
    TfLiteOperatorSetInvokeWithData(kernel, Invoke);
    return TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
        context, kernel, plan, delegate);
  }
  static TfLiteStatus Invoke(void* user_data, TfLiteOpaqueContext* context,
                             TfLiteOpaqueNode* node) {
    if (static_cast<Taker*>(user_data)->fails) {
      TfLiteOpaqueContextReportError(context, "device lost");
      return kTfLiteError;
    }
    auto* out = static_cast<float*>(
        TfLiteOpaqueTensorData(TfLiteOpaqueNodeGetOutput(context, node, 0)));
    for (int i = 0; i < 3; ++i) out[i] = 1000;
    return kTfLiteOk;
  }

  Handle<TfLiteOpaqueDelegate> delegate_;
};

std::string Report(const TfLiteInterpreter* interpreter) {
  const size_t length =
      TfLiteInterpreterDelegationReportJson(interpreter, nullptr, 0);
  std::vector<char> buffer(length + 1, 'x');
  EXPECT_EQ(TfLiteInterpreterDelegationReportJson(interpreter, buffer.data(),
                                                  buffer.size()),
            length);
  EXPECT_EQ(buffer[length], '\0');
  return buffer.data();
}

TEST(DelegationReport, TellsWhoHasTheNode) {
  Taker taker;
  Session session(kAddModel);
  ASSERT_TRUE(session.Start());
  EXPECT_EQ(Report(session.interpreter()).find("taker"), std::string::npos);
  ASSERT_EQ(TfLiteInterpreterModifyGraphWithDelegate(session.interpreter(),
                                                     taker.delegate()),
            kTfLiteOk);
  const std::string report = Report(session.interpreter());
  EXPECT_NE(report.find("{\"index\": 0, \"op\": \"ADD\""), std::string::npos);
  EXPECT_NE(report.find("\"delegate\": \"taker\", \"partition\": 0"),
            std::string::npos)
      << report;
}

TEST(DelegationReport, TellsWhyNobodyHasIt) {
  Taker taker;
  taker.refuses = true;
  Session session(kAddModel);
  TfLiteInterpreterOptionsAddDelegate(session.options(), taker.delegate());
  ASSERT_TRUE(session.Start());
  EXPECT_NE(Report(session.interpreter())
                .find("{\"delegate\": \"taker\", \"reason\": \"the device is "
                      "\\\"off\\\"\"}"),
            std::string::npos);
}

TEST(DelegationReport, IsCutToTheBuffer) {
  Session session(kAddModel);
  ASSERT_TRUE(session.Start());
  char buffer[] = "xxxxxxxx";
  EXPECT_GT(
      TfLiteInterpreterDelegationReportJson(session.interpreter(), buffer, 6),
      100u);
  EXPECT_EQ(std::string(buffer), "{\"sub");
  EXPECT_EQ(buffer[6], 'x');
  EXPECT_EQ(TfLiteInterpreterDelegationReportJson(nullptr, buffer, 6), 0u);
}

TEST(DelegateOptions, FallbackIsOnUnlessItIsTurnedOff) {
  for (const bool fallback : {true, false}) {
    Taker taker;
    taker.fails = true;
    Session session(kAddModel);
    TfLiteInterpreterOptionsAddDelegate(session.options(), taker.delegate());
    if (!fallback) {
      TfLiteInterpreterOptionsSetEnableDelegateFallback(session.options(),
                                                        false);
    }
    ASSERT_TRUE(session.Start()) << session.messages();
    EXPECT_EQ(session.Run(kInputs),
              fallback ? (std::vector<float>{6, 9, 12}) : std::vector<float>());
    EXPECT_NE(session.messages().find("device lost"), std::string::npos);
  }
}

TEST(DelegateOptions, FullDelegationCanBeRequired) {
  for (const bool refuses : {false, true}) {
    Taker taker;
    taker.refuses = refuses;
    Session session(kAddModel);
    TfLiteInterpreterOptionsAddDelegate(session.options(), taker.delegate());
    TfLiteInterpreterOptionsSetRequireFullDelegation(session.options(), true);
    EXPECT_EQ(session.Start(), !refuses);
    EXPECT_EQ(
        session.messages().find("node 0 (ADD): taker: the device is \"off\"") !=
            std::string::npos,
        refuses);
  }
}

TEST(DelegateOptions, WhatHasNoEffectSaysSo) {
  Session session(kAddModel);
  ::testing::internal::CaptureStderr();
  TfLiteInterpreterOptionsSetUseNNAPI(session.options(), false);
  TfLiteInterpreterOptionsSetTelemetryProfiler(session.options(), nullptr);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  ::testing::internal::CaptureStderr();
  TfLiteInterpreterOptionsSetUseNNAPI(session.options(), true);
  int profiler = 0;
  TfLiteInterpreterOptionsSetTelemetryProfiler(
      session.options(),
      reinterpret_cast<struct TfLiteTelemetryProfilerStruct*>(&profiler));
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("SetUseNNAPI has no effect"), std::string::npos) << text;
  EXPECT_NE(text.find("SetTelemetryProfiler has no effect"), std::string::npos);
  EXPECT_TRUE(session.Start());
}

TEST(DelegateLifetime, DeletedTooEarlyIsAnError) {
  Session session(kAddModel);
  {
    Taker taker;
    TfLiteInterpreterOptionsAddDelegate(session.options(), taker.delegate());
    ASSERT_TRUE(session.Start());
    EXPECT_EQ(session.Run(kInputs), (std::vector<float>{1000, 1000, 1000}));
  }
  EXPECT_EQ(TfLiteInterpreterInvoke(session.interpreter()),
            kTfLiteDelegateError);
  EXPECT_NE(session.messages().find("'taker' was deleted"), std::string::npos);
  session.Stop();
}

}  // namespace
