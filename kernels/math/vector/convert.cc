#include "kernels/math/vector/convert.h"

#include "kernels/math/bytes/byte_loops.h"
#include "kernels/math/bytes/divide_row.h"
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
  DivideRow(in, count, affine.scale, affine.zero_point, out);
}

}  // namespace tflite::kernels
