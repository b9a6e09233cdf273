#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_NORMALIZE_GATE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_NORMALIZE_GATE_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

// Normalize() of common/lstm_steps.h for 64 cells at once. `sums` is padded to
// whole vectors, and aligned to them.
void NormalizeGate(const LstmGateParams& gate, const Memory& memory, int32_t n,
                   int16_t* sums);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_NORMALIZE_GATE_H_
