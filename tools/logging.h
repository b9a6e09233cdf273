#ifndef TOOLS_LOGGING_H_
#define TOOLS_LOGGING_H_

#include <sstream>

namespace tflite {
namespace logging {

// One line of a tool's output, written by the destructor: INFO and WARN to
// standard output, ERROR and FATAL to standard error, with a prefix such as
// "INFO: ". FATAL then ends the program with status 1.
class LoggingWrapper {
 public:
  enum class LogSeverity : int { INFO = 0, WARN = 1, ERROR = 2, FATAL = 3 };

  explicit LoggingWrapper(LogSeverity severity)
      : LoggingWrapper(severity, true) {}
  // Written only if `log` is true.
  LoggingWrapper(LogSeverity severity, bool log)
      : severity_(severity), log_(log) {}
  ~LoggingWrapper();
  LoggingWrapper(const LoggingWrapper&) = delete;
  LoggingWrapper& operator=(const LoggingWrapper&) = delete;

  std::stringstream& Stream() { return stream_; }

 private:
  std::stringstream stream_;
  LogSeverity severity_;
  bool log_;
};

}  // namespace logging
}  // namespace tflite

// In files that include the interpreter's minimal_logging.h, too, this macro
// takes precedence over the one there, in either order.
#undef TFLITE_LOG
#define TFLITE_LOG(severity)                                    \
  ::tflite::logging::LoggingWrapper(                            \
      ::tflite::logging::LoggingWrapper::LogSeverity::severity) \
      .Stream()

#define TFLITE_MAY_LOG(severity, should_log)                                  \
  ::tflite::logging::LoggingWrapper(                                          \
      ::tflite::logging::LoggingWrapper::LogSeverity::severity, (should_log)) \
      .Stream()

#define TFLITE_TOOLS_CHECK(condition) \
  TFLITE_MAY_LOG(FATAL, !(condition)) << #condition " does not hold. "

#define TFLITE_TOOLS_CHECK_EQ(a, b) TFLITE_TOOLS_CHECK((a) == (b))

#endif  // TOOLS_LOGGING_H_
