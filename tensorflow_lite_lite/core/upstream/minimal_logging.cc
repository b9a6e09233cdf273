#include "tensorflow_lite_lite/core/upstream/minimal_logging.h"

#include "tensorflow_lite_lite/base/log.h"

namespace tflite {

LogSeverity LoggerOptions::GetMinimumLogSeverity() {
  return static_cast<LogSeverity>(base::MinLogLevel());
}

LogSeverity LoggerOptions::SetMinimumLogSeverity(LogSeverity new_severity) {
  return static_cast<LogSeverity>(
      base::SetMinLogLevel(static_cast<base::LogLevel>(new_severity)));
}

namespace logging_internal {

void MinimalLogger::Log(LogSeverity severity, const char* format, ...) {
  va_list args;
  va_start(args, format);
  LogFormatted(severity, format, args);
  va_end(args);
}

void MinimalLogger::LogFormatted(LogSeverity severity, const char* format,
                                 va_list args) {
  base::LogV(static_cast<base::LogLevel>(severity), format, args);
}

LogSeverity MinimalLogger::GetMinimumLogSeverity() {
  return LoggerOptions::GetMinimumLogSeverity();
}

LogSeverity MinimalLogger::SetMinimumLogSeverity(LogSeverity new_severity) {
  return LoggerOptions::SetMinimumLogSeverity(new_severity);
}

const char* MinimalLogger::GetSeverityName(LogSeverity severity) {
  return base::LogLevelName(static_cast<base::LogLevel>(severity));
}

}  // namespace logging_internal
}  // namespace tflite
