#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_H_

#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels_plan.h"
#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/kernel.h"

// Convolutions with at most 32 output channels or with images of at most 4
// channels. The tiles of dense_tile.h would leave lanes idle for the former,
// and need a scalar load for every multiplication for the latter. Here a vector
// holds 4 bytes of 32 pixels (unsigned, as the instruction requires), and the
// scalar operand holds weights.
namespace tflite::dsp {

// `finish` is PrepareFinish's, in its quick form, for these `halves`.
void FewChannelsConv2d(const Conv2dParams& p, const FewChannelsPlan& plan,
                       const Memory& memory, const FinishGroup* finish,
                       kernels::Halves halves, uint8_t* scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_FEW_CHANNELS_H_
