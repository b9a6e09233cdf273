#ifndef DELEGATES_DSP_BENCH_CHECKS_H_
#define DELEGATES_DSP_BENCH_CHECKS_H_

#include "delegates/dsp/bench/guest.h"

namespace tflite::dsp::bench {

// Each check prints the failures and returns whether there are none.

// Compare with the scalar kernels, byte by byte: `count` random cases of each
// kernel from number `first` on, and shapes that have to be cut into strips.
bool CheckRandomCases(Arena& arena, int32_t first, int32_t count);
bool CheckStrips(Arena& arena);
// The same for the kernels of row_checks.cc.
bool CheckRandomRows(Arena& arena, int32_t first, int32_t count);

// The same for every kernel, with extents at which vectors are full.
bool CheckEdges(Arena& arena);

// The same for sums of a few units, in each form of the kernels.
bool CheckSmallSums(Arena& arena);

// Checks functions that kernels share: those of recurrent kernels for all
// arguments, and others for each lane.
bool CheckFunctions();

// Compares divisions and functions of memory, for which the guest has code of
// its own, with what they have to be.
bool CheckRuntime();

// The same for convolutions, fully connected layers, pools, reductions and
// element-wise kernels of any parameters: shapes, strides, padding, zero
// points, scales and ranges that no model has.
bool CheckFuzz(Arena& arena, int32_t first, int32_t count);

// Compares the packets of recorded shapes: at most a few percent over the
// record, and at most the ratio that is required of the shape.
bool CheckPackets(Arena& arena);
// The same for the kernels of row_checks.cc, and the rows of their table.
bool CheckRowPackets(Arena& arena);
void PrintRows(Arena& arena);
// The same for random cases of all kernels but convolutions.
bool CheckRandomPackets(Arena& arena);
void PrintRandomPackets(Arena& arena);

}  // namespace tflite::dsp::bench

#endif  // DELEGATES_DSP_BENCH_CHECKS_H_
