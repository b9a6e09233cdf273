#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TAPS_DEPTHWISE_TAPS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TAPS_DEPTHWISE_TAPS_H_

#include "delegates/dsp/skel/kernels/hvx/depthwise_taps/depthwise_taps_plan.h"
#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

// Runs a depthwise convolution as `plan` says. Returns false, with nothing
// written to the output, if this form cannot: if requantization has no quick
// form (requantize.h), or if a weight minus its zero point is no INT8.
bool DepthwiseTapsConv2d(const DepthwiseConv2dParams& p,
                         const DepthwiseTapsPlan& plan, const Memory& memory,
                         uint8_t* scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_DEPTHWISE_TAPS_DEPTHWISE_TAPS_H_
