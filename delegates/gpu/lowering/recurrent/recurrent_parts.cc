#include "delegates/gpu/lowering/recurrent/recurrent_parts.h"

#include <algorithm>

#include "delegates/gpu/lowering/calls.h"

namespace tflite::gpu {
namespace {

// The limit exists because the commands of all steps are recorded.
constexpr int64_t kMostSteps = 1024;
// Sums of this many 16-bit integers fit in 32 bits.
constexpr int64_t kMostCells = 32768;

}  // namespace

std::vector<LstmGateName> KernelGates(const LstmLayer& layer) {
  if (layer.cifg()) return {kLstmForget, kLstmCell, kLstmOutput};
  return {kLstmForget, kLstmCell, kLstmOutput, kLstmInput};
}

Status CheckRecurrent(const RecurrentExtents& extents,
                      const std::vector<int>& weights, bool integer,
                      const NodeView& node, const GpuPlanCaps& caps) {
  TFLL_RETURN_IF_ERROR(CheckSizes(node, caps));
  if (node.input(0).is_variable()) {
    return Unsupported("input 0 is a variable: ", node.input(0).name());
  }
  for (const int i : weights) {
    if (!IsGiven(i)) continue;
    const bool known =
        integer ? node.input(i).is_constant() : caps.statics.IsKnown(node, i);
    if (!known) {
      return Unsupported("weights that are not constant are not supported");
    }
  }
  if (extents.steps > kMostSteps) {
    return Unsupported(extents.steps, " steps are not supported");
  }
  if (extents.cells > kMostCells) {
    return Unsupported(extents.cells, " cells are not supported");
  }
  TFLL_RETURN_IF_ERROR(CheckLoops(
      std::max<int64_t>(extents.widest, 3 * extents.cells) + 128, caps.device));
  const int64_t rows = extents.steps * extents.batch;
  const int64_t most = std::min<int64_t>(
      INT32_MAX / 8, static_cast<int64_t>(caps.device.max_buffer_bytes / 8));
  if (std::max(rows, extents.widest) > most / (4 * extents.cells)) {
    return Unsupported(extents.cells, " cells in ", rows,
                       " rows are not supported");
  }
  return OkStatus();
}

std::vector<int32_t> PackRecurrentBytes(
    const std::vector<const int8_t*>& matrices, int64_t rows, int64_t depth,
    std::vector<int64_t>* sums) {
  const int64_t columns = rows * static_cast<int64_t>(matrices.size());
  std::vector<uint32_t> words((depth + 3) / 4 * columns);
  sums->assign(columns, 0);
  for (int64_t column = 0; column < columns; ++column) {
    const int8_t* row = matrices[column / rows] + column % rows * depth;
    for (int64_t d = 0; d < depth; ++d) {
      (*sums)[column] += row[d];
      words[d / 4 * columns + column] |= uint32_t{static_cast<uint8_t>(row[d])}
                                         << (d % 4 * 8);
    }
  }
  return {words.begin(), words.end()};
}

std::vector<float> PackRecurrentFloats(
    const std::vector<std::vector<float>>& matrices, int64_t rows,
    int64_t depth) {
  const int64_t columns = rows * static_cast<int64_t>(matrices.size());
  std::vector<float> packed(depth * columns);
  for (int64_t column = 0; column < columns; ++column) {
    const float* row = matrices[column / rows].data() + column % rows * depth;
    for (int64_t d = 0; d < depth; ++d) packed[d * columns + column] = row[d];
  }
  return packed;
}

}  // namespace tflite::gpu
