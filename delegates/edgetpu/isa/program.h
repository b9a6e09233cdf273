#ifndef DELEGATES_EDGETPU_ISA_PROGRAM_H_
#define DELEGATES_EDGETPU_ISA_PROGRAM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "delegates/edgetpu/isa/memory_map.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// A part of the instruction stream, for reports. Nothing of it is executed.
struct ProgramLayer {
  std::string name;
  uint32_t first_instruction = 0, num_instructions = 0;
  uint64_t multiplications = 0;  // that the layer needs, without padding
};

// What a compiler hands to a simulator: everything that runs one partition on
// one target. An executable file is this struct in a flatbuffer, with the
// layouts of the host's tensors and the nodes it came from.
struct Program {
  Target target;
  MemoryMap memory;
  std::vector<uint8_t> parameters;  // Space::kParameters
  // Executed once: fills the parameter store.
  std::vector<uint8_t> load_code;
  // Executed for each inference.
  std::vector<uint8_t> code;
  std::vector<ProgramLayer> layers;  // of `code`, in order
  // Programs with the same token keep their parameters in different parts of
  // the store, so that those of all can stay there. 0: the program knows of no
  // others.
  uint64_t caching_token = 0;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_PROGRAM_H_
