#ifndef TENSORFLOW_LITE_LITE_BASE_STATUS_H_
#define TENSORFLOW_LITE_LITE_BASE_STATUS_H_

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tensorflow_lite_lite/base/namespaces.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::base {

// Numbered like gRPC's codes.
enum class StatusCode {
  kOk = 0,
  kCancelled = 1,
  kInvalidArgument = 3,
  kNotFound = 5,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
};

// The error type inside the project: OK, or a code and a message. TfLiteStatus
// of the C ABI is used only at the boundary. Copies share the message; usable
// from any thread, like any value type.
class [[nodiscard]] Status {
 public:
  Status() = default;  // OK
  // The message of an OK status is dropped.
  Status(StatusCode code, std::string_view message)
      : error_(code == StatusCode::kOk ? nullptr
                                       : std::make_shared<const Error>(Error{
                                             code, std::string(message)})) {}

  bool ok() const { return error_ == nullptr; }
  StatusCode code() const { return ok() ? StatusCode::kOk : error_->code; }
  // Valid as long as this status or a copy of it is.
  std::string_view message() const {
    return ok() ? std::string_view() : error_->message;
  }
  // "OK", or "INTERNAL: <message>".
  std::string ToString() const;

  // Keeps the first error: takes `other` only if this status is OK.
  void Update(const Status& other) {
    if (ok()) *this = other;
  }
  // For places where an error cannot be handled.
  void IgnoreError() const {}

 private:
  struct Error {
    StatusCode code;
    std::string message;
  };
  std::shared_ptr<const Error> error_;  // null for OK
};

// Same code and message.
inline bool operator==(const Status& a, const Status& b) {
  return a.code() == b.code() && a.message() == b.message();
}
inline bool operator!=(const Status& a, const Status& b) { return !(a == b); }
std::ostream& operator<<(std::ostream& out, const Status& status);

// A value or an error.
template <typename T>
class [[nodiscard]] StatusOr {
 public:
  using value_type = T;

  // `status` must not be OK; if it is, it becomes an error.
  StatusOr(Status status)  // NOLINT: converts, so that functions return errors
      : status_(status.ok() ? Status(StatusCode::kInternal, "no value")
                            : std::move(status)) {}
  template <typename U = T, typename = std::enable_if_t<
                                std::is_convertible_v<U&&, T> &&
                                !std::is_same_v<std::decay_t<U>, StatusOr> &&
                                !std::is_same_v<std::decay_t<U>, Status>>>
  StatusOr(U&& value)  // NOLINT: converts, so that functions return values
      : value_(std::forward<U>(value)) {}

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }

  // The value; only if ok().
  const T& operator*() const& { return *value_; }
  T& operator*() & { return *value_; }
  T&& operator*() && { return *std::move(value_); }
  const T* operator->() const { return &*value_; }
  T* operator->() { return &*value_; }

 private:
  Status status_;
  std::optional<T> value_;
};

inline Status OkStatus() { return {}; }

// Invalid input from a model, caller or device. The text names the offending
// node, tensor or file; callers add context.
template <typename... Args>
[[nodiscard]] Status Invalid(const Args&... args) {
  return Status(StatusCode::kInvalidArgument, StrCat(args...));
}

// The one code that means "leave this node on the CPU". Not an error by itself:
// its text is the reason shown to the user.
template <typename... Args>
[[nodiscard]] Status Unsupported(const Args&... args) {
  return Status(StatusCode::kUnimplemented, StrCat(args...));
}

// A broken internal invariant, or exhausted memory or device resources.
template <typename... Args>
[[nodiscard]] Status Internal(const Args&... args) {
  return Status(StatusCode::kInternal, StrCat(args...));
}

// An optional library or device is not available on this system.
template <typename... Args>
[[nodiscard]] Status Unavailable(const Args&... args) {
  return Status(StatusCode::kUnavailable, StrCat(args...));
}

// Memory, or another resource that may become free later, is exhausted.
template <typename... Args>
[[nodiscard]] Status ResourceExhausted(const Args&... args) {
  return Status(StatusCode::kResourceExhausted, StrCat(args...));
}

// The application requested cancellation.
template <typename... Args>
[[nodiscard]] Status Cancelled(const Args&... args) {
  return Status(StatusCode::kCancelled, StrCat(args...));
}

inline bool IsInvalid(const Status& status) {
  return status.code() == StatusCode::kInvalidArgument;
}
inline bool IsUnsupported(const Status& status) {
  return status.code() == StatusCode::kUnimplemented;
}
inline bool IsInternal(const Status& status) {
  return status.code() == StatusCode::kInternal;
}
inline bool IsUnavailable(const Status& status) {
  return status.code() == StatusCode::kUnavailable;
}
inline bool IsResourceExhausted(const Status& status) {
  return status.code() == StatusCode::kResourceExhausted;
}

// The same status with `prefix` and ": " before its message.
[[nodiscard]] inline Status Annotate(const Status& status,
                                     const std::string& prefix) {
  if (status.ok()) return status;
  return Status(status.code(), StrCat(prefix, ": ", status.message()));
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

// Checks a numbered constraint of an operator; the number is the one in its
// header. TFLL_CONSTRAINT(C3, stride > 0, "stride is ", stride) returns "C3:
// stride is 0" if the condition is false.
#define TFLL_CONSTRAINT(id, condition, ...)                                  \
  do {                                                                       \
    if (!(condition)) return ::tflite::base::Invalid(#id ": ", __VA_ARGS__); \
  } while (0)

#endif  // TENSORFLOW_LITE_LITE_BASE_STATUS_H_
