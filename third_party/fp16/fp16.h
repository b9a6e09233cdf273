// Conversions between float and the bits of an IEEE 754 binary16, under the
// names of the FP16 library, for code that was written with it.
#ifndef THIRD_PARTY_FP16_FP16_H_
#define THIRD_PARTY_FP16_FP16_H_

#include <cstdint>
#include <cstring>

#include "tensorflow_lite_lite/types/half.h"

inline uint32_t fp32_to_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

inline float fp32_from_bits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

// Rounds to nearest, ties to even; values that are too large become infinity.
inline uint16_t fp16_ieee_from_fp32_value(float value) {
  return tflite::half(value).to_bits();
}

inline float fp16_ieee_to_fp32_value(uint16_t bits) {
  return static_cast<float>(tflite::half::from_bits(bits));
}

// The same value as the bits of a float.
inline uint32_t fp16_ieee_to_fp32_bits(uint16_t bits) {
  return fp32_to_bits(fp16_ieee_to_fp32_value(bits));
}

#endif  // THIRD_PARTY_FP16_FP16_H_
