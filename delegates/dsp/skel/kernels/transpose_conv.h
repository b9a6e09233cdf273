#ifndef DELEGATES_DSP_SKEL_KERNELS_TRANSPOSE_CONV_H_
#define DELEGATES_DSP_SKEL_KERNELS_TRANSPOSE_CONV_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void TransposeConvScalar(const TransposeConvParams& p, const Memory& memory,
                         const Scratch& scratch);
TFLL_DSP_OPTIONAL void TransposeConvHvx(const TransposeConvParams& p,
                                        const Memory& memory,
                                        const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_TRANSPOSE_CONV_H_
