#ifndef DELEGATES_DSP_SKEL_KERNELS_MOVE_H_
#define DELEGATES_DSP_SKEL_KERNELS_MOVE_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void CopyScalar(const CopyParams& p, const Memory& memory,
                const Scratch& scratch);
TFLL_DSP_OPTIONAL void CopyHvx(const CopyParams& p, const Memory& memory,
                               const Scratch& scratch);

void FillScalar(const FillParams& p, const Memory& memory,
                const Scratch& scratch);
TFLL_DSP_OPTIONAL void FillHvx(const FillParams& p, const Memory& memory,
                               const Scratch& scratch);

void TakeScalar(const TakeParams& p, const Memory& memory,
                const Scratch& scratch);
TFLL_DSP_OPTIONAL void TakeHvx(const TakeParams& p, const Memory& memory,
                               const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_MOVE_H_
