#ifndef DELEGATES_EDGETPU_COMPILER_TILING_H_
#define DELEGATES_EDGETPU_COMPILER_TILING_H_

#include <cstdint>
#include <functional>

#include "delegates/edgetpu/compiler/home.h"
#include "delegates/edgetpu/compiler/layers.h"

namespace tflite::edgetpu {

// The part of each tile's memory in which values live across layers; the rest
// is the workspace of the layer that runs.
inline uint64_t ResidentBytes(const Target& target) {
  return static_cast<uint64_t>(target.tile_memory_bytes) / 2 / 64 * 64;
}
inline uint64_t WorkspaceBytes(const Target& target) {
  return static_cast<uint64_t>(target.tile_memory_bytes) -
         ResidentBytes(target);
}

// How a weighted layer is cut so that each step fits in the workspace, and
// where its buffers begin in tile memory. A step is a band of output rows of
// each tile, a group of lanes, and a chunk of the depth.
struct WeightedTiling {
  // Systolic arrays multiply matrices: the input is rearranged so that each row
  // holds what the filter sees at one position, and the filter is 1x1.
  bool gathers_columns = false;
  int32_t taps = 1, channels = 1;  // of the filter that is executed
  int32_t depth = 1;               // blocks of channels
  int32_t lanes = 1;               // of a full group
  int32_t band_rows = 1;
  int32_t chunk = 1;  // blocks of one step
  uint32_t input = 0, accumulators = 0, output = 0, weights[2] = {0, 0};
  // Of the parameters of a step.
  bool has_bias = true, has_scales = true;

  int32_t chunks() const { return CeilOf(depth, chunk); }
};
// Bytes of a row of the rearranged input.
inline uint32_t GatheredBytes(const WeightedLayer& layer,
                              const WeightedTiling& tiling,
                              const Target& target) {
  return static_cast<uint32_t>(
      RoundUp(tiling.channels * layer.groups, target.depth_block()));
}

// Bytes of the parameters of one step: weights, biases and scales, if it has
// them.
struct StepParameters {
  uint64_t bias = 0, scales = 0, bytes = 0;  // offsets, and the sum
};
StepParameters ParametersOfStep(const WeightedTiling& tiling, bool lanewise,
                                int32_t block, int32_t lanes, int32_t chunk);

// Unsupported if the device has no instructions for a step of so many positions
// and bytes of parameters.
Status CheckStep(const WeightedLayer& layer, const Target& target,
                 const WeightedTiling& tiling, uint64_t positions,
                 uint64_t parameters);

// Unsupported if not even the smallest steps fit.
StatusOr<WeightedTiling> TileWeighted(const WeightedLayer& layer,
                                      const Target& target);

// How layers without weights are cut: bands of output rows.
struct BandTiling {
  int32_t band_rows = 1;
  uint32_t inputs[2] = {0, 0};
  uint32_t output = 0, table = 0;
};
// The box of an input that a box of the output is computed from; its channels
// are ignored.
using BoxReader = std::function<Box(const Box& out)>;

StatusOr<BandTiling> TileBands(const Image& out, const BoxReader& read,
                               int num_inputs, uint64_t table_bytes,
                               const Target& target);
// Each of the inputs is read as `filter` says; the table has 256 bytes.
StatusOr<BandTiling> TileBands(const Image& in, const Image& out,
                               const Filter& filter, int num_inputs,
                               const Target& target);
// For whole rows of channels, which are in one tile each.
StatusOr<BandTiling> TileRows(const Image& image, const Target& target);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_TILING_H_
