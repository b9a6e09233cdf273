#ifndef TENSORFLOW_LITE_LITE_CORE_GRAPH_ERROR_EDGE_H_
#define TENSORFLOW_LITE_LITE_CORE_GRAPH_ERROR_EDGE_H_

#include <cstdarg>
#include <string>
#include <utility>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/error_reporter.h"

namespace tflite::core {

// The status of an operator or a delegate. `message` may be empty: who failed
// has reported by itself, and says so through ErrorEdge::last.
Status FromTfLiteStatus(TfLiteStatus status, std::string message = "");
TfLiteStatus ToTfLiteStatus(const Status& status);

// Where the errors of a graph leave the library: the one place that tells the
// application's reporter, and turns a Status into a TfLiteStatus. Inside,
// errors are returned. Where a second error takes the place of a first in what
// is returned, the first is reported before.
class ErrorEdge {
 public:
  // The reporter, which may be null, is looked up at each report.
  explicit ErrorEdge(ErrorReporter* const* reporter) : reporter_(reporter) {}

  // Reports an error that has a message. Returns its code for the C ABI.
  TfLiteStatus Report(const Status& status);
  // What operators and delegates report through TfLiteContext.
  void ReportV(const char* format, va_list args);

  // The text of the last report since it was cleared: the own words of an
  // operator or delegate that has failed.
  const std::string& last() const { return last_; }
  void ClearLast() { last_.clear(); }
  void SetLast(std::string text) { last_ = std::move(text); }

 private:
  void Report(const char* format, ...);

  ErrorReporter* const* reporter_;
  std::string last_;
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_GRAPH_ERROR_EDGE_H_
