#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/roll/roll.h"

namespace tflite::kernels {
namespace {

using Shifts =
    absl::InlinedVector<int64_t, 6>;  // one per dimension, [0, extent)

StatusOr<Shifts> ReadShifts(const Roll& op, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const auto amounts, ReadIntegers(context.input(1)));
  TFLL_ASSIGN_OR_RETURN(const auto axes, ReadIntegers(context.input(2)));
  Shifts shifts(op.shape.rank(), 0);
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto axis = NormalizeAxis(axes[i], op.shape.rank());
    TFLL_CONSTRAINT(C4, axis.ok(), axis.status().message());
    const int64_t extent = op.shape[*axis];
    if (extent == 0) continue;
    shifts[*axis] = (shifts[*axis] + amounts[i] % extent + extent) % extent;
  }
  return shifts;
}

// Each shifted dimension is split in two: what stays before the end and what
// wraps around. Copies every combination.
void CopyFrom(const Roll& op, const Shifts& shifts, int d, const Cells& cells,
              ThreadPool& threads, StridedCopy* copy) {
  if (d == op.shape.rank()) {
    RunStridedCopy(*copy, cells.bytes, cells.in[0], cells.out[0], &threads);
    return;
  }
  const int64_t stride = DenseStrides(op.shape)[d];
  const int64_t extent = op.shape[d];
  const int64_t shift = shifts[d];
  copy->Add(extent - shift, stride, stride);
  copy->out_offset += shift * stride;
  CopyFrom(op, shifts, d + 1, cells, threads, copy);
  copy->out_offset -= shift * stride;
  copy->dims.pop_back();
  if (shift == 0) return;
  copy->Add(shift, stride, stride);
  copy->in_offset += (extent - shift) * stride;
  CopyFrom(op, shifts, d + 1, cells, threads, copy);
  copy->in_offset -= (extent - shift) * stride;
  copy->dims.pop_back();
}

}  // namespace

Status EvalRollReference(const Roll& op, EvalContext& context) {
  TFLL_ASSIGN_OR_RETURN(const Shifts shifts, ReadShifts(op, context));
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    StridedCopy copy;
    CopyFrom(op, shifts, 0, cells, context.threads(), &copy);
    return OkStatus();
  });
}

}  // namespace tflite::kernels
