#ifndef DELEGATES_DSP_WIRE_CHECK_H_
#define DELEGATES_DSP_WIRE_CHECK_H_

#include <stdint.h>

#include "delegates/dsp/wire/program.h"

// Checks before use: the host's when a program is made, the executor's before
// each run, as what lies in shared memory may be anything by then.
namespace tflite::dsp {

struct CheckedMemory {
  const uint8_t* base;
  uint32_t bytes;
};

struct CheckResult {
  Fault fault;
  uint32_t step;  // where
};

// Whether the piece lies in the memory with what kernels may touch around it.
bool IsInside(const Piece& piece, const CheckedMemory& memory);

// Whether the program is whole, and each step stays inside of the memory.
CheckResult CheckProgram(const Piece& program, const CheckedMemory& memory);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_CHECK_H_
