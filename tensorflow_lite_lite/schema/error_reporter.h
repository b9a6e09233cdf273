#ifndef TENSORFLOW_LITE_LITE_SCHEMA_ERROR_REPORTER_H_
#define TENSORFLOW_LITE_LITE_SCHEMA_ERROR_REPORTER_H_

#include <cstdarg>

namespace tflite {

// Receives the error messages of models and interpreters. Messages may come
// from any thread that uses the object the reporter was given to; the reporter
// must outlive that object.
class ErrorReporter {
 public:
  virtual ~ErrorReporter() = default;

  // Reports one message, formatted as by printf. The result is unused.
  virtual int Report(const char* format, va_list args) = 0;

  int Report(const char* format, ...);
  // The same for C callbacks that pass a context first; it is ignored.
  int ReportError(void* context, const char* format, ...);
};

}  // namespace tflite

#define TF_LITE_REPORT_ERROR(reporter, ...)                               \
  do {                                                                    \
    static_cast<::tflite::ErrorReporter*>(reporter)->Report(__VA_ARGS__); \
  } while (false)

#endif  // TENSORFLOW_LITE_LITE_SCHEMA_ERROR_REPORTER_H_
