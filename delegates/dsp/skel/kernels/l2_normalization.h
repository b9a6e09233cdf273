#ifndef DELEGATES_DSP_SKEL_KERNELS_L2_NORMALIZATION_H_
#define DELEGATES_DSP_SKEL_KERNELS_L2_NORMALIZATION_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void L2NormalizationScalar(const L2NormalizationParams& p, const Memory& memory,
                           const Scratch& scratch);
TFLL_DSP_OPTIONAL void L2NormalizationHvx(const L2NormalizationParams& p,
                                          const Memory& memory,
                                          const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_L2_NORMALIZATION_H_
