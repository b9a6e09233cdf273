#ifndef TESTING_UTIL_H_
#define TESTING_UTIL_H_

#include <cstdarg>
#include <string>

#include "tensorflow_lite_lite/schema/error_reporter.h"

namespace tflite {

// Collects messages, concatenated without separators.
class TestErrorReporter : public ErrorReporter {
 public:
  using ErrorReporter::Report;
  int Report(const char* format, va_list args) override;

  void Reset();
  int num_calls() const { return num_calls_; }
  const std::string& error_messages() const { return error_messages_; }

 private:
  std::string error_messages_;
  int num_calls_ = 0;
};

// Makes the process log to stderr again, at every level.
void LogToStderr();

}  // namespace tflite

#endif  // TESTING_UTIL_H_
