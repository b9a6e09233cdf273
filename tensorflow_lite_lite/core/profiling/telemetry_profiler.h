#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_PROFILER_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_PROFILER_H_

#include <cstdint>

#include "tensorflow_lite_lite/core/profiling/profiler.h"

namespace tflite {
namespace telemetry {

// A profiler for an application's own statistics. It gets the same events as
// other profilers and, in addition, events of the telemetry types.
class TelemetryProfiler : public Profiler {};

}  // namespace telemetry
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_PROFILER_H_
