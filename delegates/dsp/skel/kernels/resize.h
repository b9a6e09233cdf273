#ifndef DELEGATES_DSP_SKEL_KERNELS_RESIZE_H_
#define DELEGATES_DSP_SKEL_KERNELS_RESIZE_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void ResizeBilinearScalar(const ResizeBilinearParams& p, const Memory& memory,
                          const Scratch& scratch);
TFLL_DSP_OPTIONAL void ResizeBilinearHvx(const ResizeBilinearParams& p,
                                         const Memory& memory,
                                         const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_RESIZE_H_
