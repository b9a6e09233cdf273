#ifndef KERNELS_MATH_VECTOR_CONVERT_H_
#define KERNELS_MATH_VECTOR_CONVERT_H_

#include <cstdint>

#include "kernels/math/affine.h"
#include "tensorflow_lite_lite/types/bfloat16.h"
#include "tensorflow_lite_lite/types/half.h"

// Arrays of `count` numbers to floats and back, in vector instructions. Results
// are those of the scalar conversions to the bit. Input and output do not
// overlap.
namespace tflite::kernels {

void ToFloats(const half* in, int64_t count, float* out);
void ToFloats(const bfloat16* in, int64_t count, float* out);
void FromFloats(const float* in, int64_t count, half* out);
void FromFloats(const float* in, int64_t count, bfloat16* out);

// scale * (in - zero_point).
void DequantizeAll(const int8_t* in, int64_t count, Affine affine, float* out);
void DequantizeAll(const uint8_t* in, int64_t count, Affine affine, float* out);
void DequantizeAll(const int16_t* in, int64_t count, Affine affine, float* out);

// QuantizeTo of every number.
void QuantizeAll(const float* in, int64_t count, Affine affine, int8_t* out);
void QuantizeAll(const float* in, int64_t count, Affine affine, uint8_t* out);
void QuantizeAll(const float* in, int64_t count, Affine affine, int16_t* out);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_VECTOR_CONVERT_H_
