#include "testing/util.h"

#include <cstdio>

#include "tensorflow_lite_lite/base/log.h"

namespace tflite {

int TestErrorReporter::Report(const char* format, va_list args) {
  char message[2048];
  const int length = std::vsnprintf(message, sizeof(message), format, args);
  if (length >= 0) error_messages_ += message;
  ++num_calls_;
  return length;
}

void TestErrorReporter::Reset() {
  error_messages_.clear();
  num_calls_ = 0;
}

void LogToStderr() {
  base::SetLogSink(nullptr);
  base::SetMinLogLevel(base::LogLevel::kVerbose);
}

}  // namespace tflite
