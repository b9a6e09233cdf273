#ifndef KERNELS_BINARY_BYTES_BYTE_PAIRS_H_
#define KERNELS_BINARY_BYTES_BYTE_PAIRS_H_

#include <cstdint>

// Sums, differences and products of quantized bytes in vectors, with the
// results of the fixed-point arithmetic of binary.h. Plain structs only:
// sources compiled for wider instructions include this.
//
// A result is estimated in float, as a fixed-point number of 16 fractional
// bits to which one half is added, so that its upper bits are the rounded
// result. If the fraction is within the estimate's error of a whole number, the
// fixed-point arithmetic could round to another result, and the block of
// elements is computed again in that arithmetic. On Arm, sums are estimated in
// integers, and products are computed in fixed-point arithmetic from the start:
// there it takes few instructions.
namespace tflite::kernels {

struct BytePairs {
  bool is_signed, multiplies;
  int32_t x_zero_point, y_zero_point;
  // w = x_scale x + y_scale y + start for sums, of stored x and y;
  // w = scale (x - x_zero_point)(y - y_zero_point) + start, below_start where
  // the product is negative, for products. All in 65536ths.
  float x_scale, y_scale, scale;
  float start, below_start;
  // A result is in doubt where (w & doubt_mask) == 0.
  int32_t doubt_mask;
  // The estimate of sums in integers, in units of 2^-20:
  // w = x_factor (x - x_zero_point) + y_factor (y - y_zero_point) + first.
  // x_factor is odd. A result is in doubt where (w >> 4) % 65536 < doubts;
  // doubts == 0: there is no such estimate.
  int32_t x_factor, y_factor, first, doubts;
  int32_t low, high;  // bounds of the stored result

  // The fixed-point arithmetic: multiplier, and how far it shifts right.
  int32_t unit, sign;  // sums: left shift as a factor, -1 if y is subtracted
  int32_t x_multiplier, x_shift, y_multiplier, y_shift;
  int32_t multiplier, shift;
  int32_t out_zero_point;
};

// out[i] from x[i * x_step] and y[i * y_step]; a step is 0 or 1, not both 0
// unless `count` is 1. `out` may be x or y.
using BytePairsRow = void (*)(const BytePairs& p, const uint8_t* x, int x_step,
                              const uint8_t* y, int y_step, int64_t count,
                              uint8_t* out);

// The row function for `p` of an instruction set; null if it has none.
using BytePairsRows = BytePairsRow (*)(const BytePairs& p);

// Those that this machine runs, best first.
const BytePairsRows* AllBytePairsRows(int* count);
// The best row function for `p`; null if this machine has none.
BytePairsRow FindBytePairsRow(const BytePairs& p);

// By instruction set; null where the build has no such code.
BytePairsRows BytePairsRowsAvx2();
BytePairsRows BytePairsRowsAvx512();
BytePairsRows BytePairsRowsNeon();

}  // namespace tflite::kernels

#endif  // KERNELS_BINARY_BYTES_BYTE_PAIRS_H_
