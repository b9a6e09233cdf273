#include "tensorflow_lite_lite/core/graph/error_edge.h"

#include <cstdio>
#include <utility>

namespace tflite::core {
namespace {

// The codes for errors of the C ABI, one for each; other codes of ours are
// converted to kTfLiteError.
constexpr std::pair<TfLiteStatus, StatusCode> kCodes[] = {
    {kTfLiteError, StatusCode::kInternal},
    {kTfLiteDelegateError, StatusCode::kUnavailable},
    {kTfLiteApplicationError, StatusCode::kFailedPrecondition},
    {kTfLiteDelegateDataNotFound, StatusCode::kNotFound},
    {kTfLiteDelegateDataWriteError, StatusCode::kAborted},
    {kTfLiteDelegateDataReadError, StatusCode::kDataLoss},
    {kTfLiteUnresolvedOps, StatusCode::kUnimplemented},
    {kTfLiteCancelled, StatusCode::kCancelled},
};

}  // namespace

Status FromTfLiteStatus(TfLiteStatus status, std::string message) {
  if (status == kTfLiteOk) return base::OkStatus();
  for (const auto& [theirs, ours] : kCodes) {
    if (theirs == status) return Status(ours, message);
  }
  return Status(StatusCode::kInternal, message);
}

TfLiteStatus ToTfLiteStatus(const Status& status) {
  if (status.ok()) return kTfLiteOk;
  for (const auto& [theirs, ours] : kCodes) {
    if (ours == status.code()) return theirs;
  }
  return kTfLiteError;
}

TfLiteStatus ErrorEdge::ReportError(const Status& status) {
  if (!status.message().empty()) {
    Report("%s", std::string(status.message()).c_str());
  }
  return ToTfLiteStatus(status);
}

void ErrorEdge::Report(const char* format, ...) {
  va_list args;
  va_start(args, format);
  ReportV(format, args);
  va_end(args);
}

void ErrorEdge::ReportV(const char* format, va_list args) {
  va_list copy;
  va_copy(copy, args);
  char text[1024];
  std::vsnprintf(text, sizeof(text), format, copy);
  va_end(copy);
  last_ = text;
  if (*reporter_ != nullptr) (*reporter_)->Report(format, args);
}

}  // namespace tflite::core
