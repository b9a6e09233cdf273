#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_UTILS_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_UTILS_H_

#include <cstdint>

namespace tflite {
namespace tensor_utils {

// Several 2- or 4-bit integers are packed in a byte, the first in the lowest
// bits. They are signed unless `unpack_unsigned` is set.
void UnpackPackedIntToInt8(const int8_t* src_buffer, int num_elements,
                           int bit_width, int8_t* dst_buffer,
                           bool unpack_unsigned = false);
void PackInt8IntoDenseInt(const int8_t* src_buffer, int num_elements,
                          int bit_width, int8_t* dst_buffer);
// The same for 4 bits.
void UnpackDenseInt4IntoInt8(const int8_t* src_buffer, int num_elements,
                             int8_t* dst_buffer);
void PackInt8IntoDenseInt4(const int8_t* src_buffer, int num_elements,
                           int8_t* dst_buffer);

// Quantizes floats to 8-bit integers in [-127, 127] with one scale; also
// returns the minimum and maximum. If all values are 0, the scale is 1.
void SymmetricQuantizeFloats(const float* values, int size,
                             int8_t* quantized_values, float* min_value,
                             float* max_value, float* scaling_factor);
// The same with a given range.
void SymmetricQuantizeFloats(const float* values, int size,
                             int8_t* quantized_values, float min_value,
                             float max_value, float* scaling_factor);
// Quantizes to [-128, 127] with the zero point *offset.
void AsymmetricQuantizeFloats(const float* values, int size,
                              int8_t* quantized_values, float* scaling_factor,
                              int32_t* offset);

}  // namespace tensor_utils
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_UTILS_H_
