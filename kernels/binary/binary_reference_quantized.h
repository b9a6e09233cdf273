#ifndef KERNELS_BINARY_BINARY_REFERENCE_QUANTIZED_H_
#define KERNELS_BINARY_BINARY_REFERENCE_QUANTIZED_H_

#include "kernels/binary/binary.h"

namespace tflite::kernels {

// EvalBinaryReference of operands that represent real numbers.
Status EvalQuantizedBinaryReference(const Binary& op, EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BINARY_REFERENCE_QUANTIZED_H_
