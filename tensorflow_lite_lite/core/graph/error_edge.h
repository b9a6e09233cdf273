#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_ERROR_EDGE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_ERROR_EDGE_H_

#include <cstdarg>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"

namespace tflite::core {

// Converts the status that an operator or delegate returned. `message` may be
// empty, because the operator or delegate reports its own message, which
// ErrorEdge::last then returns.
Status FromTfLiteStatus(TfLiteStatus status, std::string message = "");
TfLiteStatus ToTfLiteStatus(const Status& status);

// The boundary at which a graph's errors leave the library: the only place that
// calls the application's reporter and converts a Status to a TfLiteStatus.
// Inside the library, errors are returned. If a second error replaces the first
// one in the returned status, the first is reported before.
class ErrorEdge {
 public:
  // The reporter, which may be null, is read at each report.
  explicit ErrorEdge(ErrorReporter* const* reporter) : reporter_(reporter) {}

  // Reports an error if it has a message. Returns its code in the C ABI.
  TfLiteStatus Report(const Status& status) {
    return status.ok() ? kTfLiteOk : ReportError(status);
  }
  // Reports what operators and delegates pass to TfLiteContext::ReportError.
  void ReportV(const char* format, va_list args);

  // The text of the last report since ClearLast: the message that a failed
  // operator or delegate reported itself.
  const std::string& last() const { return last_; }
  void ClearLast() { last_.clear(); }
  void SetLast(std::string text) { last_ = std::move(text); }

 private:
  TfLiteStatus ReportError(const Status& status);
  void Report(const char* format, ...);

  ErrorReporter* const* reporter_;
  std::string last_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_ERROR_EDGE_H_
