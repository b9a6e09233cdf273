#ifndef KERNELS_GEMM_WINOGRAD_WINOGRAD_TILES_H_
#define KERNELS_GEMM_WINOGRAD_WINOGRAD_TILES_H_

#include <cstdint>

// What isa.h's kernels of 3x3 convolutions by Winograd's method work on. Plain
// structs, as there.
//
// A tile of `edge` x `edge` results (edge is 2 or 4) reads (edge + 2) x (edge +
// 2) pixels, which are transformed to as many values per channel, the
// positions. At each position a matrix product over the channels, with the
// filters of that position, gives sums. The sums of all positions are
// transformed to results.

namespace tflite::kernels {

constexpr int kWinogradMostEdge = 4;
constexpr int kWinogradMostPositions =
    (kWinogradMostEdge + 2) * (kWinogradMostEdge + 2);
// Channels of the input are multiples of this.
constexpr int kWinogradLanes = 16;

// The input of one tile: position p goes to out + p * pitch.
struct WinogradInput {
  int edge;
  int64_t channels;
  const float* const* pixels;  // line by line; zeros outside of the image
  float* out;
  int64_t pitch;
};

// The results of one tile for the n channels of a panel, clamp(result + bias).
// The sums of position p are at sums + p * pitch.
struct WinogradOutput {
  int edge;
  int64_t n;
  const float* sums;
  int64_t pitch;
  const float* bias;  // n values
  float min, max;
  float* const* pixels;  // line by line; null outside of the image
};

// The same of 8-bit integers with tiles of 2 x 2 results, in integers: filters
// are transformed to four times what they are for floats, and results are
// divided by four at the end, which leaves no remainder. The products at a
// position are the only step that takes time, with 16-bit operands.

constexpr int kWinogradByteColumns = 16;  // output channels of a panel

// The input of one tile, less its zero point: position p goes to out + p *
// pitch.
struct WinogradByteInput {
  int64_t channels;
  const uint8_t* const* pixels;  // line by line
  bool is_unsigned;              // UINT8, otherwise INT8
  int32_t zero_point;
  int16_t* out;
  int64_t pitch;
};

// sums[t][j] = sum over c of input[t][c] * filters[c / 2][j][c % 2] for `rows`
// tiles and the columns of a panel.
struct WinogradByteProduct {
  int64_t rows, channels;
  const int16_t* input;
  const int16_t* filters;
  int32_t* sums;
};

// The results of one tile for a panel, [pixel, column], with `bias` added and
// modulo 2^32, from the sums of position p at sums + p * pitch.
struct WinogradByteOutput {
  const int32_t* sums;
  int64_t pitch;
  const int32_t* bias;  // of the panel's columns
  int32_t* out;
};

struct WinogradByteIsa {
  void (*input)(const WinogradByteInput& tile);
  void (*product)(const WinogradByteProduct& product);
  void (*output)(const WinogradByteOutput& tile);
};

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_WINOGRAD_WINOGRAD_TILES_H_
