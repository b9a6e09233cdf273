#include "tensorflow_lite_lite/core/profiling/telemetry.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/core/profiling/telemetry_profiler.h"

namespace tflite {
namespace telemetry {
namespace {

using ::testing::ElementsAre;

// Records the events that it receives.
class Recorder : public TelemetryProfiler {
 public:
  using Profiler::AddEvent;
  using Profiler::BeginEvent;
  uint32_t BeginEvent(const char*, EventType, int64_t, int64_t) override {
    return 0;
  }
  void EndEvent(uint32_t) override {}
  void AddEvent(const char* tag, EventType type, uint64_t metric, int64_t a,
                int64_t b) override {
    events.push_back(
        std::string(tag) + " " +
        (type == EventType::TELEMETRY_DELEGATE_EVENT ? "delegate " : "") +
        TelemetryStatusCode::FromCode64(metric).DebugString() + " " +
        std::to_string(a) + " " + std::to_string(b));
  }
  std::vector<std::string> events;
};

TEST(Telemetry, TellsTheProfiler) {
  Recorder recorder;
  TfLiteContext context = {};
  context.profiler = static_cast<Profiler*>(&recorder);
  TelemetryReportEvent(&context, "build", kTfLiteError);
  TelemetryReportOpEvent(&context, "run", 3, 1, kTfLiteOk);
  TelemetryReportDelegateEvent(&context, "open", {TelemetrySource::kGpu, 7});
  TelemetryReportDelegateOpEvent(&context, "emit", 2, 0,
                                 {TelemetrySource::kOther, 1});
  EXPECT_THAT(recorder.events, ElementsAre("build TfLiteInterpreter: 1 -1 -1",
                                           "run TfLiteInterpreter: 0 3 1",
                                           "open delegate GPU: 7 -1 -1",
                                           "emit delegate Other: 1 2 0"));
}

TEST(Telemetry, GraphsWithoutProfiler) {
  TfLiteContext context = {};
  TelemetryReportEvent(&context, "build", kTfLiteOk);
  TelemetryReportDelegateEvent(nullptr, "open", TelemetryStatusCode());
}

}  // namespace
}  // namespace telemetry
}  // namespace tflite
