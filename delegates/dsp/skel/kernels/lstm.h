#ifndef DELEGATES_DSP_SKEL_KERNELS_LSTM_H_
#define DELEGATES_DSP_SKEL_KERNELS_LSTM_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void LstmScalar(const LstmParams& p, const Memory& memory,
                const Scratch& scratch);
TFLL_DSP_OPTIONAL void LstmHvx(const LstmParams& p, const Memory& memory,
                               const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_LSTM_H_
