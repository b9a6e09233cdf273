#ifndef KERNELS_GEMM_REQUANT_TILES_H_
#define KERNELS_GEMM_REQUANT_TILES_H_

#include <cstdint>

// What isa.h's kernels that turn sums into results work on. Plain structs, as
// there.

namespace tflite::kernels {

// The factors by which sums become 8-bit values, one per column, with padding
// to a multiple of 16 columns:
//   y = zero_point + MultiplyByQuantizedMultiplier(x, factor of the column,
//                                                  halves)
// GemmRequantizer makes them, in equivalent forms.
struct GemmRequantColumns {
  const int32_t* multiplier;
  const int32_t* left;   // shift before the multiplication
  const int32_t* right;  // rounding shift after it
  bool has_left;         // some `left` is not 0
  // In floats, if right shifts are 0 to 31, and no left shift overflows:
  //   y = zero_point + round(x * scale + (x < 0 ? -nudge : nudge)),
  // or with `nudge` for all x if halves are taken up. The nudge is the rounding
  // of the high product that a right shift follows.
  // If the argument of round() is within kGemmRequantDoubt of a half, the
  // result is in doubt and is computed again with integers; values far outside
  // of the 8-bit range do not matter.
  const float* scale;
  const float* nudge;
  // In floats without doubt, of blocks of 16 columns whose `exact` is 1, see
  // tiles/exact_floats.cc:
  //   y = zero_point + trunc(x * high + (x * low + (x < 0 ? -half : half))),
  // where the sum in brackets is rounded to the nearest float, and the outer
  // one towards 0. Null: no block.
  const uint8_t* exact = nullptr;
  const float* high = nullptr;
  const float* low = nullptr;
  const float* half = nullptr;
  int32_t zero_point, min, max;
  // The sign bit, or 0 if halves are taken up instead of away from zero.
  int32_t sign_bit = INT32_MIN;
};

// The least and the greatest of each of 16 sequences of `count` numbers:
//   v[0] = first, v[i + 1] = (v[i] - step) mod modulus,
// all of them below the modulus, which is below 2^31.
struct GemmRemainders {
  const uint32_t* first;
  const uint32_t* step;
  const uint32_t* modulus;
  uint32_t count;
  uint32_t* least;
  uint32_t* greatest;
};

// x, scale and the sum are each rounded to 24 bits, and |y - zero_point| is at
// most 256 where it matters: 2^-16 + 2^-16 + 2^-16 in all.
constexpr float kGemmRequantDoubt = 1.0f / (1 << 14);

constexpr int kGemmRequantRows = 16;

struct GemmRequantTile {
  const int32_t* acc;  // what follows a row's n values is not read
  int64_t acc_pitch;
  int64_t m, n;  // m at most kGemmRequantRows
  const GemmRequantColumns* columns;
  int64_t first_column;  // of acc[0] within `columns`; a multiple of 16
  uint8_t* const* out;   // m rows; int8 and uint8 alike
};

// out = clamp(float(acc - row_offset * column_sum) * row_scale * column_scale
//             + bias)
struct GemmDequantTile {
  const int32_t* acc;
  int64_t acc_pitch;
  int64_t m, n;
  const float* row_scale;
  const int32_t* row_offset;  // null: 0
  const int32_t* column_sum;  // n values
  const float* column_scale;  // n values
  const float* bias;          // n values, or null
  float min, max;
  float* const* out;
};

// What a kernel that keeps its sums makes of them: bytes, like a
// GemmRequantTile, or floats, like a GemmDequantTile without row offsets.
struct GemmResults {
  const GemmRequantColumns* columns;
  int64_t first_column;       // of the kernel's columns within `columns`
  bool floats_fit;            // requantize_floats could be used
  const float* column_scale;  // null: bytes
  float row_scale;
  const float* bias;  // or null
  float min, max;
  void* out;
  int64_t out_stride;  // elements
  // Of GemmIsa::float_results: scales and offsets (null: 0) of the rows,
  // instead of row_scale, with the columns' sums; or null.
  const float* row_scales = nullptr;
  const int32_t* row_offsets = nullptr;
  const int32_t* column_sums = nullptr;
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_REQUANT_TILES_H_
