#include "delegates/dsp/skel/kernels/map.h"

namespace tflite::dsp {

void MapScalar(const MapParams& p, const Memory& memory, const Scratch&) {
  const uint8_t* in = memory.At<const uint8_t>(p.input);
  const uint8_t* table = memory.At<const uint8_t>(p.table);
  uint8_t* out = memory.At<uint8_t>(p.output);
  for (int32_t i = 0; i < p.count; ++i) out[i] = table[in[i]];
}

}  // namespace tflite::dsp
