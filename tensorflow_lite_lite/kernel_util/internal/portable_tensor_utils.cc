#include "tensorflow_lite_lite/kernel_util/internal/portable_tensor_utils.h"

#include <algorithm>
#include <cmath>

#include "kernels/math/hybrid.h"
#include "kernels/math/packed.h"

namespace tflite {
namespace tensor_utils {

void UnpackPackedIntToInt8(const int8_t* src_buffer, int num_elements,
                           int bit_width, int8_t* dst_buffer,
                           bool unpack_unsigned) {
  const auto* packed = reinterpret_cast<const uint8_t*>(src_buffer);
  if (bit_width == 4) kernels::UnpackInt4(packed, num_elements, dst_buffer);
  if (bit_width == 2) kernels::UnpackInt2(packed, num_elements, dst_buffer);
  if (!unpack_unsigned || (bit_width != 4 && bit_width != 2)) return;
  const int mask = (1 << bit_width) - 1;
  for (int i = 0; i < num_elements; ++i) {
    dst_buffer[i] = static_cast<int8_t>(dst_buffer[i] & mask);
  }
}

void PackInt8IntoDenseInt(const int8_t* src_buffer, int num_elements,
                          int bit_width, int8_t* dst_buffer) {
  const int per_byte = 8 / bit_width;
  const unsigned mask = (1u << bit_width) - 1;
  for (int first = 0; first < num_elements; first += per_byte) {
    const int count = std::min(per_byte, num_elements - first);
    unsigned byte = 0;
    for (int i = 0; i < count; ++i) {
      const auto bits = static_cast<unsigned>(src_buffer[first + i]) & mask;
      byte |= bits << (i * bit_width);
    }
    dst_buffer[first / per_byte] = static_cast<int8_t>(byte);
  }
}

void UnpackDenseInt4IntoInt8(const int8_t* src_buffer, int num_elements,
                             int8_t* dst_buffer) {
  UnpackPackedIntToInt8(src_buffer, num_elements, 4, dst_buffer);
}

void PackInt8IntoDenseInt4(const int8_t* src_buffer, int num_elements,
                           int8_t* dst_buffer) {
  PackInt8IntoDenseInt(src_buffer, num_elements, 4, dst_buffer);
}

void SymmetricQuantizeFloats(const float* values, int size,
                             int8_t* quantized_values, float* min_value,
                             float* max_value, float* scaling_factor) {
  *min_value = 0.0f;
  *max_value = 0.0f;
  if (size > 0) {
    const auto [least, greatest] = std::minmax_element(values, values + size);
    *min_value = *least;
    *max_value = *greatest;
  }
  SymmetricQuantizeFloats(values, size, quantized_values, *min_value,
                          *max_value, scaling_factor);
}

void SymmetricQuantizeFloats(const float* values, int size,
                             int8_t* quantized_values, float min_value,
                             float max_value, float* scaling_factor) {
  constexpr float kLimit = 127.0f;
  const float range = std::max(std::abs(min_value), std::abs(max_value));
  if (range == 0.0f) {
    std::fill_n(quantized_values, size, int8_t{0});
    *scaling_factor = 1.0f;
    return;
  }
  *scaling_factor = range / kLimit;
  const float inverse = kLimit / range;
  for (int i = 0; i < size; ++i) {
    const float steps = std::round(values[i] * inverse);
    quantized_values[i] =
        static_cast<int8_t>(std::min(kLimit, std::max(-kLimit, steps)));
  }
}

void AsymmetricQuantizeFloats(const float* values, int size,
                              int8_t* quantized_values, float* scaling_factor,
                              int32_t* offset) {
  const kernels::RowQuantization row =
      kernels::QuantizeRowAsymmetric(values, size, quantized_values);
  *scaling_factor = row.scale;
  *offset = row.zero_point;
}

}  // namespace tensor_utils
}  // namespace tflite
