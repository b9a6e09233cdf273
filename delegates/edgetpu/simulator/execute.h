#ifndef DELEGATES_EDGETPU_SIMULATOR_EXECUTE_H_
#define DELEGATES_EDGETPU_SIMULATOR_EXECUTE_H_

#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/simulator/memories.h"

namespace tflite::edgetpu {

// Does what a checked instruction says (check.h) to the memories.
void Execute(const Instruction& instruction, const Target& target,
             Memories* memories);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_EXECUTE_H_
