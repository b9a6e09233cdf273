#ifndef DELEGATES_EDGETPU_ISA_CHECK_H_
#define DELEGATES_EDGETPU_ISA_CHECK_H_

#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/memory_map.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// OK if the target can execute the instruction without leaving the memories,
// whatever their contents, in a bounded time. Else Invalid, which says what is
// wrong. Sizes are computed in 64 bits and cannot overflow.
Status CheckInstruction(const Instruction& instruction, const Target& target,
                        const MemoryMap& memory);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_CHECK_H_
