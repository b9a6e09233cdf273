#ifndef DELEGATES_EDGETPU_ISA_ACCESSES_H_
#define DELEGATES_EDGETPU_ISA_ACCESSES_H_

#include <cstdint>
#include <vector>

#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// Bytes [begin, end) of a memory.
struct Access {
  Space space = Space::kTile;
  uint16_t unit = 0;
  uint64_t begin = 0, end = 0;
  bool writes = false;
};

// Which bytes instructions access: of rows with gaps, the gaps count. For
// instructions that CheckInstruction accepts.
class Accesses {
 public:
  // `target` must outlive it.
  explicit Accesses(const Target& target) : target_(target) {}

  // Sets the list, and returns the engine that executes the instruction: the
  // number of a tile, kLink or kRing; -1 for Sync, which accesses nothing.
  int Of(const Instruction& instruction);
  const std::vector<Access>& list() const { return list_; }

 private:
  const Target& target_;
  std::vector<Access> list_;
};

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_ACCESSES_H_
