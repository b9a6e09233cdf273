#ifndef KERNELS_MATH_VECTOR_BYTE_TABLE_H_
#define KERNELS_MATH_VECTOR_BYTE_TABLE_H_

#include <cstdint>

namespace tflite::kernels {

// A function of 8-bit integers by its 256 values. Indices and values are the
// stored bytes, whatever their sign.
struct ByteTable {
  // function(stored value as T) gives the T to store. T is int8_t or uint8_t.
  template <typename T, typename Function>
  static ByteTable Of(Function function) {
    ByteTable table;
    for (int i = 0; i < 256; ++i) {
      const T x = static_cast<T>(static_cast<uint8_t>(i));
      table.value[i] = static_cast<uint8_t>(function(x));
    }
    return table;
  }

  // out[i] = value[in[i]]; in and out may be the same.
  void Apply(const void* in, int64_t count, void* out) const;

  alignas(64) uint8_t value[256];
};

// As ByteTable::Apply, of the 256 bytes of a table.
using ByteTableRow = void(const uint8_t* table, const uint8_t* in,
                          int64_t count, uint8_t* out);

// The code of each instruction set that the processor has; Apply uses the
// first.
ByteTableRow* const* AllByteTableRows(int* count);

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_VECTOR_BYTE_TABLE_H_
