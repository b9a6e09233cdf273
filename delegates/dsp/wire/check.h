#ifndef DELEGATES_DSP_WIRE_CHECK_H_
#define DELEGATES_DSP_WIRE_CHECK_H_

#include <stdint.h>

#include "delegates/dsp/wire/program.h"

// Checks before use: the host's when a program is made, the executor's before
// each step, as what lies in shared memory may be anything by then.
namespace tflite::dsp {

struct CheckedMemory {
  const uint8_t* base;
  uint32_t bytes;
  // What no step may touch; 0 bytes: nothing.
  Piece program;
};

// Whether the piece lies in the memory, beside the program, with what kernels
// may touch around it.
bool IsInside(const Piece& piece, const CheckedMemory& memory);

// Walks through a program's steps, checking each.
//
//   ProgramReader reader(program, base, bytes);
//   while (reader.Next()) Run(reader.opcode(), reader.params());
//   if (reader.fault() != Fault::kNone) ...
class ProgramReader {
 public:
  // Checks all but the steps.
  ProgramReader(const Piece& program, const uint8_t* base, uint32_t bytes);

  uint32_t steps() const { return steps_; }
  const Piece& scratch() const { return scratch_; }

  // Goes to the next step and checks it. False after the last one and at a
  // fault.
  bool Next();
  Opcode opcode() const { return opcode_; }
  const void* params() const { return params_; }
  // Passes over the next step, which is not run.
  bool Skip();

  Fault fault() const { return fault_; }
  uint32_t step() const { return step_; }  // next, or where the fault is

 private:
  bool Advance();

  CheckedMemory memory_;
  Piece scratch_ = {0, 0};
  uint32_t steps_ = 0, step_ = 0, left_ = 0;
  const uint8_t* at_ = nullptr;
  Opcode opcode_ = Opcode::kConv2d;
  const uint8_t* params_ = nullptr;
  uint32_t params_bytes_ = 0;
  Fault fault_ = Fault::kNone;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_CHECK_H_
