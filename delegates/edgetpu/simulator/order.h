#ifndef DELEGATES_EDGETPU_SIMULATOR_ORDER_H_
#define DELEGATES_EDGETPU_SIMULATOR_ORDER_H_

#include "absl/types/span.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/target.h"

namespace tflite::edgetpu {

// OK if the results of checked instructions do not depend on how long engines
// take: of two that use the same bytes, one of them writing, on different
// engines, the later one is behind a Sync that awaits the earlier one. Else
// Invalid, with both instructions. Strided accesses count as all bytes from
// the first to the last. Time is linear in the instructions, times those that
// may run at the same time.
Status CheckOrder(absl::Span<const Instruction> instructions,
                  const Target& target);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_SIMULATOR_ORDER_H_
