#ifndef TENSORFLOW_LITE_LITE_BASE_STATUS_H_
#define TENSORFLOW_LITE_LITE_BASE_STATUS_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tensorflow_lite_lite/base/namespaces.h"

namespace tflite::base {

// Errors inside the project. The C ABI's TfLiteStatus appears only at its edge.
using Status = absl::Status;
template <typename T>
using StatusOr = absl::StatusOr<T>;

inline Status OkStatus() { return absl::OkStatus(); }

// A model, a caller or a device did something wrong. The text names the
// offending node, tensor or file; callers add what they know around it.
template <typename... Args>
[[nodiscard]] Status Invalid(const Args&... args) {
  return absl::InvalidArgumentError(absl::StrCat(args...));
}

// The one code that means "leave this node on the CPU". Never an error by
// itself: its text is the reason the user is shown.
template <typename... Args>
[[nodiscard]] Status Unsupported(const Args&... args) {
  return absl::UnimplementedError(absl::StrCat(args...));
}

// Our own invariant is broken, or memory or a device is exhausted.
template <typename... Args>
[[nodiscard]] Status Internal(const Args&... args) {
  return absl::InternalError(absl::StrCat(args...));
}

// The same status with `prefix` and ": " before its message.
[[nodiscard]] inline Status Annotate(const Status& status,
                                     const std::string& prefix) {
  if (status.ok()) return status;
  return Status(status.code(), absl::StrCat(prefix, ": ", status.message()));
}

}  // namespace tflite::base

#define TFLL_RETURN_IF_ERROR(expr)                                           \
  do {                                                                       \
    if (::tflite::base::Status tfll_s = (expr); !tfll_s.ok()) return tfll_s; \
  } while (0)

#define TFLL_CONCAT_(a, b) a##b
#define TFLL_CONCAT(a, b) TFLL_CONCAT_(a, b)

// TFLL_ASSIGN_OR_RETURN(auto x, MakeX());
#define TFLL_ASSIGN_OR_RETURN(lhs, expr) \
  TFLL_ASSIGN_OR_RETURN_(TFLL_CONCAT(tfll_or_, __LINE__), lhs, expr)
#define TFLL_ASSIGN_OR_RETURN_(tmp, lhs, expr) \
  auto tmp = (expr);                           \
  if (!tmp.ok()) return tmp.status();          \
  lhs = *std::move(tmp)

// Checks a numbered constraint of an operator; the number is the one its header
// lists. TFLL_CONSTRAINT(C3, stride > 0, "stride is ", stride) returns
// "C3: stride is 0" when it does not hold.
#define TFLL_CONSTRAINT(id, condition, ...)                                  \
  do {                                                                       \
    if (!(condition)) return ::tflite::base::Invalid(#id ": ", __VA_ARGS__); \
  } while (0)

#endif  // TENSORFLOW_LITE_LITE_BASE_STATUS_H_
