#ifndef DELEGATES_DSP_WIRE_CHECK_H_
#define DELEGATES_DSP_WIRE_CHECK_H_

#include <stdint.h>

#include "delegates/dsp/wire/program.h"

// Checks of programs. The host checks a program when it has built it, and the
// executor checks each step right before it runs, as the shared memory may have
// changed.
namespace tflite::dsp {

struct CheckedMemory {
  const uint8_t* base;
  uint32_t bytes;
  // No piece of a step may overlap these, which may be empty: kernels follow
  // pointers in the scratch memory.
  Piece program, scratch;
};

// Whether the piece, with the memory around it that kernels may access, lies in
// the memory and overlaps neither program nor scratch memory.
bool IsInside(const Piece& piece, const CheckedMemory& memory);

// Iterates over a program's steps and checks each.
//
//   ProgramReader reader(program, base, bytes);
//   while (reader.Next()) Run(reader.opcode(), reader.params());
//   if (reader.fault() != Fault::kNone) ...
class ProgramReader {
 public:
  // Checks the program except for its steps.
  ProgramReader(const Piece& program, const uint8_t* base, uint32_t bytes);

  uint32_t steps() const { return steps_; }
  const Piece& scratch() const { return memory_.scratch; }

  // Advances to the next step and checks it. False after the last step and
  // after a fault.
  bool Next();
  Opcode opcode() const { return opcode_; }
  const void* params() const { return params_; }
  // Skips the next step without a check.
  bool Skip();

  Fault fault() const { return fault_; }
  uint32_t step() const { return step_; }  // the next, or the faulty one

 private:
  bool Advance();

  CheckedMemory memory_;
  uint32_t steps_ = 0, step_ = 0, left_ = 0;
  const uint8_t* at_ = nullptr;
  Opcode opcode_ = Opcode::kConv2d;
  const uint8_t* params_ = nullptr;
  uint32_t params_bytes_ = 0;
  Fault fault_ = Fault::kNone;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_CHECK_H_
