#ifndef DELEGATES_DSP_DSP_LOWERING_H_
#define DELEGATES_DSP_DSP_LOWERING_H_

#include "delegates/common/lowering.h"
#include "delegates/dsp/dsp_builder.h"
#include "delegates/dsp/dsp_caps.h"

namespace tflite::dsp {

// The operators that the delegate accepts: quantized INT8 and UINT8.
const LoweringTable<DspCaps, DspBuilder>& DspLowering();

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_DSP_LOWERING_H_
