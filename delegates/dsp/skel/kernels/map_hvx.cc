#include "delegates/dsp/skel/kernels/hvx/byte_table.h"
#include "delegates/dsp/skel/kernels/map.h"

namespace tflite::dsp {

void MapHvx(const MapParams& p, const Memory& memory, const Scratch&) {
  const Vec* entries = memory.At<const Vec>(p.table);
  const ByteTable table(entries[0], entries[1]);
  const Vec* in = memory.At<const Vec>(p.input);
  Vec* out = memory.At<Vec>(p.output);
  const int32_t vectors = (p.count + kVectorBytes - 1) / kVectorBytes;
  for (int32_t v = 0; v < vectors; ++v) out[v] = table(in[v]);
}

}  // namespace tflite::dsp
