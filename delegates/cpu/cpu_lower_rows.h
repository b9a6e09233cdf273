#ifndef DELEGATES_CPU_CPU_LOWER_ROWS_H_
#define DELEGATES_CPU_CPU_LOWER_ROWS_H_

#include "delegates/cpu/cpu_lowering.h"

namespace tflite::cpu {

// Operators on rows of FLOAT32, of which fusion makes one call if a reduction
// is among them. The plan has the operator and the forms of its operands.

// Unsupported for operands without elements.
Status CheckElements(const NodeView& node);
inline constexpr char kNoKernel[] =
    "the packed kernels do not take the operator";

StatusOr<RowStep> PlanBinaryRows(const kernels::Binary& op,
                                 const NodeView& node, const CpuCaps& caps);
StatusOr<RowStep> PlanUnaryRows(const kernels::Unary& op, const NodeView& node,
                                const CpuCaps& caps);
// Reductions of the last axis to columns.
StatusOr<RowStep> PlanReduceRows(const kernels::Reduce& op,
                                 const NodeView& node, const CpuCaps& caps);

// The plan with the node's values.
RowSteps RowsOf(const RowStep& plan, const NodeView& node, CpuBuilder& builder);
void EmitRows(const RowStep& plan, const NodeView& node, CpuBuilder& builder);

}  // namespace tflite::cpu

#endif  // DELEGATES_CPU_CPU_LOWER_ROWS_H_
