#ifndef KERNELS_GEMM_STORED_FLOAT_ROW_ISA_H_
#define KERNELS_GEMM_STORED_FLOAT_ROW_ISA_H_

#include <cstdint>

// Only plain structs, for the reason that kernels/gemm/isa.h gives.

namespace tflite::kernels {

// One row times a matrix whose columns are stored one after another, as models
// store weights:
//   out[j] = clamp(bias[j] + sum over d of row[d] * weights[j * depth + d])
// Each sum adds its products in the order of the depth, every one rounded once
// with the sum, like that of a tile: its bits are those of GemmFloats.
struct StoredFloatRow {
  const float* row;
  const float* weights;
  int64_t depth;
  const float* bias;  // or null for 0
  float min, max;
  float* out;
};

// Columns [begin, end).
void StoredFloatRowAvx2(const StoredFloatRow& args, int64_t begin, int64_t end);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_FLOAT_ROW_ISA_H_
