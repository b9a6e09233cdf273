#ifndef DELEGATES_DSP_WIRE_PROGRAM_H_
#define DELEGATES_DSP_WIRE_PROGRAM_H_

#include <stdint.h>

#include "delegates/dsp/wire/ops.h"

namespace tflite::dsp {

// Must be equal on both sides. To be raised with every change of a struct of
// this folder or of its meaning.
constexpr uint32_t kWireVersion = 4;

// The readable memory before and after each piece, in bytes.
constexpr uint32_t kPieceAlignment = 128;
constexpr uint32_t kPieceSlack = 128;

// The header of a compiled partition in the shared memory. `steps` steps
// follow, each a StepHeader and the params of its opcode.
constexpr uint32_t kProgramMagic = 0x44535031;  // "1PSD"
struct ProgramHeader {
  uint32_t magic;
  uint32_t version;
  uint32_t bytes;  // of all this
  uint32_t steps;
  Piece scratch;  // shared by all steps
};
struct StepHeader {
  Opcode opcode;
  uint32_t bytes;  // of the params
};

// The reasons why the executor rejects a program.
enum class Fault : uint32_t {
  kNone = 0,
  kMessage = 1,   // not a message of this version
  kNoMemory = 2,  // the shared memory could not be mapped
  kProgram = 3,   // no program where one should be
  kOpcode = 4,    // a step of an unknown operator
  kParams = 5,    // params of another size, or that contradict each other
  kBounds = 6,    // a step would reach outside of the shared memory
  kScratch = 7,   // the program's scratch memory is too small
};
constexpr const char* FaultText(Fault fault) {
  switch (fault) {
    case Fault::kNone:
      return "no fault";
    case Fault::kMessage:
      return "it did not understand the message";
    case Fault::kNoMemory:
      return "it could not map the shared memory";
    case Fault::kProgram:
      return "there is no program";
    case Fault::kOpcode:
      return "a step is of an unknown operator";
    case Fault::kParams:
      return "the parameters of a step contradict each other";
    case Fault::kBounds:
      return "a step reaches outside of the shared memory";
    case Fault::kScratch:
      return "the scratch memory is too small";
  }
  return "an unknown fault";
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_WIRE_PROGRAM_H_
