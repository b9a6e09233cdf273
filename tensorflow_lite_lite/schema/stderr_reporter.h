#ifndef TENSORFLOW_LITE_LITE_SCHEMA_STDERR_REPORTER_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_STDERR_REPORTER_H_

#include <cstdarg>

#include "tensorflow_lite_lite/schema/error_reporter.h"

namespace tflite {

// Sends messages to the process's log at LogLevel::kError; by default that is
// stderr (base/log.h).
class StderrReporter : public ErrorReporter {
 public:
  using ErrorReporter::Report;
  int Report(const char* format, va_list args) override;
};

// The reporter used if the caller gives none. Never destroyed.
ErrorReporter* DefaultErrorReporter();

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_STDERR_REPORTER_H_
