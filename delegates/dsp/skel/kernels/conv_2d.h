#ifndef DELEGATES_DSP_SKEL_KERNELS_CONV_2D_H_
#define DELEGATES_DSP_SKEL_KERNELS_CONV_2D_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void Conv2dScalar(const Conv2dParams& p, const Memory& memory,
                  const Scratch& scratch);
TFLL_DSP_OPTIONAL void Conv2dHvx(const Conv2dParams& p, const Memory& memory,
                                 const Scratch& scratch);

void FullyConnectedScalar(const FullyConnectedParams& p, const Memory& memory,
                          const Scratch& scratch);
TFLL_DSP_OPTIONAL void FullyConnectedHvx(const FullyConnectedParams& p,
                                         const Memory& memory,
                                         const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_CONV_2D_H_
