#include "kernels/binary/binary_compute.h"

namespace tflite::kernels {

BinaryRowFunction FindBinaryRow(const Binary& op) {
  if (op.quantized) return FindQuantizedRow(op);
  switch (op.type) {
    case kTfLiteFloat32:
      return FindFloatRow(op);
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
      return FindHalfRow(op);
    default:
      return FindIntegerRow(op);
  }
}

BinaryPairs::BinaryPairs(const Binary& op, bool x_moves, bool y_moves)
    : op_(op) {
  const Shape run({2}), one({1});
  op_.loop = Broadcast(run, {x_moves ? run : one, y_moves ? run : one});
  if (x_moves && y_moves) byte_row_ = FindBytePairs(op_, &pairs_);
  if (byte_row_ == nullptr) row_ = FindBinaryRow(op_);
}

void BinaryPairs::Run(const void* x, const void* y, int64_t count,
                      void* out) const {
  if (byte_row_ != nullptr) {
    byte_row_(pairs_, static_cast<const uint8_t*>(x), 1,
              static_cast<const uint8_t*>(y), 1, count,
              static_cast<uint8_t*>(out));
  } else {
    row_(op_, {0, {0, 0, 0}, count}, x, y, out);
  }
}

}  // namespace tflite::kernels
