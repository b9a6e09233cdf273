#ifndef DELEGATES_EDGETPU_COMPILER_LOWER_BINARY_H_
#define DELEGATES_EDGETPU_COMPILER_LOWER_BINARY_H_

#include "delegates/edgetpu/compiler/caps.h"
#include "delegates/edgetpu/compiler/layer_builder.h"
#include "kernels/binary/binary.h"
#include "kernels/math/strided_copy.h"

namespace tflite::edgetpu {

// A copy of a dense operand that broadcasts it to `out`, to which it must
// broadcast.
StridedCopy BroadcastCopy(const Shape& operand, const Shape& out);

// ADD, SUB, MUL, MAXIMUM and MINIMUM; operands are broadcast by copies.
StatusOr<CombinedLayer> PlanBinary(const Binary& op, const NodeView& node,
                                   const EdgeTpuCaps& caps);
void EmitBinary(const CombinedLayer& plan, const NodeView& node,
                LayerBuilder& builder);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_LOWER_BINARY_H_
