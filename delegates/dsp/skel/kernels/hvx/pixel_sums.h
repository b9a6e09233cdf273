#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_PIXEL_SUMS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_PIXEL_SUMS_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// sums[p] = factor * the sum of the bytes of pixel p's window: `piece_count`
// pieces of `piece_bytes` (a multiple of 4), where `windows[p] + pieces[t]` is.
// Factor in [-255, 255]. Reads up to 127 bytes past a piece, and the windows of
// up to 31 pixels more than `count`, which must point somewhere readable;
// writes as many sums.
struct PixelSumsJob {
  const uint8_t* const* windows;
  int32_t count;
  const int32_t* pieces;
  int32_t piece_count, piece_bytes;
  bool is_signed;
  int32_t factor;
  int32_t* sums;
};
void PixelSums(const PixelSumsJob& job);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_PIXEL_SUMS_H_
