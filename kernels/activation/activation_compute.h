#ifndef KERNELS_ACTIVATION_ACTIVATION_COMPUTE_H_
#define KERNELS_ACTIVATION_ACTIVATION_COMPUTE_H_

#include <cstdint>

#include "kernels/activation/activation.h"
#include "kernels/math/vector/byte_table.h"
#include "kernels/math/vector/float_map.h"

namespace tflite::kernels {

// The loop over floats of an activation, whose parameter is Activation::alpha:
// what the operator's fast kernel and delegates/cpu run.
struct ActivationLoop {
  FloatLoop run;
  int64_t grain;  // the least number of elements for a thread
};

ActivationLoop ActivationLoopOf(ActivationKind kind);

// Of INT8 and UINT8: the stored results by the stored operands.
ByteTable ActivationTableOf(const Activation& op);

}  // namespace tflite::kernels

#endif  // KERNELS_ACTIVATION_ACTIVATION_COMPUTE_H_
