#include "delegates/edgetpu/compiler/pack.h"

#include <algorithm>

namespace tflite::edgetpu {
namespace {

void PutWord(int32_t value, uint8_t* to) {
  const auto word = static_cast<uint32_t>(value);
  for (int i = 0; i < 4; ++i) to[i] = (word >> (8 * i)) & 255;
}

// Weights of `lanes` output channels from `first` on and of the blocks
// [begin, begin + depth).
void PackStep(const WeightedLayer& layer, const WeightedTiling& t,
              int32_t block, int32_t first, int32_t begin,
              const PackedStep& step, uint8_t* to) {
  const auto pad = static_cast<uint8_t>(layer.weights_zero_point);
  const int64_t channels = t.channels, lanes = step.lanes;
  for (int32_t tap = 0; tap < t.taps; ++tap) {
    if (layer.lanewise) {
      const uint8_t* from =
          &layer.weights[static_cast<size_t>(tap) * layer.out.channels + first];
      to = std::copy_n(from, lanes, to);
      continue;
    }
    for (int32_t d = begin; d < begin + step.depth; ++d) {
      for (int32_t l = 0; l < lanes; ++l) {
        const size_t row =
            (static_cast<size_t>(first + l) * t.taps + tap) * channels;
        for (int32_t i = 0; i < block; ++i) {
          const int64_t c = int64_t{d} * block + i;
          *to++ = c < channels ? layer.weights[row + c] : pad;
        }
      }
    }
  }
}

}  // namespace

PackedWeights PackWeights(const WeightedLayer& layer, const WeightedTiling& t,
                          int32_t block) {
  PackedWeights packed;
  for (int32_t first = 0; first < layer.out.channels; first += t.lanes) {
    for (int32_t begin = 0; begin < t.depth; begin += t.chunk) {
      PackedStep step;
      step.offset = packed.bytes.size();
      step.lanes = std::min(t.lanes, layer.out.channels - first);
      step.depth = std::min(t.chunk, t.depth - begin);
      step.layout =
          ParametersOfStep(t, layer.lanewise, block, step.lanes, step.depth);
      packed.bytes.resize(step.offset + step.layout.bytes);
      uint8_t* const to = packed.bytes.data() + step.offset;
      PackStep(layer, t, block, first, begin, step, to);
      for (int32_t l = 0; l < step.lanes; ++l) {
        uint8_t* const scale = to + step.layout.scales + size_t{8} * l;
        PutWord(layer.bias[first + l], to + step.layout.bias + size_t{4} * l);
        PutWord(layer.factors[first + l], scale);
        PutWord(layer.shifts[first + l], scale + 4);
      }
      packed.steps.push_back(step);
    }
  }
  return packed;
}

}  // namespace tflite::edgetpu
