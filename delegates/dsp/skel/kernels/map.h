#ifndef DELEGATES_DSP_SKEL_KERNELS_MAP_H_
#define DELEGATES_DSP_SKEL_KERNELS_MAP_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

void MapScalar(const MapParams& p, const Memory& memory,
               const Scratch& scratch);
TFLL_DSP_OPTIONAL void MapHvx(const MapParams& p, const Memory& memory,
                              const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_MAP_H_
