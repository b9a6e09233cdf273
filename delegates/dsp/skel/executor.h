#ifndef DELEGATES_DSP_SKEL_EXECUTOR_H_
#define DELEGATES_DSP_SKEL_EXECUTOR_H_

#include "delegates/dsp/wire/check.h"
#include "delegates/dsp/wire/messages.h"

namespace tflite::dsp {

// Checks the program and runs the requested steps.
RunReply RunProgram(const RunRequest& request, uint8_t* base, uint32_t bytes);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_EXECUTOR_H_
