#ifndef DELEGATES_DSP_SKEL_KERNELS_SVDF_H_
#define DELEGATES_DSP_SKEL_KERNELS_SVDF_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void SvdfScalar(const SvdfParams& p, const Memory& memory,
                const Scratch& scratch);
TFLL_DSP_OPTIONAL void SvdfHvx(const SvdfParams& p, const Memory& memory,
                               const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_SVDF_H_
