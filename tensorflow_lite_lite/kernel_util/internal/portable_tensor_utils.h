#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_UTILS_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_UTILS_H_

#include <cstdint>

namespace tflite {
namespace tensor_utils {

// 2- and 4-bit integers lie several a byte, the first in the lowest bits. They
// are signed unless `unpack_unsigned` is set.
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

// Floats as 8-bit integers in [-127, 127] with one scale; also tells the least
// and the greatest float. All zeros have scale 1.
void SymmetricQuantizeFloats(const float* values, int size,
                             int8_t* quantized_values, float* min_value,
                             float* max_value, float* scaling_factor);
// The same with the range given.
void SymmetricQuantizeFloats(const float* values, int size,
                             int8_t* quantized_values, float min_value,
                             float max_value, float* scaling_factor);
// In [-128, 127] with a zero point, *offset.
void AsymmetricQuantizeFloats(const float* values, int size,
                              int8_t* quantized_values, float* scaling_factor,
                              int32_t* offset);

}  // namespace tensor_utils
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_UTILS_H_
