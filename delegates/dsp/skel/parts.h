#ifndef DELEGATES_DSP_SKEL_PARTS_H_
#define DELEGATES_DSP_SKEL_PARTS_H_

#include <stdint.h>

#include "delegates/dsp/wire/ops.h"

// How steps are divided into parts that may run at the same time: each is a
// step of its own for some rows or channels of the output. Results do not
// depend on the number of parts.
//
// A kernel may write up to the end of its output rounded up to 128 bytes, so
// parts begin at multiples of 128 bytes.
namespace tflite::dsp {

// The number of parts that a step should have, at most `most`: 1 if it is too
// small, or cannot be divided.
uint32_t PartsOf(const Conv2dParams& p, uint32_t most);
uint32_t PartsOf(const DepthwiseConv2dParams& p, uint32_t most);
uint32_t PartsOf(const FullyConnectedParams& p, uint32_t most);
uint32_t PartsOf(const PoolParams& p, uint32_t most);
uint32_t PartsOf(const BinaryParams& p, uint32_t most);
uint32_t PartsOf(const MapParams& p, uint32_t most);
template <typename Params>
uint32_t PartsOf(const Params&, uint32_t) {
  return 1;
}

// One of `parts`, a number that PartsOf returned.
Conv2dParams PartOf(const Conv2dParams& p, uint32_t part, uint32_t parts);
DepthwiseConv2dParams PartOf(const DepthwiseConv2dParams& p, uint32_t part,
                             uint32_t parts);
FullyConnectedParams PartOf(const FullyConnectedParams& p, uint32_t part,
                            uint32_t parts);
PoolParams PartOf(const PoolParams& p, uint32_t part, uint32_t parts);
BinaryParams PartOf(const BinaryParams& p, uint32_t part, uint32_t parts);
MapParams PartOf(const MapParams& p, uint32_t part, uint32_t parts);
template <typename Params>
Params PartOf(const Params& p, uint32_t, uint32_t) {
  return p;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_PARTS_H_
