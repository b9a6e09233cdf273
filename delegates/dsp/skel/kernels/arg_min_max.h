#ifndef DELEGATES_DSP_SKEL_KERNELS_ARG_MIN_MAX_H_
#define DELEGATES_DSP_SKEL_KERNELS_ARG_MIN_MAX_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void ArgMinMaxScalar(const ArgMinMaxParams& p, const Memory& memory,
                     const Scratch& scratch);
TFLL_DSP_OPTIONAL void ArgMinMaxHvx(const ArgMinMaxParams& p,
                                    const Memory& memory,
                                    const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_ARG_MIN_MAX_H_
