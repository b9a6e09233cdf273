#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "kernels/concatenation/concatenation.h"
#include "kernels/math/cells.h"

namespace tflite::kernels {
namespace {

template <typename T>
T Requantize(const Concatenation& op, const Concatenation::Piece& piece,
             T value) {
  const float scaled =
      std::round(static_cast<float>(value) * piece.scale + piece.bias);
  const double shifted = static_cast<double>(scaled) + op.out_zero_point;
  return static_cast<T>(
      std::min<double>(std::max<double>(shifted, std::numeric_limits<T>::min()),
                       std::numeric_limits<T>::max()));
}

template <typename T>
Status EvalRequantized(const Concatenation& op, EvalContext& context) {
  T* out = context.out<T>(0);
  for (int64_t row = 0; row < op.rows; ++row) {
    for (size_t i = 0; i < op.pieces.size(); ++i) {
      const Concatenation::Piece& piece = op.pieces[i];
      const T* in = context.in<T>(static_cast<int>(i)) + row * piece.width;
      for (int64_t k = 0; k < piece.width; ++k) {
        *out++ = piece.requantize ? Requantize(op, piece, in[k]) : in[k];
      }
    }
  }
  return OkStatus();
}

}  // namespace

Status EvalConcatenationReference(const Concatenation& op,
                                  EvalContext& context) {
  if (op.requantize) {
    switch (op.type) {
      case kTfLiteInt8:
        return EvalRequantized<int8_t>(op, context);
      case kTfLiteUInt8:
        return EvalRequantized<uint8_t>(op, context);
      default:
        return EvalRequantized<int16_t>(op, context);
    }
  }
  absl::InlinedVector<int, 8> inputs(op.pieces.size());
  std::iota(inputs.begin(), inputs.end(), 0);
  return MoveCells(op, context, inputs, [&op](const Cells& cells) {
    char* out = cells.out[0];
    for (int64_t row = 0; row < op.rows; ++row) {
      for (size_t i = 0; i < op.pieces.size(); ++i) {
        const int64_t bytes = op.pieces[i].width * cells.bytes;
        if (bytes == 0) continue;
        std::memcpy(out, cells.in[i] + row * bytes, static_cast<size_t>(bytes));
        out += bytes;
      }
    }
    return OkStatus();
  });
}

}  // namespace tflite::kernels
