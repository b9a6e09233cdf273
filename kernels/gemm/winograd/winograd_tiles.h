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

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_WINOGRAD_WINOGRAD_TILES_H_
