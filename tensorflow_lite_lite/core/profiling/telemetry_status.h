#ifndef TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_STATUS_H_
#define TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_STATUS_H_

#include <cstdint>
#include <string>

#include "tensorflow_lite_lite/c/c_api_types.h"

namespace tflite {
namespace telemetry {

// The component that reports a status.
enum class TelemetrySource : uint32_t {
  kInterpreter = 0,
  kGpu = 1,
  kNnapi = 2,
  kHexagon = 3,
  kXnnpack = 4,
  kCoreml = 5,
  // Delegates that are not listed here.
  kOther = 6,
};

inline const char* TelemetrySourceName(TelemetrySource source) {
  constexpr const char* kNames[] = {"TfLiteInterpreter", "GPU",     "NNAPI",
                                    "Hexagon",           "XNNPACK", "CoreML"};
  const auto i = static_cast<uint32_t>(source);
  return i < sizeof(kNames) / sizeof(kNames[0]) ? kNames[i] : "Other";
}

// The result of an operation, as a code defined by the reporting component; 0
// means success.
struct TelemetryStatusCode {
  TelemetryStatusCode() = default;
  TelemetryStatusCode(TelemetrySource source, uint32_t code)
      : source(source), code(code) {}
  explicit TelemetryStatusCode(TfLiteStatus status)
      : code(static_cast<uint32_t>(status)) {}

  // Value for Profiler::AddEvent: the source in the upper 32 bits, the code in
  // the lower 32 bits.
  uint64_t code64() const {
    return uint64_t{static_cast<uint32_t>(source)} << 32 | code;
  }
  static TelemetryStatusCode FromCode64(uint64_t bits) {
    return {static_cast<TelemetrySource>(bits >> 32),
            static_cast<uint32_t>(bits)};
  }

  // For example "GPU: 3".
  std::string DebugString() const {
    return std::string(TelemetrySourceName(source)) + ": " +
           std::to_string(code);
  }
  bool operator==(const TelemetryStatusCode& other) const {
    return source == other.source && code == other.code;
  }

  TelemetrySource source = TelemetrySource::kInterpreter;
  uint32_t code = 0;
};

}  // namespace telemetry
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_PROFILING_TELEMETRY_STATUS_H_
