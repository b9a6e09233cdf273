#ifndef DELEGATES_DSP_SKEL_KERNELS_POOL_H_
#define DELEGATES_DSP_SKEL_KERNELS_POOL_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void PoolScalar(const PoolParams& p, const Memory& memory,
                const Scratch& scratch);
TFLL_DSP_OPTIONAL void PoolHvx(const PoolParams& p, const Memory& memory,
                               const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_POOL_H_
