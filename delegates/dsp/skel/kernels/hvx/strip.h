#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_H_

#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// Where the pieces are, from a window's first byte: piece_count offsets.
void PlacePieces(const StripPlan& plan, const Window& w, int32_t* pieces);

// Copies the input rows of output rows from `out_y` on, the border filled with
// `zero_point`. `image` is the group's first channel of the first pixel.
void CopyStrip(const StripPlan& plan, const Window& w, const uint8_t* image,
               int32_t out_y, int32_t zero_point, uint8_t* copy);

// The windows of `rows` output rows from out_y on, row after row; up to 31 more
// entries are written. `strip` is the copy, or the image.
void PlaceWindows(const StripPlan& plan, const Window& w, const uint8_t* strip,
                  int32_t out_y, int32_t rows, const uint8_t** windows);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_H_
