#ifndef KERNELS_GEMM_NIBBLES_NIBBLE_ISA_H_
#define KERNELS_GEMM_NIBBLES_NIBBLE_ISA_H_

#include <cstdint>

// Only plain structs, for the reason that kernels/gemm/isa.h gives.

namespace tflite::kernels {

// Rows of bytes times one panel of 4-bit weights, whose depth is cut into
// blocks:
//   s[b] = start[i][b] + sum over the block of left[i] * (weight + 8)
//          - offset[i] * block_sums[b][j]
//   p = float(s[0]) * scales[0][j] + float(s[1]) * scales[1][j] + ...
//   out[i][j] = clamp(p * row_scale[i] + bias[j])
// Or, of weights in a single block, with a scale of each column instead and
// column_sums[j] in place of block_sums,
//   out[i][j] = clamp(float(s[0]) * (row_scale[i] * column_scale[j]) + bias[j])
// Each product and each sum of floats is rounded.
//
// A panel is [words of the depth][columns][4 bytes], where a word is 8 weights
// of the depth: byte k holds those of k, in its low half, and k + 4. Each is
// stored plus 8.
struct NibbleRows {
  int64_t rows;
  int n;           // columns to store, at most those of a panel
  int64_t blocks;  // of the depth
  int64_t words;   // of a block
  const int8_t* left;
  int64_t left_stride;
  const int32_t* starts;  // row i's at starts + i * blocks
  const uint8_t* right;
  const float* scales;          // [blocks][columns of a panel]; or null
  const uint16_t* half_scales;  // the same as half floats; or null
  const float* column_scales;   // if both are null
  const int32_t* row_offsets;   // or null for 0
  const int16_t* block_sums;    // [blocks][columns of a panel]
  const int32_t* column_sums;   // of a panel
  const float* row_scales;
  const float* bias;  // padded like a panel
  float min, max;
  float* out;
  int64_t out_stride;
};

// What an instruction set has for 4-bit weights.
struct NibbleIsa {
  const char* name;
  int columns;  // of a panel
  bool halves;  // takes half_scales
  void (*rows)(const NibbleRows& rows);
};

// Null where the build has no such code.
const NibbleIsa* NibblesAvx2();
const NibbleIsa* NibblesAvx512Vnni();
const NibbleIsa* NibblesNeon();
const NibbleIsa* NibblesDotprod();

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_NIBBLES_NIBBLE_ISA_H_
