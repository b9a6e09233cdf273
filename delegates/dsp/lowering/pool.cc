#include "delegates/dsp/lowering/pool.h"

#include "delegates/common/operand_checks.h"
#include "delegates/dsp/lowering/checks.h"
#include "delegates/dsp/lowering/window.h"

namespace tflite::dsp {

StatusOr<Pool2d> PlanPool(const Pool2d& op, const NodeView& node,
                          const DspCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckQuantizedBytes(op.type, true));
  // A sum of the window has to fit 31 bits.
  if (int64_t{op.filter_height} * op.filter_width >= 1 << 22) {
    return Unsupported("a window of ", op.filter_height, " x ", op.filter_width,
                       " elements is not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  TFLL_RETURN_IF_ERROR(CheckWindow(op));
  return op;
}

void EmitPool(const Pool2d& op, const NodeView& node, DspBuilder& builder) {
  PoolParams p = {};
  p.input = builder.Input(node, 0);
  p.output = builder.Output(node, 0);
  p.form = op.kind == PoolKind::kMax ? PoolForm::kMax : PoolForm::kAverage;
  p.window = ToWindow(op);
  p.is_signed = IsSigned(op.type);
  p.min = op.integer_range.min;
  p.max = op.integer_range.max;
  builder.Add(node, p);
}

}  // namespace tflite::dsp
