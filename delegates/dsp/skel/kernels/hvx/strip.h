#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_H_

#include "delegates/dsp/skel/kernels/hvx/strip_plan.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// Writes the offsets of the pieces of a window: piece_count of them.
void PlacePieces(const StripPlan& plan, const Window& w, int32_t* pieces);

// Copies the input rows of a strip whose first output row is `out_y`, with
// padding of `zero_point`. `image` points to the group's first channel.
void CopyStrip(const StripPlan& plan, const Window& w, const uint8_t* image,
               int32_t out_y, int32_t zero_point, uint8_t* copy);

// Writes the addresses of the windows of `rows` output rows from `out_y` on,
// and up to 31 more entries. `strip` is the copy, or the image.
void PlaceWindows(const StripPlan& plan, const Window& w, const uint8_t* strip,
                  int32_t out_y, int32_t rows, const uint8_t** windows);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_STRIP_H_
