#ifndef TENSORFLOW_LITE_LITE_TYPES_FLOAT8_H_
#define TENSORFLOW_LITE_LITE_TYPES_FLOAT8_H_

#include <cmath>
#include <cstdint>

namespace tflite {

// A number in one byte: sign, 7 - kFractionBits exponent bits, fraction. A
// storage type: arithmetic happens in float, through the conversions. Without
// infinities, the largest magnitude alone is NaN and what is too large becomes
// NaN.
template <int kFractionBits, bool kInfinities>
class Float8 {
 public:
  Float8() = default;
  // To the nearest, halves to even.
  Float8(float value)
      : bits_(FromFloat(value)) {}  // NOLINT: a number to a number
  Float8(double value) : Float8(static_cast<float>(value)) {}  // NOLINT
  Float8(int value) : Float8(static_cast<float>(value)) {}     // NOLINT
  operator float() const { return ToFloat(bits_); }            // NOLINT: exact

  static constexpr Float8 from_bits(uint8_t bits) {
    return Float8(bits, Bits());
  }
  constexpr uint8_t to_bits() const { return bits_; }

  static constexpr Float8 max() { return from_bits(kLargest); }
  static constexpr Float8 lowest() { return from_bits(0x80 | kLargest); }
  static constexpr Float8 smallest_normal() {
    return from_bits(1 << kFractionBits);
  }
  // The distance from 1 to the next larger number.
  static Float8 epsilon() { return Float8(std::ldexp(1.0f, -kFractionBits)); }

  Float8 operator-() const { return from_bits(bits_ ^ 0x80); }

 private:
  struct Bits {};
  constexpr Float8(uint8_t bits, Bits) : bits_(bits) {}

  static constexpr int kExponentBits = 7 - kFractionBits;
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  static constexpr int kMinExponent = 1 - kBias;
  static constexpr int kOne = 1 << kFractionBits;
  static constexpr uint8_t kTop = (0x7f >> kFractionBits) << kFractionBits;
  static constexpr uint8_t kLargest = kInfinities ? kTop - 1 : 0x7e;
  static constexpr uint8_t kNan = kInfinities ? kTop | (kOne >> 1) : 0x7f;
  static constexpr uint8_t kTooLarge = kInfinities ? kTop : kNan;

  static uint8_t FromFloat(float value) {
    const uint8_t sign = std::signbit(value) ? 0x80 : 0;
    if (std::isnan(value)) return sign | kNan;
    if (std::isinf(value)) return sign | kTooLarge;
    const float magnitude = std::abs(value);
    int exponent = magnitude == 0.0f ? kMinExponent : std::ilogb(magnitude);
    if (exponent < kMinExponent) exponent = kMinExponent;
    if (exponent > kBias + 1) return sign | kTooLarge;
    // Whole steps; one too many carries into the exponent by itself.
    const int steps = static_cast<int>(
        std::nearbyint(std::ldexp(magnitude, kFractionBits - exponent)));
    const int bits = (exponent - kMinExponent) * kOne + steps;
    return sign | static_cast<uint8_t>(bits > kLargest ? kTooLarge : bits);
  }

  static float ToFloat(uint8_t bits) {
    const int magnitude = bits & 0x7f;
    const int exponent = magnitude >> kFractionBits;
    const int fraction = magnitude & (kOne - 1);
    float value = exponent == 0
                      ? std::ldexp(static_cast<float>(fraction),
                                   kMinExponent - kFractionBits)
                      : std::ldexp(static_cast<float>(kOne + fraction),
                                   exponent - kBias - kFractionBits);
    if (magnitude > kLargest) {
      value = kInfinities && magnitude == kTop ? HUGE_VALF : NAN;
    }
    return (bits & 0x80) != 0 ? -value : value;
  }

  uint8_t bits_;
};

// 4 exponent bits, 3 of fraction, no infinity: up to 448.
using float8_e4m3fn = Float8<3, false>;
// 5 exponent bits, 2 of fraction, as IEEE 754: up to 57344.
using float8_e5m2 = Float8<2, true>;

static_assert(sizeof(float8_e4m3fn) == 1 && sizeof(float8_e5m2) == 1,
              "stored as one byte");

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_TYPES_FLOAT8_H_
