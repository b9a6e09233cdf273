#ifndef KERNELS_GEMM_DEPTHWISE_TILES_H_
#define KERNELS_GEMM_DEPTHWISE_TILES_H_

#include <cstdint>

#include "kernels/gemm/requant_tiles.h"

// What isa.h's kernels of depthwise convolutions work on. Plain structs, as
// there.

namespace tflite::kernels {

// Depthwise convolution of `pixels` adjacent results of one row:
//   out[p][c] = clamp(bias[c] + sum over t of
//       in[p * pixel_step + offsets[t] + c] * weights[weight_offsets[t] + c])
struct DepthwiseFloatTile {
  int64_t channels;
  int pixels;  // at most kDepthwiseMaxPixels
  const float* in;
  int64_t pixel_step;
  int64_t taps;
  const int64_t* offsets;
  const int64_t* weight_offsets;
  const float* weights;
  const float* bias;  // or null
  float min, max;
  float* out;
  int64_t out_step;
};
constexpr int kDepthwiseMaxPixels = 4;

// Depthwise convolution of adjacent results of adjacent rows by a filter of
// `lines` times `taps` taps. All taps are inside the image, but for the first
// cut_first columns of taps of the first result and the last cut_last ones of
// the last result; results beside them lack `stride` columns less each:
//   out[r][p][c] = clamp(bias[c] + sum over l, t of
//       in[r * stride + l][(p * stride + t) * column_step + c] *
//       weights[(taps * l + t) * tap_step + c])
// The bits of a result do not depend on the rows beside it.
struct DepthwiseFloatLine {
  int64_t channels;
  int64_t pixels;
  int cut_first, cut_last;  // at most taps / 2; no result lacks both
  int lines;                // 1 to `taps`
  int stride;               // 1 or 2
  const float* in[5];
  int64_t column_step;
  const float* weights;
  int64_t tap_step;
  const float* bias;  // or null
  float min, max;
  float* out;
  int64_t out_step;
  int taps = 3;  // or 5 of one row; see GemmIsa
  int rows = 1;  // several, see GemmIsa, only with as many lines as taps
  int64_t out_row_step = 0;
};

// The sums of one result pixel: acc[c] = start[c] + sum over t of in[t][c] *
// weight, modulo 2^32. `weights` are packed for the kernel by DepthwiseWeights;
// acc and start reach up to a multiple of the kernel's block, `in` has `taps`
// pointers, a multiple of the kernel's group.
struct DepthwiseIntTile {
  int64_t channels;
  int64_t taps;
  const uint8_t* const* in;
  const void* weights;
  const int32_t* start;
  int32_t* acc;
  int parts;         // of byte kernels: 1, or 2 where a weight is a sum of two
  bool is_unsigned;  // of int16 kernels: the bytes are UINT8
  // Of int16 kernels: subtracted from the bytes, unless keeps_zero_point.
  int32_t zero_point;
  uint8_t flip;  // of byte kernels: bits to invert
};

// Adjacent results of one row by a filter of 3 lines of 3 adjacent columns;
// their sums are those of DepthwiseIntTile with 12 taps: 4 of each column, the
// last of which has no weight. Columns outside the image are at `padding`. With
// stride 0, column i of result j is, of line l, at in[l] + apart[i] + j *
// column_step[l]; `left`, `width` and `padding` are not used.
struct DepthwiseIntLine {
  int64_t channels, pixels;
  int stride;              // columns from result to result: 1 or 2, or 0
  int64_t left, width;     // the first result's first column; the image's width
  const uint8_t* in[3];    // the image's first column
  int64_t column_step[3];  // 0 for a line outside of the image
  const uint8_t* padding;  // `channels` bytes
  const void* weights;
  const int32_t* start;
  int parts;  // these three as in DepthwiseIntTile
  bool is_unsigned;
  int32_t zero_point;
  uint8_t flip;
  GemmResults to;         // out_stride: from result to result
  int64_t apart[3] = {};  // stride 0
};

// A kernel for DepthwiseIntTile and the order in which it reads weights:
//   [blocks of channels][groups of taps][parts][vectors][lanes][4 channels]
//   [taps of the group].
// Vector v, lane l, place j is channel (l * vectors + v) * 4 + j of the block.
struct DepthwiseIntKernel {
  void (*run)(const DepthwiseIntTile& tile);  // null: there is none
  int group, vectors, lanes;
  int block;         // channels: 4 * vectors * lanes
  int weight_bytes;  // 1 or 2
  void (*line)(const DepthwiseIntLine& line) = nullptr;  // null: there is none
  // Int16 kernels: the input's zero point is in the start values, as it is for
  // byte kernels.
  bool keeps_zero_point = false;
  // Multiples of so many channels are faster by `line` than several results
  // side by side that fill vectors.
  int line_multiple = 8;
  bool line_apart = false;  // `line` takes stride 0
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_DEPTHWISE_TILES_H_
