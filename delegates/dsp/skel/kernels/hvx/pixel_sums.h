#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_PIXEL_SUMS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_PIXEL_SUMS_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Sums of the bytes of pixels and of windows. They account for the zero point
// of the weights, as dense_tile.h multiplies by the stored, unsigned weights.
// All functions read up to 127 bytes past what they sum.
namespace tflite::dsp {

// sums[p] = factor * the sum of pixel p's bytes, of adjacent pixels of `bytes`
// bytes, a multiple of 4. factor is in [-255, 255]. Reads up to 31 pixels past
// the last one (of each of them only what exceeds 128 bytes) and writes as many
// sums.
void SumDensePixels(const uint8_t* pixels, int32_t count, int32_t bytes,
                    bool is_signed, int32_t factor, int32_t* sums);

// The same for windows, whose piece t is at windows[p] + pieces[t] and has
// piece_bytes bytes, a multiple of 4. 31 windows more must be readable.
struct WindowSumsJob {
  const uint8_t* const* windows;
  int32_t count;
  const int32_t* pieces;
  int32_t piece_count, piece_bytes;
  bool is_signed;
  int32_t factor;
  int32_t* sums;
};
void SumWindows(const WindowSumsJob& job);

// Sums of windows from the sums of pixels, whose rows are `pitch` apart:
// `count` windows of one row, `stride` (1 or 2) columns apart. Writes up to 31
// sums more and reads 64 columns past the last one.
struct BoxSumsJob {
  const int32_t* pixels;
  int32_t pitch;
  int32_t height, width;  // of the filter
  int32_t dilation_height, dilation_width;
  int32_t stride;
  int32_t count;
};
void SumBoxes(const BoxSumsJob& job, int32_t* sums);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_PIXEL_SUMS_H_
