#ifndef DELEGATES_DSP_SKEL_EXECUTOR_H_
#define DELEGATES_DSP_SKEL_EXECUTOR_H_

#include "delegates/dsp/wire/check.h"
#include "delegates/dsp/wire/messages.h"

namespace tflite::dsp {

// Checks the program and runs the requested steps, large ones on as many as
// `threads` threads. Results do not depend on their number.
RunReply RunProgram(const RunRequest& request, uint8_t* base, uint32_t bytes,
                    uint32_t threads = 1);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_EXECUTOR_H_
