#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_COMPRESS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_COMPRESS_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// Of vrdelta: four pixels of 32 bytes, of which `channels` (1 to 32) count, are
// moved together; what follows them has no meaning.
const Vec* CompressControl(int32_t channels);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_FEW_CHANNELS_COMPRESS_H_
