#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_ROWS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_ROWS_H_

#include "delegates/dsp/skel/kernels/hvx/transpose_plan.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// Transposes 128 rows of 32 bytes each, which are `pitch` bytes apart: byte r
// of out[c] is byte c of row r. If there are only `count` rows, the last one is
// repeated. Reads up to 96 bytes before the first row and 127 after the last.
//
// Takes 2 packets per row: four unaligned loads for each output vector, and
// five rounds of 16 exchanges.
void TransposeRows(const uint8_t* first, int32_t pitch, int32_t count,
                   Vec* __restrict out);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_ROWS_H_
