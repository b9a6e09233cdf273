#ifndef DELEGATES_DSP_SKEL_KERNELS_DEPTHWISE_CONV_2D_H_
#define DELEGATES_DSP_SKEL_KERNELS_DEPTHWISE_CONV_2D_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void DepthwiseConv2dScalar(const DepthwiseConv2dParams& p, const Memory& memory,
                           const Scratch& scratch);
TFLL_DSP_OPTIONAL void DepthwiseConv2dHvx(const DepthwiseConv2dParams& p,
                                          const Memory& memory,
                                          const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_DEPTHWISE_CONV_2D_H_
