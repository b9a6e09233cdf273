// Events that a delegate or an operator sends to the profiler of its graph, if
// there is one. Nothing leaves the process unless a profiler of the application
// sends it.
#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_H_

#include <cstdint>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/profiling/profiler.h"
#include "tensorflow_lite_lite/core/profiling/telemetry_status.h"

namespace tflite {
namespace telemetry {

inline Profiler* ProfilerOf(const TfLiteContext* context) {
  return context == nullptr ? nullptr
                            : static_cast<Profiler*>(context->profiler);
}

// The event's metric is the status; its metadata is -1.
inline void TelemetryReportEvent(TfLiteContext* context, const char* event_name,
                                 TfLiteStatus status) {
  if (Profiler* profiler = ProfilerOf(context)) {
    profiler->AddEvent(event_name, Profiler::EventType::TELEMETRY_EVENT,
                       TelemetryStatusCode(status).code64(), -1, -1);
  }
}

// The same with node index and subgraph index as metadata.
inline void TelemetryReportOpEvent(TfLiteContext* context,
                                   const char* event_name, int64_t op_idx,
                                   int64_t subgraph_idx, TfLiteStatus status) {
  if (Profiler* profiler = ProfilerOf(context)) {
    profiler->AddEvent(event_name, Profiler::EventType::TELEMETRY_EVENT,
                       TelemetryStatusCode(status).code64(), op_idx,
                       subgraph_idx);
  }
}

// The same for events that a delegate sends.
inline void TelemetryReportDelegateOpEvent(TfLiteContext* context,
                                           const char* event_name,
                                           int64_t op_idx, int64_t subgraph_idx,
                                           TelemetryStatusCode status) {
  if (Profiler* profiler = ProfilerOf(context)) {
    profiler->AddEvent(event_name,
                       Profiler::EventType::TELEMETRY_DELEGATE_EVENT,
                       status.code64(), op_idx, subgraph_idx);
  }
}
inline void TelemetryReportDelegateEvent(TfLiteContext* context,
                                         const char* event_name,
                                         TelemetryStatusCode status) {
  TelemetryReportDelegateOpEvent(context, event_name, -1, -1, status);
}

}  // namespace telemetry
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_H_
