#include "delegates/edgetpu/compiler/recurrent.h"

#include <algorithm>

namespace tflite::edgetpu {
namespace {

using base::Unsupported;

constexpr uint64_t kAlignment = 64;

uint64_t Aligned(uint64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// Channels that the tile with most of them has.
int32_t MostChannels(int32_t channels, const Target& target) {
  return TileBoxes({1, 1, channels}, target)[0].channels();
}

class RecurrentPlacer {
 public:
  RecurrentPlacer(const RecurrentLayer& layer, const Target& target)
      : layer_(layer), target_(target) {}

  // False if it does not fit.
  bool Place(RecurrentTiling* t) {
    at_ = ResidentBytes(target_);
    const int32_t lanes = std::min(target_.lane_block(), layer_.cells);
    const int32_t cells = MostChannels(layer_.cells, target_);
    const uint64_t groups = CeilOf(cells, lanes);
    const bool projected = !layer_.projection.empty();
    const auto batch = static_cast<uint64_t>(layer_.batch);
    const uint64_t numbers = batch * lanes, gates = layer_.gates.size();
    const auto chunk = static_cast<uint64_t>(t->chunk);
    t->x_pitch = Padded(layer_.inputs);
    t->h_pitch = Padded(layer_.outputs);
    t->hidden_pitch = projected ? Padded(layer_.cells) : 0;
    t->x = Take(chunk * batch * t->x_pitch);
    t->h = Take(batch * t->h_pitch);
    t->hidden = Take(batch * t->hidden_pitch);
    if (cells == layer_.cells && groups == 1 && !projected) {
      // The only tile writes the next output where it has read the last one.
      t->fresh = t->h;
      t->fresh_pitch = t->h_pitch;
    } else {
      t->fresh_pitch = static_cast<uint32_t>(
          std::max(cells, MostChannels(layer_.outputs, target_)));
      t->fresh = Take(batch * t->fresh_pitch);
    }
    t->cells = Take(2 * groups * numbers);
    const int32_t most =
        std::max(lanes, std::min(target_.lane_block(), layer_.outputs));
    t->accumulators = Take(4 * chunk * batch * most);
    t->sums = Take(2 * groups * chunk * gates * numbers);
    t->gates = Take(2 * gates * numbers);
    t->zeros = Take(uint64_t{4} * lanes);
    PlaceMatrices(t);
    return at_ <= static_cast<uint64_t>(target_.tile_memory_bytes) &&
           HasInstructions(chunk);
  }

 private:
  uint32_t Padded(int32_t channels) const {
    return static_cast<uint32_t>(RoundUp(channels, target_.depth_block()));
  }
  uint32_t Take(uint64_t bytes) {
    const uint64_t begin = at_;
    at_ += Aligned(bytes);
    return static_cast<uint32_t>(begin);
  }

  void PlaceMatrices(RecurrentTiling* t) {
    t->matrices.clear();
    t->step_bytes.clear();
    uint64_t largest = 0;
    const std::vector<const WeightedLayer*> matrices = MatricesOf(layer_);
    for (size_t i = 0; i < matrices.size(); ++i) {
      const WeightedTiling m = TileMatrix(layer_, i, target_);
      const uint64_t step = Aligned(
          ParametersOfStep(m, false, target_.depth_block(), m.lanes, m.chunk)
              .bytes);
      const uint64_t steps =
          CeilOf(MostChannels(matrices[i]->out.channels, target_), m.lanes);
      largest = std::max(largest, step);
      t->matrices.push_back(t->resident ? Take(step * steps)
                                        : static_cast<uint32_t>(at_));
      t->step_bytes.push_back(static_cast<uint32_t>(t->resident ? step : 0));
    }
    if (!t->resident) Take(largest);
  }

  // Whether the device has instructions for the products with so many steps of
  // the sequence at once, and for transfers of their weights.
  bool HasInstructions(uint64_t chunk) const {
    const std::vector<const WeightedLayer*> matrices = MatricesOf(layer_);
    for (size_t i = 0; i < matrices.size(); ++i) {
      const WeightedTiling m = TileMatrix(layer_, i, target_);
      const bool of_sequence = m.has_bias && !m.has_scales;
      const uint64_t rows =
          (of_sequence ? chunk : 1) * static_cast<uint64_t>(layer_.batch);
      const uint64_t bytes =
          ParametersOfStep(m, false, target_.depth_block(), m.lanes, m.chunk)
              .bytes;
      if (!CheckStep(*matrices[i], target_, m, rows, bytes).ok()) return false;
    }
    return true;
  }

  const RecurrentLayer& layer_;
  const Target& target_;
  uint64_t at_ = 0;
};

}  // namespace

std::vector<const WeightedLayer*> MatricesOf(const RecurrentLayer& layer) {
  std::vector<const WeightedLayer*> matrices;
  for (const RecurrentLayer::Gate& gate : layer.gates) {
    matrices.push_back(&gate.input);
    matrices.push_back(&gate.state);
  }
  for (const WeightedLayer& matrix : layer.projection) {
    matrices.push_back(&matrix);
  }
  return matrices;
}

WeightedTiling TileMatrix(const RecurrentLayer& layer, size_t index,
                          const Target& target) {
  const WeightedLayer& matrix = *MatricesOf(layer)[index];
  const bool of_gate = index < 2 * layer.gates.size();
  WeightedTiling t;
  t.has_bias = !of_gate || index % 2 == 0;
  t.has_scales = !of_gate;
  t.channels = matrix.in.channels;
  t.depth = t.chunk = CeilOf(t.channels, target.depth_block());
  t.lanes = std::min(target.lane_block(), matrix.out.channels);
  return t;
}

StatusOr<RecurrentTiling> TileRecurrent(const RecurrentLayer& layer,
                                        const Target& target) {
  RecurrentPlacer placer(layer, target);
  RecurrentTiling t;
  for (const bool resident : {true, false}) {
    t.resident = resident;
    for (t.chunk = layer.steps;; t.chunk = CeilOf(t.chunk, 2)) {
      if (placer.Place(&t)) return t;
      if (t.chunk == 1) break;
    }
  }
  return Unsupported("it does not fit in the memory of a tile");
}

}  // namespace tflite::edgetpu
