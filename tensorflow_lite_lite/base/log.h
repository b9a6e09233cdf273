#ifndef TENSORFLOW_LITE_LITE_BASE_LOG_H_
#define TENSORFLOW_LITE_LITE_BASE_LOG_H_

#include <cstdarg>
#include <functional>

#include "tensorflow_lite_lite/base/namespaces.h"

namespace tflite::base {

// Severity of a message. kSilent is a threshold only: nothing is logged.
enum class LogLevel {
  kVerbose = 0,
  kInfo = 1,
  kWarning = 2,
  kError = 3,
  kSilent = 4
};

// "VERBOSE", "INFO", "WARNING", "ERROR" or "SILENT".
const char* LogLevelName(LogLevel level);

// Receives one message, without a trailing newline. The text is valid until the
// sink returns. Calls are serialized and may come from any thread.
using LogSink = std::function<void(LogLevel level, const char* message)>;

// Sets the sink of the process. An empty one restores the default, which writes
// "<LEVEL>: <message>" lines to stderr. After this returns, the previous sink
// is not called again. Messages logged by a sink itself go to stderr.
void SetLogSink(LogSink sink);

// Drops messages below `level` (initially kInfo). Returns the previous level.
LogLevel SetMinLogLevel(LogLevel level);
LogLevel MinLogLevel();

// Formats as printf does. Thread-safe.
void Log(LogLevel level, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
// Returns the length of the formatted message, or a negative number if
// formatting failed.
int LogV(LogLevel level, const char* format, va_list args)
    __attribute__((format(printf, 2, 0)));

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_LOG_H_
