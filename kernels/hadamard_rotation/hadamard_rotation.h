#ifndef KERNELS_HADAMARD_ROTATION_HADAMARD_ROTATION_H_
#define KERNELS_HADAMARD_ROTATION_HADAMARD_ROTATION_H_

#include <cstdint>

#include "tensorflow_lite_lite/base/op.h"

namespace tflite::kernels {

// aeq.hadamard_rotation: cuts the innermost dimension into runs of
// hadamard_size elements and multiplies each with the orthonormal Hadamard
// matrix of that size,
//   H[i, j] = (-1)^(number of ones that the bits of i and j share) / sqrt(size)
//
// Input   FLOAT32 of rank 1 or more
// Output  FLOAT32, the same shape
//
// Options: hadamard_size; random_binary_vector, which has no effect: models
// give the signs of their rotation to other operators.
//
// Constraints:
//   C1 one input and one output
//   C2 both are FLOAT32, the input of rank 1 or more
//   C3 the options are a valid flexbuffer map
//   C4 hadamard_size is a power of two that divides the innermost extent
struct HadamardRotation : BoundOp {
  int64_t size = 1;
  int64_t runs = 0;
};

StatusOr<HadamardRotation> BindHadamardRotation(const NodeView& node);

// size log size operations per run.
Status EvalHadamardRotationReference(const HadamardRotation& op,
                                     EvalContext& context);

}  // namespace tflite::kernels

#endif  // KERNELS_HADAMARD_ROTATION_HADAMARD_ROTATION_H_
