#ifndef KERNELS_MATH_BYTES_BYTE_LOOPS_H_
#define KERNELS_MATH_BYTES_BYTE_LOOPS_H_

#include <cstdint>

// Conversions of floats to quantized bytes, in the vectors of one instruction
// set. Plain structs only: sources compiled for wider instructions include
// this.
namespace tflite::kernels {

struct ByteLoops {
  // Stores round(x / scale) + zero_point, halves away from zero, saturated to
  // bytes; `x / scale` is rounded to float before. NaN becomes the lowest byte.
  void (*quantize_signed)(const float* x, int64_t count, float scale,
                          int32_t zero_point, uint8_t* out);
  void (*quantize_unsigned)(const float* x, int64_t count, float scale,
                            int32_t zero_point, uint8_t* out);
};

// Those that this machine runs, best first; the last ones are portable.
const ByteLoops* const* AllByteLoops(int* count);
inline const ByteLoops& BestByteLoops() {
  int count;
  return *AllByteLoops(&count)[0];
}

// By instruction set; null where the build has no such code.
const ByteLoops* ByteLoopsPortable();
const ByteLoops* ByteLoopsAvx2();
const ByteLoops* ByteLoopsAvx512();

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_BYTES_BYTE_LOOPS_H_
