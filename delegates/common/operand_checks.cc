#include "delegates/common/operand_checks.h"

#include <algorithm>
#include <cstdint>

#include "kernels/unary/unary_function.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::delegates {
namespace {

template <typename T>
bool Contains(const TensorView& tensor, int32_t value) {
  const auto values = tensor.span<T>();
  return std::count(values.begin(), values.end(), value) > 0;
}

bool RepresentsZero(const TensorView& divisor, const Binary& op) {
  switch (divisor.type()) {
    case kTfLiteInt8:
      return Contains<int8_t>(divisor, op.q.y.zero_point);
    case kTfLiteUInt8:
      return Contains<uint8_t>(divisor, op.q.y.zero_point);
    default:
      return Contains<int32_t>(divisor, 0);
  }
}

}  // namespace

Status CheckQuantizedBytes(TfLiteType type, bool quantized) {
  if (IsByte(type) && quantized) return OkStatus();
  return Unsupported("type ", TfLiteTypeGetName(type),
                     IsByte(type) ? " without quantization" : "",
                     " is not supported");
}

Status CheckBeta(float beta) {
  if (beta >= 0.0f) return OkStatus();
  return Unsupported("beta ", beta, " is not supported");
}

Status CheckDivisor(const Binary& op, const NodeView& node) {
  const TensorView divisor = node.input(1);
  if (!divisor.is_constant()) {
    return Unsupported("a divisor that might be 0 is not supported");
  }
  if (RepresentsZero(divisor, op)) {
    return Unsupported("a divisor that is 0 is not supported");
  }
  return OkStatus();
}

Status CheckRoot(const Unary& op) {
  const int32_t least = op.type == kTfLiteInt8 ? -128 : 0;
  if (IsRoot(op.kind) && op.in.zero_point != least) {
    return Unsupported("integers that might be negative are not supported");
  }
  return OkStatus();
}

Status CheckIntegerSum(const WeightedSum& sum) {
  if (sum.wide_accumulator) {
    return Unsupported("sums of 64 bits are not supported");
  }
  if (!sum.weights_constant) {
    return Unsupported("weights that are not constant are not supported");
  }
  if (!sum.bias_constant) {
    return Unsupported("a bias that is not constant is not supported");
  }
  if (sum.blocks) {
    return Unsupported("weights with a scale per block are not supported");
  }
  return OkStatus();
}

}  // namespace tflite::delegates
