#ifndef TENSORFLOW_LITE_LITE_TYPES_BFLOAT16_H_
#define TENSORFLOW_LITE_LITE_TYPES_BFLOAT16_H_

#include <cstdint>
#include <cstring>

namespace tflite {

// The upper half of an IEEE 754 binary32: 1 sign, 8 exponent and 7 fraction
// bits. A storage type: arithmetic happens in float, through the conversions.
class bfloat16 {
 public:
  bfloat16() = default;
  // Rounds to nearest even. NaN stays NaN.
  bfloat16(float value)
      : bits_(FromFloat(value)) {}  // NOLINT: a number to a number
  bfloat16(double value) : bfloat16(static_cast<float>(value)) {}  // NOLINT
  bfloat16(int value) : bfloat16(static_cast<float>(value)) {}     // NOLINT
  operator float() const {  // NOLINT: exact
    const uint32_t x = static_cast<uint32_t>(bits_) << 16;
    float value;
    std::memcpy(&value, &x, sizeof(value));
    return value;
  }

  static constexpr bfloat16 from_bits(uint16_t bits) {
    return bfloat16(bits, Bits());
  }
  constexpr uint16_t to_bits() const { return bits_; }

  bool is_zero() const { return (bits_ & 0x7fff) == 0; }

  // The distance from 1 to the next larger number, 2^-7.
  static constexpr bfloat16 epsilon() { return from_bits(0x3c00); }
  static constexpr bfloat16 infinity() { return from_bits(0x7f80); }
  // Largest and smallest finite number.
  static constexpr bfloat16 max() { return from_bits(0x7f7f); }
  static constexpr bfloat16 min() { return from_bits(0xff7f); }
  static constexpr bfloat16 lowest() { return min(); }
  // 2^-126.
  static constexpr bfloat16 smallest_normal() { return from_bits(0x0080); }

  bfloat16 operator-() const { return from_bits(bits_ ^ 0x8000); }
  bfloat16& operator+=(float b) { return *this = bfloat16(*this + b); }
  bfloat16& operator-=(float b) { return *this = bfloat16(*this - b); }
  bfloat16& operator*=(float b) { return *this = bfloat16(*this * b); }
  bfloat16& operator/=(float b) { return *this = bfloat16(*this / b); }

 private:
  struct Bits {};
  constexpr bfloat16(uint16_t bits, Bits) : bits_(bits) {}

  static uint16_t FromFloat(float value) {
    uint32_t x;
    std::memcpy(&x, &value, sizeof(x));
    const uint32_t rounded = (x + 0x7fff + ((x >> 16) & 1)) >> 16;
    // Rounding could carry a NaN into the sign bit: keep it as a quiet NaN.
    const uint32_t nan = (x >> 16) | 0x40;
    return static_cast<uint16_t>((x & 0x7fffffff) > 0x7f800000 ? nan : rounded);
  }

  uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2, "bfloat16 is stored as two bytes");

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_TYPES_BFLOAT16_H_
