#ifndef DELEGATES_DSP_SKEL_KERNELS_BINARY_H_
#define DELEGATES_DSP_SKEL_KERNELS_BINARY_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void BinaryScalar(const BinaryParams& p, const Memory& memory,
                  const Scratch& scratch);
TFLL_DSP_OPTIONAL void BinaryHvx(const BinaryParams& p, const Memory& memory,
                                 const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_BINARY_H_
