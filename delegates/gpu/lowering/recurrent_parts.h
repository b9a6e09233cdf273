#ifndef DELEGATES_GPU_LOWERING_RECURRENT_PARTS_H_
#define DELEGATES_GPU_LOWERING_RECURRENT_PARTS_H_

#include <cstdint>
#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "kernels/lstm/lstm.h"

// What layers of floats and of integers share.

namespace tflite::gpu {

using namespace delegates;

// Where the rows of a step stand among those of all steps: row b of the batch
// is row first + b * step.
struct StepRows {
  int64_t first, step;
};
// `op` is an Lstm or an Rnn; steps of backward layers count from the last.
template <typename Op, typename Layer>
StepRows RowsOfStep(const Op& op, const Layer& layer, int32_t t) {
  const int32_t step = layer.backward ? op.steps - 1 - t : t;
  const int64_t first = op.Row(step, 0);
  return {first, op.Row(step, 1) - first};
}

// The gates there are, in the order that kernels have them: forget, cell,
// output and input.
std::vector<LstmGateName> KernelGates(const LstmLayer& layer);

// A call of a kernel that gives each row of the batch a workgroup; `written` of
// its operands, the last ones, are results.
GpuCall RowsCall(std::string kernel, int64_t rows,
                 const std::vector<GpuValueId>& operands, size_t written,
                 std::vector<uint32_t> params, const GpuCaps& caps);

// Of FlatCall and those: the last `written` operands are results.
void SetWritten(size_t written, GpuCall* call);

// OK, or why the device does not take the layer's tensors: weights that are not
// known while planning, too many steps or cells.
struct RecurrentExtents {
  int64_t steps, batch, cells, widest;  // widest: the most columns of a row
};
Status CheckRecurrent(const RecurrentExtents& extents,
                      const std::vector<int>& weights, bool integer,
                      const NodeView& node, const GpuPlanCaps& caps);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_RECURRENT_PARTS_H_
