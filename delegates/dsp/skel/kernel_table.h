#ifndef DELEGATES_DSP_SKEL_KERNEL_TABLE_H_
#define DELEGATES_DSP_SKEL_KERNEL_TABLE_H_

#include "delegates/dsp/skel/kernels/kernel.h"
#include "delegates/dsp/wire/messages.h"

namespace tflite::dsp {

// The threads that a step may use, at least one, and what those other than the
// caller have counted.
struct Crew {
  uint32_t threads;
  Counts counts;
};

// Runs one step, with the vector kernel if this guest has one. The opcode and
// the params must have been checked.
void RunStep(Opcode opcode, const void* params, const Memory& memory,
             const Scratch& scratch, Crew* crew);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNEL_TABLE_H_
