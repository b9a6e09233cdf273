#ifndef DELEGATES_DSP_SKEL_KERNEL_TABLE_H_
#define DELEGATES_DSP_SKEL_KERNEL_TABLE_H_

#include "delegates/dsp/skel/kernels/kernel.h"

namespace tflite::dsp {

// Runs one step, on vectors where this guest has the kernel so. The opcode and
// the params have been checked.
void RunStep(Opcode opcode, const void* params, const Memory& memory,
             const Scratch& scratch);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNEL_TABLE_H_
