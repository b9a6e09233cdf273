#ifndef DELEGATES_EDGETPU_SIMULATOR_STORE_USE_H_
#define DELEGATES_EDGETPU_SIMULATOR_STORE_USE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "delegates/edgetpu/isa/instruction.h"

namespace tflite::edgetpu {

// Bytes [begin, end) of the parameter store.
struct StoreRange {
  uint64_t begin = 0, end = 0;
};

// What a program writes into the parameter store: parameters, once, and values,
// in every run. Sorted, without overlaps.
struct StoreUse {
  std::vector<StoreRange> loaded, written;
};
StoreUse StoreUseOf(const std::vector<Instruction>& load,
                    const std::vector<Instruction>& run);

bool Overlap(const std::vector<StoreRange>& a,
             const std::vector<StoreRange>& b);

// The first instruction of a run that overwrites parameters of its own program.
std::optional<size_t> OverwritesParameters(const StoreUse& use,
                                           const std::vector<Instruction>& run);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_STORE_USE_H_
