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

// Numbered as gRPC does.
enum class StatusCode {
  kOk = 0,
  kCancelled = 1,
  kInvalidArgument = 3,
  kResourceExhausted = 8,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
};

// Errors inside the project: OK, or a code and a message. The C ABI's
// TfLiteStatus appears only at its edge. Copies share the message; from any
// thread, as other values are.
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

  // Takes the place of OK, never of an error that came before.
  void Update(const Status& other) {
    if (ok()) *this = other;
  }
  // Where nothing can be done about an error.
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

// A value, or the error that took its place.
template <typename T>
class [[nodiscard]] StatusOr {
 public:
  using value_type = T;

  // `status` is not OK; one that is becomes an error.
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

// A model, a caller or a device did something wrong. The text names the
// offending node, tensor or file; callers add what they know around it.
template <typename... Args>
[[nodiscard]] Status Invalid(const Args&... args) {
  return Status(StatusCode::kInvalidArgument, StrCat(args...));
}

// The one code that means "leave this node on the CPU". Never an error by
// itself: its text is the reason the user is shown.
template <typename... Args>
[[nodiscard]] Status Unsupported(const Args&... args) {
  return Status(StatusCode::kUnimplemented, StrCat(args...));
}

// Our own invariant is broken, or memory or a device is exhausted.
template <typename... Args>
[[nodiscard]] Status Internal(const Args&... args) {
  return Status(StatusCode::kInternal, StrCat(args...));
}

// A library or a device that the system may have is not there.
template <typename... Args>
[[nodiscard]] Status Unavailable(const Args&... args) {
  return Status(StatusCode::kUnavailable, StrCat(args...));
}

// Memory, or another resource that may be free again later, is short.
template <typename... Args>
[[nodiscard]] Status ResourceExhausted(const Args&... args) {
  return Status(StatusCode::kResourceExhausted, StrCat(args...));
}

// The application asked for the run to end.
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

// Checks a numbered constraint of an operator; the number is the one its header
// lists. TFLL_CONSTRAINT(C3, stride > 0, "stride is ", stride) returns
// "C3: stride is 0" when it does not hold.
#define TFLL_CONSTRAINT(id, condition, ...)                                  \
  do {                                                                       \
    if (!(condition)) return ::tflite::base::Invalid(#id ": ", __VA_ARGS__); \
  } while (0)

#endif  // TENSORFLOW_LITE_LITE_BASE_STATUS_H_
