#ifndef KERNELS_GEMM_TILES_EXACT_FLOATS_H_
#define KERNELS_GEMM_TILES_EXACT_FLOATS_H_

#include <cstdint>

#include "kernels/gemm/isa.h"

namespace tflite::kernels {

// The exact form of factors (GemmRequantColumns) of `columns` columns, a
// multiple of 16. Results less the zero point matter from -negative to
// +positive, at most 255 each; beyond them it is enough that they are beyond.
struct GemmExactFloats {
  const int32_t* multiplier;
  const int32_t* left;  // of sums that it does not overflow
  const int32_t* right;
  int64_t columns;
  int32_t negative, positive;
  // The results. exact[i], 0 before, becomes 1 if all of the 16 columns from
  // 16 * i on have the form.
  float* high;
  float* low;
  float* half;
  uint8_t* exact;
};
// Only for instruction sets that have a use for it (remainder_range).
void SetExactFloats(const GemmIsa& isa, const GemmExactFloats& args);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_TILES_EXACT_FLOATS_H_
