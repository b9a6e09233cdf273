// The implementation of this folder's headers if the system's Abseil has no
// logging library: messages on standard error, and checks that end the program.
#ifndef THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_LOG_FALLBACK_H_
#define THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_LOG_FALLBACK_H_

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

namespace tfll_log {

// One line, written when the object is destroyed: "E file.cc:12] text".
class Message {
 public:
  Message(char severity, const char* file, int line) {
    const char* slash = std::strrchr(file, '/');
    stream_ << severity << " " << (slash == nullptr ? file : slash + 1) << ":"
            << line << "] ";
  }
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  ~Message() { Write(); }

  std::ostream& stream() { return stream_; }

 protected:
  void Write() {
    stream_ << "\n";
    std::cerr << stream_.str() << std::flush;
    stream_.str("");
  }

 private:
  std::ostringstream stream_;
};

// Writes its line and ends the program.
class FatalMessage {
 public:
  FatalMessage(const char* file, int line)
      : message_(std::make_unique<Message>('F', file, line)) {}
  [[noreturn]] ~FatalMessage() {
    message_.reset();
    std::abort();
  }

  std::ostream& stream() { return message_->stream(); }

 private:
  std::unique_ptr<Message> message_;
};

// operator& has a lower precedence than << and a higher one than ?:, so that
// both branches of a macro have type void.
struct Voidify {
  void operator&(std::ostream&) const {}
};

template <typename T, typename = void>
struct IsPrintable : std::false_type {};
template <typename T>
struct IsPrintable<T, std::void_t<decltype(std::declval<std::ostream&>()
                                           << std::declval<const T&>())>>
    : std::true_type {};

template <typename T>
void Print(const T& value, std::ostream* os) {
  if constexpr (IsPrintable<T>::value) {
    *os << value;
  } else if constexpr (std::is_enum_v<T>) {
    *os << static_cast<long long>(value);
  } else {
    *os << "(" << sizeof(T) << " bytes)";
  }
}

// Null if a comparison holds, otherwise a message with the compared values.
template <typename A, typename B>
std::unique_ptr<std::string> Compared(bool holds, const A& a, const B& b,
                                      const char* expression) {
  if (holds) return nullptr;
  std::ostringstream text;
  text << "Check failed: " << expression << " (";
  Print(a, &text);
  text << " vs. ";
  Print(b, &text);
  text << ") ";
  return std::make_unique<std::string>(text.str());
}

#define TFLL_LOG_COMPARISON(Name, op)                             \
  template <typename A, typename B>                               \
  std::unique_ptr<std::string> Name(const A& a, const B& b,       \
                                    const char* expression) {     \
    return Compared(static_cast<bool>(a op b), a, b, expression); \
  }
TFLL_LOG_COMPARISON(Equal, ==)
TFLL_LOG_COMPARISON(NotEqual, !=)
TFLL_LOG_COMPARISON(Less, <)
TFLL_LOG_COMPARISON(LessEqual, <=)
TFLL_LOG_COMPARISON(Greater, >)
TFLL_LOG_COMPARISON(GreaterEqual, >=)
#undef TFLL_LOG_COMPARISON

template <typename T, typename = void>
struct HasStatus : std::false_type {};
template <typename T>
struct HasStatus<T, std::void_t<decltype(std::declval<const T&>().status())>>
    : std::true_type {};

// Null if a Status or StatusOr is OK, otherwise a message.
template <typename T>
std::unique_ptr<std::string> Ok(const T& result, const char* expression) {
  if (result.ok()) return nullptr;
  std::ostringstream text;
  text << "Check failed: " << expression << " is OK (";
  if constexpr (HasStatus<T>::value) {
    Print(result.status(), &text);
  } else {
    Print(result, &text);
  }
  text << ") ";
  return std::make_unique<std::string>(text.str());
}

}  // namespace tfll_log

#define TFLL_LOG_INFO ::tfll_log::Message('I', __FILE__, __LINE__).stream()
#define TFLL_LOG_WARNING ::tfll_log::Message('W', __FILE__, __LINE__).stream()
#define TFLL_LOG_ERROR ::tfll_log::Message('E', __FILE__, __LINE__).stream()
#define TFLL_LOG_FATAL ::tfll_log::FatalMessage(__FILE__, __LINE__).stream()
#define TFLL_LOG_QFATAL TFLL_LOG_FATAL
#ifdef NDEBUG
#define TFLL_LOG_DFATAL TFLL_LOG_ERROR
#else
#define TFLL_LOG_DFATAL TFLL_LOG_FATAL
#endif

// The switch prevents an else after the macro from belonging to it.
#define TFLL_LOG_IF(severity, condition) \
  switch (0)                             \
  case 0:                                \
  default:                               \
    !(condition) ? (void)0 : ::tfll_log::Voidify() & TFLL_LOG_##severity

#define TFLL_CHECK(condition)             \
  switch (0)                              \
  case 0:                                 \
  default:                                \
    (condition) ? (void)0                 \
                : ::tfll_log::Voidify() & \
                      TFLL_LOG_FATAL << "Check failed: " #condition " "

#define TFLL_CHECK_THAT(failure) \
  while (auto tfll_failure = (failure)) TFLL_LOG_FATAL << *tfll_failure
#define TFLL_CHECK_OP(Name, op, a, b) \
  TFLL_CHECK_THAT(::tfll_log::Name(a, b, #a " " #op " " #b))
#define TFLL_CHECK_OK(result) TFLL_CHECK_THAT(::tfll_log::Ok(result, #result))

// In optimized builds, the check is compiled, but never evaluated.
#ifdef NDEBUG
#define TFLL_IN_DEBUG while (false)
#else
#define TFLL_IN_DEBUG
#endif

#endif  // THIRD_PARTY_ABSL_LOG_INCLUDE_ABSL_LOG_LOG_FALLBACK_H_
