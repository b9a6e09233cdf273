#ifndef DELEGATES_DSP_SKEL_KERNEL_TABLE_H_
#define DELEGATES_DSP_SKEL_KERNEL_TABLE_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

// Runs one step, with the vector kernel if this guest has one. The opcode and
// the params must have been checked.
void RunStep(Opcode opcode, const void* params, const Memory& memory,
             const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNEL_TABLE_H_
