#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_LOGGER_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_LOGGER_H_

namespace tflite {

// Severity of a message. The last one is only used as a threshold, which
// disables logging.
enum LogSeverity : int {
  TFLITE_LOG_VERBOSE = 0,
  TFLITE_LOG_INFO = 1,
  TFLITE_LOG_WARNING = 2,
  TFLITE_LOG_ERROR = 3,
  TFLITE_LOG_SILENT = 4,
};

// Controls which messages are written to the log of the process. Thread-safe.
class LoggerOptions {
 public:
  // Messages with lower severity are dropped.
  static LogSeverity GetMinimumLogSeverity();
  // Returns the previous severity.
  static LogSeverity SetMinimumLogSeverity(LogSeverity new_severity);
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_LOGGER_H_
