#ifndef KERNELS_MATH_PACKED_H_
#define KERNELS_MATH_PACKED_H_

#include <cstdint>

namespace tflite::kernels {

// Element i of packed INT4 values: two per byte, the first in the low half.
inline int8_t PackedInt4At(const uint8_t* packed, int64_t i) {
  const int bits = (packed[i / 2] >> (i % 2 * 4)) & 0xF;
  return static_cast<int8_t>(bits >= 8 ? bits - 16 : bits);
}

// Element i of packed INT2 values: four per byte, the first in the lowest bits.
inline int8_t PackedInt2At(const uint8_t* packed, int64_t i) {
  const int bits = (packed[i / 4] >> (i % 4 * 2)) & 0x3;
  return static_cast<int8_t>(bits >= 2 ? bits - 4 : bits);
}

// `count` elements from the first on, one per byte.
inline void UnpackInt4(const uint8_t* packed, int64_t count, int8_t* out) {
  for (int64_t i = 0; i < count; ++i) out[i] = PackedInt4At(packed, i);
}
inline void UnpackInt2(const uint8_t* packed, int64_t count, int8_t* out) {
  for (int64_t i = 0; i < count; ++i) out[i] = PackedInt2At(packed, i);
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_PACKED_H_
