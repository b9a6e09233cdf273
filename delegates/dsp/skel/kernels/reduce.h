#ifndef DELEGATES_DSP_SKEL_KERNELS_REDUCE_H_
#define DELEGATES_DSP_SKEL_KERNELS_REDUCE_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void ReduceScalar(const ReduceParams& p, const Memory& memory,
                  const Scratch& scratch);
TFLL_DSP_OPTIONAL void ReduceHvx(const ReduceParams& p, const Memory& memory,
                                 const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_REDUCE_H_
