#include "kernels/math/vector/convert.h"

#include <limits>

#include "kernels/math/bytes/byte_loops.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

template <typename T>
TFLL_ALWAYS_INLINE void ConvertFrom(const T* in, int64_t count, float* out) {
  for (int64_t i = 0; i < count; ++i) out[i] = in[i];
}
template <typename T>
TFLL_ALWAYS_INLINE void ConvertTo(const float* in, int64_t count, T* out) {
  for (int64_t i = 0; i < count; ++i) out[i] = T(in[i]);
}

template <typename T>
TFLL_ALWAYS_INLINE void DequantizeRow(const T* in, int64_t count, Affine affine,
                                      float* out) {
  for (int64_t i = 0; i < count; ++i) {
    out[i] = affine.scale * static_cast<float>(in[i] - affine.zero_point);
  }
}

}  // namespace

TFLL_VECTOR_CLONES
void ToFloats(const half* in, int64_t count, float* out) {
  ConvertFrom(in, count, out);
}
TFLL_VECTOR_CLONES
void ToFloats(const bfloat16* in, int64_t count, float* out) {
  ConvertFrom(in, count, out);
}
TFLL_VECTOR_CLONES
void FromFloats(const float* in, int64_t count, half* out) {
  ConvertTo(in, count, out);
}
TFLL_VECTOR_CLONES
void FromFloats(const float* in, int64_t count, bfloat16* out) {
  ConvertTo(in, count, out);
}

TFLL_VECTOR_CLONES
void DequantizeAll(const int8_t* in, int64_t count, Affine affine, float* out) {
  DequantizeRow(in, count, affine, out);
}
TFLL_VECTOR_CLONES
void DequantizeAll(const uint8_t* in, int64_t count, Affine affine,
                   float* out) {
  DequantizeRow(in, count, affine, out);
}
TFLL_VECTOR_CLONES
void DequantizeAll(const int16_t* in, int64_t count, Affine affine,
                   float* out) {
  DequantizeRow(in, count, affine, out);
}

void QuantizeAll(const float* in, int64_t count, Affine affine, int8_t* out) {
  BestByteLoops().quantize_signed(in, count, affine.scale, affine.zero_point,
                                  reinterpret_cast<uint8_t*>(out));
}
void QuantizeAll(const float* in, int64_t count, Affine affine, uint8_t* out) {
  BestByteLoops().quantize_unsigned(in, count, affine.scale, affine.zero_point,
                                    out);
}
TFLL_VECTOR_CLONES
void QuantizeAll(const float* in, int64_t count, Affine affine, int16_t* out) {
  // Clamping to integers may come before rounding.
  const float low = static_cast<float>(std::numeric_limits<int16_t>::min() -
                                       affine.zero_point);
  const float high = static_cast<float>(std::numeric_limits<int16_t>::max() -
                                        affine.zero_point);
  // The number below one half: added to one half minus its last bit, it gives a
  // sum that does not round up to 1.
  constexpr float kHalf = 0.49999997f;
  for (int64_t i = 0; i < count; ++i) {
    float x = in[i] / affine.scale;
    x = x > low ? x : low;  // NaN becomes the lowest value
    x = x < high ? x : high;
    const int32_t rounded = static_cast<int32_t>(x + std::copysign(kHalf, x));
    out[i] = static_cast<int16_t>(rounded + affine.zero_point);
  }
}

}  // namespace tflite::kernels
