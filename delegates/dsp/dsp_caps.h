#ifndef DELEGATES_DSP_DSP_CAPS_H_
#define DELEGATES_DSP_DSP_CAPS_H_

#include <cstdint>

#include "delegates/common/graph_facts.h"

namespace tflite::dsp {

// The properties of a DSP that decide which operators it accepts.
struct DspCaps : delegates::GraphFacts {
  // Kernels count elements in 32 bits; the memory is much smaller than that.
  int64_t most_bytes = int64_t{1} << 28;  // of one tensor
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_DSP_CAPS_H_
