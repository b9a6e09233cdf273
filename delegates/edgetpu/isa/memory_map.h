#ifndef DELEGATES_EDGETPU_ISA_MEMORY_MAP_H_
#define DELEGATES_EDGETPU_ISA_MEMORY_MAP_H_

#include <cstdint>
#include <vector>

#include "delegates/edgetpu/isa/instruction.h"

namespace tflite::edgetpu {

// Bytes of a memory that hold a value across layers, or parameters that stay on
// the chip. Nothing of it is executed: instructions have addresses.
struct MemoryRegion {
  Space space = Space::kTile;  // kTile: the same bytes in each tile
  bool parameters = false;
  uint32_t offset = 0;
  // The layers of the program that need it: the first one writes a value.
  uint32_t first_layer = 0, last_layer = 0;
  uint64_t bytes = 0;
};

// The memories that a program uses: sizes in bytes, and what is where.
struct MemoryMap {
  std::vector<uint64_t> inputs, outputs;
  uint64_t parameters = 0;
  uint64_t scratch = 0;
  uint64_t store = 0;  // of the chip; at most the target's
  uint64_t tile = 0;   // of each tile's memory; at most the target's
  std::vector<MemoryRegion> regions;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_MEMORY_MAP_H_
