#ifndef DELEGATES_DSP_BENCH_CHECKS_H_
#define DELEGATES_DSP_BENCH_CHECKS_H_

#include "delegates/dsp/bench/guest.h"

namespace tflite::dsp::bench {

// Each prints what is wrong and returns whether nothing is.

// Random cases from `first` on, `count` of each kernel, and once shapes that
// have to be cut into strips: as the scalar kernels, byte by byte.
bool CheckRandomCases(Arena& arena, int32_t first, int32_t count);
bool CheckStrips(Arena& arena);

// The same for convolutions and fully connected layers of any parameters:
// shapes, steps, padding, zero points, scales and ranges that no model has.
bool CheckFuzz(Arena& arena, int32_t first, int32_t count);

// Packets of recorded shapes: a few percent over what was reached, and at most
// the ratio that a shape has to keep.
bool CheckPackets(Arena& arena);

}  // namespace tflite::dsp::bench

#endif  // DELEGATES_DSP_BENCH_CHECKS_H_
