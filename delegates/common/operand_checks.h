#ifndef DELEGATES_COMMON_OPERAND_CHECKS_H_
#define DELEGATES_COMMON_OPERAND_CHECKS_H_

#include "kernels/binary/binary.h"
#include "kernels/math/weighted_sum.h"
#include "kernels/unary/unary.h"
#include "tensorflow_lite_lite/base/node_view.h"
#include "tensorflow_lite_lite/base/status.h"

// Which operands a device does not support.
namespace tflite::delegates {

using namespace kernels;

// Unsupported unless the type is INT8 or UINT8 and quantized.
Status CheckQuantizedBytes(TfLiteType type, bool quantized);

// For a SOFTMAX whose exponents are relative to a row's greatest element: an
// error if beta is negative, which would let exponentials overflow, or NaN.
Status CheckBeta(float beta);

// For some values of their operands, kernels on the CPU report an error during
// Invoke. A device that cannot report errors must leave a node to the CPU if
// its operands may have such values:

// For a division of INT32, or of quantized INT8 or UINT8: an error if the
// divisor is not a constant, or represents 0 somewhere.
Status CheckDivisor(const Binary& op, const NodeView& node);

// For quantized INT8 or UINT8: an error if the operator has no result for
// negative operands and the operand's type can represent these.
Status CheckRoot(const Unary& op);

// For a sum of products of 8-bit integers on a device that adds up 32 bits and
// packs constant weights: an error if the sum needs anything else.
Status CheckIntegerSum(const WeightedSum& sum);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_OPERAND_CHECKS_H_
