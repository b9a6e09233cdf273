#ifndef DELEGATES_EDGETPU_COMPILER_PACK_H_
#define DELEGATES_EDGETPU_COMPILER_PACK_H_

#include <cstdint>
#include <vector>

#include "delegates/edgetpu/compiler/layers.h"
#include "delegates/edgetpu/compiler/tiling.h"
#include "delegates/edgetpu/executable/executable.h"

namespace tflite::edgetpu {

// The parameters of one step of a weighted layer, as Multiply and Requantize
// read them: weights, and biases and scales, if the tiling has them.
struct PackedStep {
  uint64_t offset = 0;  // in PackedWeights::bytes
  StepParameters layout;
  int32_t lanes = 0, depth = 0;
};

// Steps are those of lane group 0, chunk by chunk, then of group 1, and so on.
struct PackedWeights {
  std::vector<uint8_t> bytes;
  std::vector<PackedStep> steps;
};

// `block` is the target's depth_block. What pads the depth has the weights'
// zero point, so that it adds nothing whatever the input holds there.
PackedWeights PackWeights(const WeightedLayer& layer,
                          const WeightedTiling& tiling, int32_t block);

// The taps of each output channel in reverse.
void ReverseTaps(int32_t taps, int32_t channels, std::vector<uint8_t>* weights);

// Where the constants of such a layer are, given the offset of its parameters.
PackedLayer PackingOf(const WeightedLayer& layer, const WeightedTiling& tiling,
                      int32_t block, uint32_t offset);

// The weights and biases of the model's tensors that a packed layer holds; no
// biases if it has none. Invalid if it is not within the parameters.
StatusOr<std::vector<uint8_t>> UnpackWeights(
    const PackedLayer& layer, absl::Span<const uint8_t> parameters);
StatusOr<std::vector<int32_t>> UnpackBias(const PackedLayer& layer,
                                          absl::Span<const uint8_t> parameters);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_COMPILER_PACK_H_
