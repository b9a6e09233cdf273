#include "delegates/common/byte_tables.h"

#include <algorithm>
#include <cmath>

#include "kernels/activation/activation_function.h"
#include "kernels/binary/binary_arithmetic.h"
#include "kernels/prelu/prelu_function.h"
#include "kernels/unary/unary_function.h"

namespace tflite::delegates {

std::vector<uint8_t> ActivationTable(const Activation& op) {
  const bool is_signed = op.type == kTfLiteInt8;
  return ByteTable(is_signed, [&](int32_t x) -> int32_t {
    return is_signed ? ActivateStored(op, static_cast<int8_t>(x))
                     : ActivateStored(op, static_cast<uint8_t>(x));
  });
}

std::vector<uint8_t> UnaryTable(const Unary& op) {
  const bool is_signed = op.type == kTfLiteInt8;
  return ByteTable(is_signed, [&](int32_t x) -> int32_t {
    return is_signed ? UnaryStored(op, static_cast<int8_t>(x))
                     : UnaryStored(op, static_cast<uint8_t>(x));
  });
}

std::vector<uint8_t> PieceTable(const Concatenation& op,
                                const Concatenation::Piece& piece) {
  const bool is_signed = op.type == kTfLiteInt8;
  const double low = is_signed ? -128 : 0, high = is_signed ? 127 : 255;
  return ByteTable(is_signed, [&](int32_t stored) {
    const double value =
        std::round(static_cast<float>(stored) * piece.scale + piece.bias) +
        static_cast<double>(op.out_zero_point);
    return static_cast<int>(std::clamp(value, low, high));
  });
}

std::vector<uint8_t> PreluTable(const Prelu& op) {
  const bool is_signed = op.type == kTfLiteInt8;
  return BytePairTable(is_signed, [&](int32_t x, int32_t alpha) -> int32_t {
    return is_signed ? PreluStored<int8_t>(op, x, alpha)
                     : PreluStored<uint8_t>(op, x, alpha);
  });
}

std::vector<uint8_t> QuotientTable(const Binary& op) {
  const BinaryQuantization& q = op.q;
  return BytePairTable(op.type == kTfLiteInt8, [&](int32_t x, int32_t y) {
    const int64_t v =
        int64_t{QuantizedQuotient(q, x - q.x.zero_point, y - q.y.zero_point)} +
        q.out.zero_point;
    return std::clamp<int64_t>(v, q.range.min, q.range.max);
  });
}

std::vector<uint8_t> RealTable(const Binary& op) {
  const BinaryQuantization& q = op.q;
  const bool is_signed = op.type == kTfLiteInt8;
  return BytePairTable(is_signed, [&](int32_t x, int32_t y) {
    const float v = RealResult(op.kind, q.x.Real(x), q.y.Real(y));
    const int32_t stored = is_signed ? QuantizeTo<int8_t>(v, q.out)
                                     : QuantizeTo<uint8_t>(v, q.out);
    return std::clamp(stored, q.range.min, q.range.max);
  });
}

}  // namespace tflite::delegates
