#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_LOGGER_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_LOGGER_H_

namespace tflite {

// Severity of a message. The last is a threshold only: nothing is logged.
enum LogSeverity : int {
  TFLITE_LOG_VERBOSE = 0,
  TFLITE_LOG_INFO = 1,
  TFLITE_LOG_WARNING = 2,
  TFLITE_LOG_ERROR = 3,
  TFLITE_LOG_SILENT = 4,
};

// What of the process's log is written. Thread-safe.
class LoggerOptions {
 public:
  // Messages below it are dropped.
  static LogSeverity GetMinimumLogSeverity();
  // Returns the previous one.
  static LogSeverity SetMinimumLogSeverity(LogSeverity new_severity);
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_LOGGER_H_
