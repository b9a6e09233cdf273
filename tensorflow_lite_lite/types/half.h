#ifndef TENSORFLOW_LITE_LITE_TYPES_HALF_H_
#define TENSORFLOW_LITE_LITE_TYPES_HALF_H_

#include <cstdint>
#include <cstring>

namespace tflite {

// IEEE 754 binary16: 1 sign, 5 exponent and 10 fraction bits. A storage type:
// arithmetic happens in float, through the conversions.
class half {
 public:
  half() = default;
  // Rounds to nearest even; overflow becomes infinity. NaN stays NaN.
  half(float value)
      : bits_(FromFloat(value)) {}  // NOLINT: a number to a number
  half(double value) : half(static_cast<float>(value)) {}  // NOLINT
  half(int value) : half(static_cast<float>(value)) {}     // NOLINT
  operator float() const { return ToFloat(bits_); }        // NOLINT: exact

  static constexpr half from_bits(uint16_t bits) { return half(bits, Bits()); }
  constexpr uint16_t to_bits() const { return bits_; }

  bool is_zero() const { return (bits_ & 0x7fff) == 0; }

  // The distance from 1 to the next larger number, 2^-10.
  static constexpr half epsilon() { return from_bits(0x1400); }
  static constexpr half infinity() { return from_bits(0x7c00); }
  // Largest and smallest finite number, 65504 and -65504.
  static constexpr half max() { return from_bits(0x7bff); }
  static constexpr half min() { return from_bits(0xfbff); }
  static constexpr half lowest() { return min(); }
  // 2^-14.
  static constexpr half smallest_normal() { return from_bits(0x0400); }

  half operator-() const { return from_bits(bits_ ^ 0x8000); }
  half& operator+=(float b) { return *this = half(*this + b); }
  half& operator-=(float b) { return *this = half(*this - b); }
  half& operator*=(float b) { return *this = half(*this * b); }
  half& operator/=(float b) { return *this = half(*this / b); }

 private:
  struct Bits {};
  constexpr half(uint16_t bits, Bits) : bits_(bits) {}

  static uint16_t FromFloat(float value) {
    uint32_t x;
    std::memcpy(&x, &value, sizeof(x));
    const uint32_t sign = (x >> 16) & 0x8000;
    x &= 0x7fffffff;
    // Below 2^-14: adding 0.5 places the rounded bits of the subnormal at the
    // end of the fraction.
    float magnitude;
    std::memcpy(&magnitude, &x, sizeof(magnitude));
    magnitude += 0.5f;
    uint32_t shifted;
    std::memcpy(&shifted, &magnitude, sizeof(shifted));
    const uint32_t subnormal = shifted - 0x3f000000;
    // Rebias the exponent and round off the excess fraction bits.
    const uint32_t normal = (x - 0x38000000 + 0xfff + ((x >> 13) & 1)) >> 13;
    const uint32_t special = x > 0x7f800000 ? 0x7e00 : 0x7c00;
    const uint32_t finite = x < 0x38800000 ? subnormal : normal;
    // From 65520 on the nearest value is infinity.
    return static_cast<uint16_t>(sign | (x >= 0x477ff000 ? special : finite));
  }

  static float ToFloat(uint16_t bits) {
    const uint32_t magnitude = static_cast<uint32_t>(bits & 0x7fff) << 13;
    const uint32_t exponent = magnitude & 0x0f800000;
    const uint32_t rebased = magnitude + 0x38000000;
    // Infinity and NaN use the maximum exponent.
    const uint32_t wide =
        exponent == 0x0f800000 ? rebased + 0x38000000 : rebased;
    // Subnormals: raise the exponent by one and subtract the implicit bit.
    const uint32_t lifted = rebased + 0x00800000;
    float value, subnormal;
    std::memcpy(&value, &wide, sizeof(value));
    std::memcpy(&subnormal, &lifted, sizeof(subnormal));
    subnormal -= 0x1p-14f;
    const float result = exponent == 0 ? subnormal : value;
    uint32_t out;
    std::memcpy(&out, &result, sizeof(out));
    out |= static_cast<uint32_t>(bits & 0x8000) << 16;
    float signed_result;
    std::memcpy(&signed_result, &out, sizeof(signed_result));
    return signed_result;
  }

  uint16_t bits_;
};

static_assert(sizeof(half) == 2, "half is stored as two bytes");

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_TYPES_HALF_H_
