#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_PIXEL_SUMS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_PIXEL_SUMS_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Sums of the bytes of pixels and of windows, by which the weights' zero point
// is taken off: the multiplications of dense_tile.h take unsigned weights.
// All read up to 127 bytes past what they sum.
namespace tflite::dsp {

// sums[p] = factor * the sum of pixel p's bytes, from `pixels` on, dense; bytes
// a multiple of 4, factor in [-255, 255]. Also reads up to 31 pixels past the
// last one, as far as `bytes` of each reach over 128, and writes as many sums.
void SumDensePixels(const uint8_t* pixels, int32_t count, int32_t bytes,
                    bool is_signed, int32_t factor, int32_t* sums);

// The same for windows of `piece_count` pieces of `piece_bytes` bytes (a
// multiple of 4), where windows[p] + pieces[t] is; 31 windows more are
// readable.
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

// Of sums of pixels, rows `pitch` apart, those of windows: `count` outputs from
// (0, 0) on, `stride` (1 or 2) columns apart. Writes up to 31 more and reads
// 64 columns past the last one.
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
