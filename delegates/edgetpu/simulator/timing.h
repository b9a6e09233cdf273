#ifndef DELEGATES_EDGETPU_SIMULATOR_TIMING_H_
#define DELEGATES_EDGETPU_SIMULATOR_TIMING_H_

#include <vector>

#include "absl/types/span.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/program.h"
#include "delegates/edgetpu/simulator/report.h"

namespace tflite::edgetpu {

// The cycles of one inference: the instructions of `program.code`, decoded,
// issued to the engines in order; an engine executes one at a time, and engines
// wait for each other at Sync only. After the target's request_cycles, the host
// link first transfers all instructions; nothing starts before they have
// arrived. Times depend on no data.
RunReport TimeProgram(const Program& program,
                      absl::Span<const Instruction> instructions);
// The same on a target that differs from the program's in rates and times.
RunReport TimeProgram(const Program& program,
                      absl::Span<const Instruction> instructions,
                      const Target& target);

// The cycles of transfers that are executed one after the other.
uint64_t LoadCycles(absl::Span<const Instruction> instructions,
                    const Target& target);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_TIMING_H_
