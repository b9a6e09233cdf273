#ifndef DELEGATES_XNNPACK_LOWERING_BINARY_H_
#define DELEGATES_XNNPACK_LOWERING_BINARY_H_

#include "delegates/xnnpack/xnnpack_builder.h"
#include "delegates/xnnpack/xnnpack_caps.h"
#include "kernels/binary/binary.h"

namespace tflite::xnnpack {

using namespace delegates;

struct BinaryPlan {
  XnnOp op;
  float min, max;  // of the result, dequantized
};
StatusOr<BinaryPlan> PlanBinary(const Binary& op, const NodeView& node,
                                const XnnCaps& caps);
void EmitBinary(const BinaryPlan& plan, const NodeView& node,
                XnnBuilder& builder);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_LOWERING_BINARY_H_
