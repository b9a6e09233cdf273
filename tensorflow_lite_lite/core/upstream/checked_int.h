#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_CHECKED_INT_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_CHECKED_INT_H_

#include <cstdint>
#include <type_traits>
#include <utility>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// The integer type with twice the width of T.
template <typename T>
struct Widen;
template <>
struct Widen<int8_t> {
  using type = int16_t;
};
template <>
struct Widen<uint8_t> {
  using type = uint16_t;
};
template <>
struct Widen<int16_t> {
  using type = int32_t;
};
template <>
struct Widen<uint16_t> {
  using type = uint32_t;
};
template <>
struct Widen<int32_t> {
  using type = int64_t;
};
template <>
struct Widen<uint32_t> {
  using type = uint64_t;
};

template <typename T, typename = void>
struct CanWiden : std::false_type {};
template <typename T>
struct CanWiden<T, std::void_t<typename Widen<T>::type>> : std::true_type {};

// An integer that records whether a calculation that led to it has overflowed.
// Division by zero, and a quotient that does not fit, count as overflow.
template <typename T>
class CheckedInt {
 public:
  static_assert(std::is_integral_v<T>, "CheckedInt is for integers");
  using type = T;

  CheckedInt() = default;
  CheckedInt(const CheckedInt&) = default;
  CheckedInt(CheckedInt&&) = default;
  CheckedInt& operator=(const CheckedInt&) = default;
  CheckedInt& operator=(CheckedInt&&) = default;

  template <typename U, typename = std::enable_if_t<std::is_integral_v<U>>>
  CheckedInt(U value) {  // NOLINT: values convert
    overflow_ = __builtin_add_overflow(value, U{0}, &value_);
  }
  template <typename U>
  CheckedInt(const CheckedInt<U>& other)  // NOLINT: values convert
      : CheckedInt(other.Value()) {
    overflow_ |= other.Overflow();
  }
  template <typename U>
  CheckedInt& operator=(const CheckedInt<U>& other) {
    return *this = CheckedInt(other);
  }

  // The value after wrap-around if Overflow() is true.
  T Value() const noexcept { return value_; }
  bool Overflow() const noexcept { return overflow_; }
  TfLiteStatus Status() const noexcept {
    return overflow_ ? kTfLiteError : kTfLiteOk;
  }

  template <typename U>
  CheckedInt& operator+=(const CheckedInt<U>& b) noexcept {
    overflow_ |=
        b.Overflow() | __builtin_add_overflow(value_, b.Value(), &value_);
    return *this;
  }
  template <typename U>
  CheckedInt& operator-=(const CheckedInt<U>& b) noexcept {
    overflow_ |=
        b.Overflow() | __builtin_sub_overflow(value_, b.Value(), &value_);
    return *this;
  }
  template <typename U>
  CheckedInt& operator*=(const CheckedInt<U>& b) noexcept {
    overflow_ |=
        b.Overflow() | __builtin_mul_overflow(value_, b.Value(), &value_);
    return *this;
  }
  template <typename U>
  CheckedInt& operator/=(const CheckedInt<U>& b) noexcept {
    overflow_ |= b.Overflow();
    if (b.Value() == 0) {
      overflow_ = true;
      return *this;
    }
    // By magnitudes, as no type holds every pair of signed and unsigned values.
    const uint64_t quotient = Magnitude(value_) / Magnitude(b.Value());
    const bool negative = IsNegative(value_) != IsNegative(b.Value());
    overflow_ |= negative ? __builtin_sub_overflow(0, quotient, &value_)
                          : __builtin_add_overflow(0, quotient, &value_);
    return *this;
  }

  template <typename U, typename = std::enable_if_t<std::is_integral_v<U>>>
  CheckedInt& operator+=(U b) noexcept {
    return *this += CheckedInt<U>(b);
  }
  template <typename U, typename = std::enable_if_t<std::is_integral_v<U>>>
  CheckedInt& operator-=(U b) noexcept {
    return *this -= CheckedInt<U>(b);
  }
  template <typename U, typename = std::enable_if_t<std::is_integral_v<U>>>
  CheckedInt& operator*=(U b) noexcept {
    return *this *= CheckedInt<U>(b);
  }
  template <typename U, typename = std::enable_if_t<std::is_integral_v<U>>>
  CheckedInt& operator/=(U b) noexcept {
    return *this /= CheckedInt<U>(b);
  }

 private:
  template <typename V>
  static bool IsNegative(V value) noexcept {
    return std::is_signed_v<V> && value < V{0};
  }
  template <typename V>
  static uint64_t Magnitude(V value) noexcept {
    const auto bits = static_cast<uint64_t>(value);
    return IsNegative(value) ? 0 - bits : bits;
  }

  T value_ = 0;
  bool overflow_ = false;
};

template <typename T>
CheckedInt(T) -> CheckedInt<T>;

// Arithmetic with a checked integer and another one, or with a plain integer on
// either side.
#define TFLL_CHECKED_INT_OPERATOR(OP)                                      \
  template <typename T, typename U>                                        \
  CheckedInt<std::common_type_t<T, U>> operator OP(                        \
      const CheckedInt<T>& a, const CheckedInt<U>& b) noexcept {           \
    CheckedInt<std::common_type_t<T, U>> c(a);                             \
    c OP## = b;                                                            \
    return c;                                                              \
  }                                                                        \
  template <typename T, typename U,                                        \
            typename = std::enable_if_t<std::is_integral_v<U>>>            \
  CheckedInt<std::common_type_t<T, U>> operator OP(const CheckedInt<T>& a, \
                                                   U b) noexcept {         \
    return a OP CheckedInt<U>(b);                                          \
  }                                                                        \
  template <typename T, typename U,                                        \
            typename = std::enable_if_t<std::is_integral_v<T>>>            \
  CheckedInt<std::common_type_t<T, U>> operator OP(                        \
      T a, const CheckedInt<U>& b) noexcept {                              \
    return CheckedInt<T>(a) OP b;                                          \
  }

TFLL_CHECKED_INT_OPERATOR(+)
TFLL_CHECKED_INT_OPERATOR(-)
TFLL_CHECKED_INT_OPERATOR(*)
TFLL_CHECKED_INT_OPERATOR(/)
#undef TFLL_CHECKED_INT_OPERATOR

// Compares values; overflow of the operands is ignored.
#define TFLL_CHECKED_INT_COMPARISON(OP)                              \
  template <typename T, typename U>                                  \
  bool operator OP(const CheckedInt<T>& a, const CheckedInt<U>& b) { \
    return a.Value() OP b.Value();                                   \
  }                                                                  \
  template <typename T, typename U,                                  \
            typename = std::enable_if_t<std::is_integral_v<U>>>      \
  bool operator OP(const CheckedInt<T>& a, U b) {                    \
    return a.Value() OP b;                                           \
  }

TFLL_CHECKED_INT_COMPARISON(==)
TFLL_CHECKED_INT_COMPARISON(!=)
TFLL_CHECKED_INT_COMPARISON(<)
TFLL_CHECKED_INT_COMPARISON(<=)
TFLL_CHECKED_INT_COMPARISON(>)
TFLL_CHECKED_INT_COMPARISON(>=)
#undef TFLL_CHECKED_INT_COMPARISON

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_CHECKED_INT_H_
