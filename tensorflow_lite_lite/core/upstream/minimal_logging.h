#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_MINIMAL_LOGGING_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_MINIMAL_LOGGING_H_

#include <cstdarg>

#include "tensorflow_lite_lite/core/upstream/logger.h"

namespace tflite {
namespace logging_internal {

// Writes to the log of the process. Formats are those of printf. Thread-safe.
class MinimalLogger {
 public:
  static void Log(LogSeverity severity, const char* format, ...)
      __attribute__((format(printf, 2, 3)));
  static void LogFormatted(LogSeverity severity, const char* format,
                           va_list args) __attribute__((format(printf, 2, 0)));

  static LogSeverity GetMinimumLogSeverity();
  // Returns the previous severity.
  static LogSeverity SetMinimumLogSeverity(LogSeverity new_severity);

  // "INFO", "WARNING" …
  static const char* GetSeverityName(LogSeverity severity);
};

}  // namespace logging_internal
}  // namespace tflite

// Logs in every build: TFLITE_LOG_PROD(tflite::TFLITE_LOG_INFO, "%d nodes", n).
#define TFLITE_LOG_PROD(severity, format, ...)                     \
  ::tflite::logging_internal::MinimalLogger::Log(severity, format, \
                                                 ##__VA_ARGS__)
// Logs only the first time that this line is executed.
#define TFLITE_LOG_PROD_ONCE(severity, format, ...)     \
  do {                                                  \
    static const bool tfll_logged = [&] {               \
      TFLITE_LOG_PROD(severity, format, ##__VA_ARGS__); \
      return true;                                      \
    }();                                                \
    (void)tfll_logged;                                  \
  } while (false)

// Logs in debug builds. The tools have a stream macro with the same name, which
// takes precedence in files that include both.
#ifndef TFLITE_LOG
#ifndef NDEBUG
#define TFLITE_LOG(severity, format, ...) \
  TFLITE_LOG_PROD(severity, format, ##__VA_ARGS__)
#else
#define TFLITE_LOG(severity, format, ...)               \
  do {                                                  \
    if (false) {                                        \
      TFLITE_LOG_PROD(severity, format, ##__VA_ARGS__); \
    }                                                   \
  } while (false)
#endif
#endif
#ifndef NDEBUG
#define TFLITE_LOG_ONCE(severity, format, ...) \
  TFLITE_LOG_PROD_ONCE(severity, format, ##__VA_ARGS__)
#else
#define TFLITE_LOG_ONCE(severity, format, ...)          \
  do {                                                  \
    if (false) {                                        \
      TFLITE_LOG_PROD(severity, format, ##__VA_ARGS__); \
    }                                                   \
  } while (false)
#endif

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_MINIMAL_LOGGING_H_
