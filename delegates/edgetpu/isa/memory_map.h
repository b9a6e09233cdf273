#ifndef DELEGATES_EDGETPU_ISA_MEMORY_MAP_H_
#define DELEGATES_EDGETPU_ISA_MEMORY_MAP_H_

#include <cstdint>
#include <vector>

namespace tflite::edgetpu {

// The sizes of the memories that a program sees, in bytes.
struct MemoryMap {
  std::vector<uint64_t> inputs, outputs;
  uint64_t parameters = 0;
  uint64_t scratch = 0;
  uint64_t store = 0;  // of the chip; at most the target's
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_MEMORY_MAP_H_
