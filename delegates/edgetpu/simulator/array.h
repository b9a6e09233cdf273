#ifndef DELEGATES_EDGETPU_SIMULATOR_ARRAY_H_
#define DELEGATES_EDGETPU_SIMULATOR_ARRAY_H_

#include <cstdint>

#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// Cycles for which an instruction occupies the multiplier array of its tile, by
// stepping the array cycle by cycle: filling it with what stays in it,
// streaming the rest through it, and draining it. Systolic arrays do not
// overlap the phases of two blocks (docs/EDGETPU.md); those of kBroadcast load
// the weights of the next step while they stream. Other kinds count their own
// (isa/array_kind.h).
uint64_t ArrayCycles(const Multiply& multiply, const Target& target);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_ARRAY_H_
