#ifndef DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_PARTS_H_
#define DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_PARTS_H_

#include <cstdint>
#include <vector>

#include "delegates/gpu/lowering/gpu_builder.h"
#include "kernels/lstm/lstm.h"

// Common parts of FLOAT32 and integer layers.

namespace tflite::gpu {

using namespace delegates;

// Positions of a step's rows among those of all steps: row b of the batch is
// row first + b * step.
struct StepRows {
  int64_t first, step;
};
// `op` is an Lstm or an Rnn; the steps of backward layers are counted from the
// last one.
template <typename Op, typename Layer>
StepRows RowsOfStep(const Op& op, const Layer& layer, int32_t t) {
  const int32_t step = layer.backward ? op.steps - 1 - t : t;
  const int64_t first = op.Row(step, 0);
  return {first, op.Row(step, 1) - first};
}

// The gates of the layer, in the order that kernels use: forget, cell, output
// and input.
std::vector<LstmGateName> KernelGates(const LstmLayer& layer);

// OK, or the reason why the device does not support the layer's tensors:
// weights that are not constant, or too many steps or cells.
struct RecurrentExtents {
  int64_t steps, batch, cells, widest;  // widest: maximum number of columns
};
Status CheckRecurrent(const RecurrentExtents& extents,
                      const std::vector<int>& weights, bool integer,
                      const NodeView& node, const GpuPlanCaps& caps);

// Packs weight matrices, with rows of `depth` bytes, in the layout of the
// kernels of recurrent_int.kernel: side by side, [depth / 4, columns]. `sums`
// receives the sum of each row.
std::vector<int32_t> PackRecurrentBytes(
    const std::vector<const int8_t*>& matrices, int64_t rows, int64_t depth,
    std::vector<int64_t>* sums);

// Packs several matrices [rows, depth] side by side, as [depth, columns].
std::vector<float> PackRecurrentFloats(
    const std::vector<std::vector<float>>& matrices, int64_t rows,
    int64_t depth);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_RECURRENT_RECURRENT_PARTS_H_
