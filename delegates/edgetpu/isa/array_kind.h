#ifndef DELEGATES_EDGETPU_ISA_ARRAY_KIND_H_
#define DELEGATES_EDGETPU_ISA_ARRAY_KIND_H_

#include <cstdint>

#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// What one Multiply without kLanewise asks of the array of a tile.
struct ArrayWork {
  uint64_t positions = 0;  // rows x columns of the window
  uint64_t steps = 0;      // taps x depth
  uint64_t lanes = 0;
  // Of a step: lanes x depth_block.
  uint64_t weights_bytes = 0;
};

// A kind of multiplier array. Chips with an array of another kind add theirs in
// a file isa/array_<name>.cc (docs/EDGETPU.md, "Your own chip").
struct ArrayKind {
  const char* name = nullptr;  // Target::dataflow in a description
  // It multiplies matrices: of an input, the compiler has transfers arrange a
  // row for each position with what the filter sees there. Needs a single tile.
  bool multiplies_matrices = false;
  // Target::depth_block and lane_block, at least 1.
  int32_t (*depth_block)(const Target& target) = nullptr;
  int32_t (*lane_block)(const Target& target) = nullptr;
  // Cycles for which the array is occupied, without Target::issue_cycles. Null
  // for the kinds that the simulator steps itself (simulator/array.h).
  uint64_t (*cycles)(const Target& target, const ArrayWork& work) = nullptr;
};

// Adds a kind for the rest of the process, usually from a static initializer;
// safe on any thread. Invalid, naming it, if another one has its name, if a
// function is missing, or if there are too many.
StatusOr<Dataflow> AddArrayKind(const ArrayKind& kind);

// Null if there is none.
const ArrayKind* FindArrayKind(Dataflow dataflow);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_ARRAY_KIND_H_
