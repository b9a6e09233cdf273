#ifndef DELEGATES_XNNPACK_LOWERING_ELEMENTWISE_H_
#define DELEGATES_XNNPACK_LOWERING_ELEMENTWISE_H_

#include "delegates/xnnpack/xnnpack_builder.h"
#include "delegates/xnnpack/xnnpack_caps.h"
#include "kernels/activation/activation.h"
#include "kernels/prelu/prelu.h"
#include "kernels/quantize/quantize.h"
#include "kernels/softmax/softmax.h"
#include "kernels/unary/unary.h"

namespace tflite::xnnpack {

using namespace delegates;

// An operation with one operand and, for some operations, parameters.
struct UnaryPlan {
  XnnOp op;
  float min = 0, max = 0;  // kClamp
  float alpha = 0;         // kLeakyRelu
};
StatusOr<UnaryPlan> PlanUnary(const Unary& op, const NodeView& node,
                              const XnnCaps& caps);
StatusOr<UnaryPlan> PlanActivation(const Activation& op, const NodeView& node,
                                   const XnnCaps& caps);
StatusOr<UnaryPlan> PlanSoftmax(const Softmax& op, const NodeView& node,
                                const XnnCaps& caps);
StatusOr<UnaryPlan> PlanQuantize(const Quantize& op, const NodeView& node,
                                 const XnnCaps& caps);
void EmitUnary(const UnaryPlan& plan, const NodeView& node,
               XnnBuilder& builder);

struct DequantizePlan {
  bool is_static;  // the output is known at compile time
};
StatusOr<DequantizePlan> PlanDequantize(const Dequantize& op,
                                        const NodeView& node,
                                        const XnnCaps& caps);
void EmitDequantize(const DequantizePlan& plan, const NodeView& node,
                    XnnBuilder& builder);

struct PreluPlan {};
StatusOr<PreluPlan> PlanPrelu(const Prelu& op, const NodeView& node,
                              const XnnCaps& caps);
void EmitPrelu(const PreluPlan& plan, const NodeView& node,
               XnnBuilder& builder);

}  // namespace tflite::xnnpack

#endif  // DELEGATES_XNNPACK_LOWERING_ELEMENTWISE_H_
