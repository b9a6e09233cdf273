#ifndef DELEGATES_DSP_SKEL_KERNELS_SOFTMAX_H_
#define DELEGATES_DSP_SKEL_KERNELS_SOFTMAX_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void SoftmaxScalar(const SoftmaxParams& p, const Memory& memory,
                   const Scratch& scratch);
TFLL_DSP_OPTIONAL void SoftmaxHvx(const SoftmaxParams& p, const Memory& memory,
                                  const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_SOFTMAX_H_
