#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/svdf.h"
#include "delegates/dsp/skel/memory_functions.h"

namespace tflite::dsp {
namespace {

int32_t Scaled(uint32_t sum, const Factor& factor, int32_t zero_point,
               int32_t min, int32_t max) {
  return ClampTo(int64_t{MultiplyBy(Wrapped(sum), factor)} + zero_point, min,
                 max);
}

// Removes the oldest entry of every filter and adds the newest one.
void Remember(const SvdfParams& p, const int8_t* in, const int8_t* features,
              int16_t* state) {
  for (int32_t f = 0; f < p.filters; ++f, features += p.inputs) {
    uint32_t sum = 0;
    for (int32_t i = 0; i < p.inputs; ++i) {
      sum += static_cast<uint32_t>((in[i] - p.input_zero_point) * features[i]);
    }
    memmove(state, state + 1, (p.memory - 1) * sizeof(int16_t));
    state += p.memory;
    state[-1] = static_cast<int16_t>(
        Scaled(sum, p.feature_factor, 0, INT16_MIN, INT16_MAX));
  }
}

}  // namespace

void SvdfScalar(const SvdfParams& p, const Memory& memory, const Scratch&) {
  const int8_t* in = memory.At<const int8_t>(p.input);
  const int8_t* features = memory.At<const int8_t>(p.features);
  const int16_t* time = memory.At<const int16_t>(p.time);
  const int32_t* bias =
      p.bias.bytes == 0 ? nullptr : memory.At<const int32_t>(p.bias);
  int16_t* state = memory.At<int16_t>(p.state);
  int8_t* out = memory.At<int8_t>(p.output);
  const int32_t taps = p.rank * p.memory;
  for (int32_t b = 0; b < p.batch; ++b) {
    Remember(p, in, features, state);
    for (int32_t u = 0; u < p.units; ++u) {
      uint32_t sum = bias == nullptr ? 0 : static_cast<uint32_t>(bias[u]);
      for (int32_t i = u * taps; i < (u + 1) * taps; ++i) {
        sum += static_cast<uint32_t>(state[i] * time[i]);
      }
      *out++ = static_cast<int8_t>(
          Scaled(sum, p.time_factor, p.zero_point, INT8_MIN, INT8_MAX));
    }
    in += p.inputs;
    state += p.filters * p.memory;
  }
}

}  // namespace tflite::dsp
