#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_ROWS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_ROWS_H_

#include "delegates/dsp/skel/kernels/hvx/transpose_plan.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// Byte r of out[c] becomes byte c of row r: 128 rows, `pitch` bytes apart, of
// which 32 bytes each are read. Rows from `count` on repeat the last one.
// Reads up to 96 bytes before the first row and 127 after the last one.
//
// 2 packets for 32 bytes: four unaligned loads for each vector, then five
// rounds of 16 exchanges.
void TransposeRows(const uint8_t* first, int32_t pitch, int32_t count,
                   Vec* __restrict out);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_TRANSPOSE_ROWS_H_
