#include "tensorflow_lite_lite/schema/error_reporter.h"

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/schema/stderr_reporter.h"

namespace tflite {

int ErrorReporter::Report(const char* format, ...) {
  va_list args;
  va_start(args, format);
  const int result = Report(format, args);
  va_end(args);
  return result;
}

int ErrorReporter::ReportError(void* context, const char* format, ...) {
  va_list args;
  va_start(args, format);
  const int result = Report(format, args);
  va_end(args);
  return result;
}

int StderrReporter::Report(const char* format, va_list args) {
  return base::LogV(base::LogLevel::kError, format, args);
}

ErrorReporter* DefaultErrorReporter() {
  static StderrReporter* reporter = new StderrReporter;
  return reporter;
}

}  // namespace tflite
