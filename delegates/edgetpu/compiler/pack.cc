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

// Calls step(first lane, first block, step) for each step of a layer, in order.
template <typename Function>
Status ForEachStep(const PackedLayer& l, uint64_t parameters, Function step) {
  constexpr int32_t kMost = 1 << 28;
  for (const int32_t count :
       {l.block, l.taps, l.channels, l.out_channels, l.lanes, l.chunk}) {
    if (count <= 0 || count > kMost) {
      return Invalid("a packed layer has a count of ", count);
    }
  }
  WeightedTiling t;
  t.taps = l.taps;
  t.has_bias = !l.no_bias;
  t.has_scales = !l.no_scales;
  const int32_t depth = l.lanewise ? 1 : CeilOf(l.channels, l.block);
  uint64_t offset = l.offset;
  for (int32_t first = 0; first < l.out_channels; first += l.lanes) {
    for (int32_t begin = 0; begin < depth; begin += l.chunk) {
      PackedStep s;
      s.offset = offset;
      s.lanes = std::min(l.lanes, l.out_channels - first);
      s.depth = std::min(l.chunk, depth - begin);
      // A count of each factor below 2^28 could overflow 64 bits.
      if (static_cast<double>(s.lanes) * s.depth * l.taps * l.block >
          static_cast<double>(parameters)) {
        return Invalid("a packed layer is larger than the parameters");
      }
      s.layout = ParametersOfStep(t, l.lanewise, l.block, s.lanes, s.depth);
      offset += s.layout.bytes;
      if (offset > parameters) {
        return Invalid("a packed layer is not within the parameters");
      }
      step(first, begin, s);
    }
  }
  return OkStatus();
}

int32_t GetWord(const uint8_t* from) {
  return static_cast<int32_t>(from[0] | uint32_t{from[1]} << 8 |
                              uint32_t{from[2]} << 16 |
                              uint32_t{from[3]} << 24);
}

// The inverse of PackStep.
void UnpackStep(const PackedLayer& l, int32_t first, int32_t begin,
                const PackedStep& step, const uint8_t* from,
                std::vector<uint8_t>* weights) {
  for (int32_t tap = 0; tap < l.taps; ++tap) {
    if (l.lanewise) {
      std::copy_n(
          from, step.lanes,
          &(*weights)[static_cast<size_t>(tap) * l.out_channels + first]);
      from += step.lanes;
      continue;
    }
    for (int32_t d = begin; d < begin + step.depth; ++d) {
      for (int32_t lane = 0; lane < step.lanes; ++lane) {
        const size_t row = (static_cast<size_t>(first + lane) * l.taps + tap) *
                           static_cast<size_t>(l.channels);
        for (int32_t i = 0; i < l.block; ++i, ++from) {
          const int64_t c = int64_t{d} * l.block + i;
          if (c < l.channels) (*weights)[row + static_cast<size_t>(c)] = *from;
        }
      }
    }
  }
}

}  // namespace

void ReverseTaps(int32_t taps, int32_t channels,
                 std::vector<uint8_t>* weights) {
  const auto size = static_cast<size_t>(channels);
  const size_t row = size * static_cast<size_t>(taps);
  for (size_t begin = 0; begin < weights->size(); begin += row) {
    uint8_t* const first = weights->data() + begin;
    for (size_t low = 0, high = row - size; low < high;
         low += size, high -= size) {
      std::swap_ranges(first + low, first + low + size, first + high);
    }
  }
}

PackedLayer PackingOf(const WeightedLayer& layer, const WeightedTiling& t,
                      int32_t block, uint32_t offset) {
  PackedLayer packed;
  packed.offset = offset;
  packed.lanewise = layer.lanewise;
  packed.block = layer.lanewise ? 1 : block;
  packed.taps = t.taps;
  packed.channels = t.channels;
  packed.out_channels = layer.out.channels;
  packed.lanes = t.lanes;
  packed.chunk = t.chunk;
  packed.no_bias = !t.has_bias;
  packed.no_scales = !t.has_scales;
  packed.reversed = layer.reversed && !t.gathers_columns;
  return packed;
}

StatusOr<std::vector<uint8_t>> UnpackWeights(
    const PackedLayer& l, absl::Span<const uint8_t> parameters) {
  // Lanes have no channels whose taps could be in reverse.
  if (l.lanewise && l.reversed) {
    return Invalid("a packed layer reverses the taps of lanes");
  }
  // Checked before memory is reserved: every weight is a byte of them.
  TFLL_RETURN_IF_ERROR(ForEachStep(l, parameters.size(),
                                   [](int32_t, int32_t, const PackedStep&) {}));
  std::vector<uint8_t> weights(static_cast<size_t>(l.taps) * l.out_channels *
                               (l.lanewise ? 1 : l.channels));
  TFLL_RETURN_IF_ERROR(
      ForEachStep(l, parameters.size(),
                  [&](int32_t first, int32_t begin, const PackedStep& step) {
                    UnpackStep(l, first, begin, step,
                               parameters.data() + step.offset, &weights);
                  }));
  if (l.reversed) ReverseTaps(l.taps, l.channels, &weights);
  return weights;
}

StatusOr<std::vector<int32_t>> UnpackBias(
    const PackedLayer& l, absl::Span<const uint8_t> parameters) {
  std::vector<int32_t> bias;
  if (l.no_bias) return bias;
  TFLL_RETURN_IF_ERROR(ForEachStep(
      l, parameters.size(),
      [&](int32_t, int32_t begin, const PackedStep& step) {
        // Every chunk has the biases of its lanes.
        for (int32_t lane = 0; begin == 0 && lane < step.lanes; ++lane) {
          bias.push_back(GetWord(parameters.data() + step.offset +
                                 step.layout.bias + size_t{4} * lane));
        }
      }));
  return bias;
}

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
        if (t.has_bias) {
          PutWord(layer.bias[first + l], to + step.layout.bias + size_t{4} * l);
        }
        if (!t.has_scales) continue;
        PutWord(layer.factors[first + l], scale);
        PutWord(layer.shifts[first + l], scale + 4);
      }
      packed.steps.push_back(step);
    }
  }
  return packed;
}

}  // namespace tflite::edgetpu
