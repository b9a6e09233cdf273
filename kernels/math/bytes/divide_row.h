#ifndef KERNELS_MATH_BYTES_DIVIDE_ROW_H_
#define KERNELS_MATH_BYTES_DIVIDE_ROW_H_

#include <cstdint>
#include <limits>

// Local to the including source, as it is compiled for its instruction set.
namespace tflite::kernels {
namespace {

// Floats to quantized integers, by division. Clamping may come before rounding.
template <typename T>
inline __attribute__((always_inline)) void DivideRow(const float* in,
                                                     int64_t count, float scale,
                                                     int32_t zero_point,
                                                     T* out) {
  const float low =
      static_cast<float>(std::numeric_limits<T>::min() - zero_point);
  const float high =
      static_cast<float>(std::numeric_limits<T>::max() - zero_point);
  for (int64_t i = 0; i < count; ++i) {
    float x = in[i] / scale;
    x = x > low ? x : low;  // NaN becomes the lowest value
    x = x < high ? x : high;
    // The number below one half: a sum with one half minus its last bit does
    // not round up to 1.
    const float half = x < 0 ? -0.49999997f : 0.49999997f;
    out[i] = static_cast<T>(static_cast<int32_t>(x + half) + zero_point);
  }
}

}  // namespace
}  // namespace tflite::kernels

#endif  // KERNELS_MATH_BYTES_DIVIDE_ROW_H_
