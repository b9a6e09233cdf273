#ifndef KERNELS_GEMM_STORED_FLOAT_ROW_ISA_H_
#define KERNELS_GEMM_STORED_FLOAT_ROW_ISA_H_

#include <cstdint>

// Only plain structs, for the reason that kernels/gemm/isa.h gives.

namespace tflite::kernels {

// One row times a matrix whose columns are stored one after another, as models
// store weights:
//   out[j] = clamp(sum over d of row[d] * weights[j * depth + d] + bias[j])
// Columns are read as fast as memory gives them: to add products in the order
// of the depth, like tiles, the weights would have to be transposed. 16 sums of
// each column take every 16th product, rounded once with the sum; then the last
// 8 are added to the first 8, of these the last 4 to the first 4, and so on.
// The bits are the same on all processors, but not those of GemmFloats.
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

// One row times a matrix whose lines, of one depth each, are stored one after
// another:
//   out[j] = sum over d of row[d] * matrix[d * columns + j]
// Products are added in the order of the depth, each rounded once with the sum,
// like those of GemmFloats' tiles. Where fewer than 64 columns are left, so
// that these would wait for each other, 2, 4 or 8 sums of a column take turns.
struct FloatRowByLines {
  const float* row;
  const float* matrix;
  int64_t depth, columns;
  float* out;
};

// Columns [begin, end).
void FloatRowByLinesAvx2(const FloatRowByLines& args, int64_t begin,
                         int64_t end);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_STORED_FLOAT_ROW_ISA_H_
