#ifndef DELEGATES_COMMON_BYTE_TABLES_H_
#define DELEGATES_COMMON_BYTE_TABLES_H_

#include <cstdint>
#include <vector>

#include "kernels/activation/activation.h"
#include "kernels/binary/binary.h"
#include "kernels/concatenation/concatenation.h"
#include "kernels/prelu/prelu.h"
#include "kernels/unary/unary.h"

// Functions of quantized INT8 and UINT8 values as lookup tables, for devices
// that look results up. Entries have the bits of the reference kernels.
namespace tflite::delegates {

using namespace kernels;

// The value of a stored byte.
inline int32_t StoredByte(int byte, bool is_signed) {
  return is_signed ? static_cast<int8_t>(byte) : byte;
}

// 256 entries, by the stored byte x. function(x) returns the stored result.
template <typename Function>
std::vector<uint8_t> ByteTable(bool is_signed, Function function) {
  std::vector<uint8_t> table(256);
  for (int i = 0; i < 256; ++i) {
    table[i] = static_cast<uint8_t>(function(StoredByte(i, is_signed)));
  }
  return table;
}

// 65536 entries; the entry of the stored bytes x and y is at x + 256 * y.
// function(x, y) returns the stored result.
template <typename Function>
std::vector<uint8_t> BytePairTable(bool is_signed, Function function) {
  std::vector<uint8_t> table(65536);
  for (int i = 0; i < 65536; ++i) {
    table[i] = static_cast<uint8_t>(function(StoredByte(i & 255, is_signed),
                                             StoredByte(i >> 8, is_signed)));
  }
  return table;
}

// ByteTables.
std::vector<uint8_t> ActivationTable(const Activation& op);
std::vector<uint8_t> UnaryTable(const Unary& op);
// For a piece whose quantization differs from the output's.
std::vector<uint8_t> PieceTable(const Concatenation& op,
                                const Concatenation::Piece& piece);

// BytePairTables.
std::vector<uint8_t> PreluTable(const Prelu& op);
// For BinaryForm::kQuotient.
std::vector<uint8_t> QuotientTable(const Binary& op);
// For BinaryForm::kReal.
std::vector<uint8_t> RealTable(const Binary& op);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_BYTE_TABLES_H_
