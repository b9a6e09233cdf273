#ifndef DELEGATES_DSP_WIRE_CHECK_STEPS_H_
#define DELEGATES_DSP_WIRE_CHECK_STEPS_H_

#include "delegates/dsp/wire/check.h"
#include "delegates/dsp/wire/step_list.h"

namespace tflite::dsp {

// Return kNone, kParams or kBounds. One function per params struct.
#define TFLL_DSP_DECLARE(Name) \
  Fault CheckStep(const Name##Params& p, const CheckedMemory& memory);
TFLL_DSP_STEPS(TFLL_DSP_DECLARE)
#undef TFLL_DSP_DECLARE

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_CHECK_STEPS_H_
