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

// OK, or why the device does not take the layer's tensors: weights that are not
// known while planning, too many steps or cells.
struct RecurrentExtents {
  int64_t steps, batch, cells, widest;  // widest: the most columns of a row
};
Status CheckRecurrent(const RecurrentExtents& extents,
                      const std::vector<int>& weights, bool integer,
                      const NodeView& node, const GpuPlanCaps& caps);

// Matrices of weights, of which a row has `depth` bytes, as the kernels of
// recurrent_int.kernel take them: side by side, [depth / 4, columns]. `sums`
// get the sum of each row.
std::vector<int32_t> PackRecurrentBytes(
    const std::vector<const int8_t*>& matrices, int64_t rows, int64_t depth,
    std::vector<int64_t>* sums);

// Rows [rows, depth] of several matrices side by side, [depth, columns].
std::vector<float> PackRecurrentFloats(
    const std::vector<std::vector<float>>& matrices, int64_t rows,
    int64_t depth);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_RECURRENT_PARTS_H_
