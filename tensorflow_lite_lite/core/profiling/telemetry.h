// Events that a delegate or an operator tells the profiler of its graph, if it
// has one. Nothing leaves the process: what becomes of an event is up to the
// profilers that the application has added.
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

// The event's metric is the status, its metadata -1.
inline void TelemetryReportEvent(TfLiteContext* context, const char* event_name,
                                 TfLiteStatus status) {
  if (Profiler* profiler = ProfilerOf(context)) {
    profiler->AddEvent(event_name, Profiler::EventType::TELEMETRY_EVENT,
                       TelemetryStatusCode(status).code64(), -1, -1);
  }
}

// The same with the node and the graph as metadata.
inline void TelemetryReportOpEvent(TfLiteContext* context,
                                   const char* event_name, int64_t op_idx,
                                   int64_t subgraph_idx, TfLiteStatus status) {
  if (Profiler* profiler = ProfilerOf(context)) {
    profiler->AddEvent(event_name, Profiler::EventType::TELEMETRY_EVENT,
                       TelemetryStatusCode(status).code64(), op_idx,
                       subgraph_idx);
  }
}

// The same by a delegate.
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
