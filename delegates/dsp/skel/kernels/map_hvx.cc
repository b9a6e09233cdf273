#include "delegates/dsp/skel/kernels/hvx/vector.h"
#include "delegates/dsp/skel/kernels/map.h"

namespace tflite::dsp {
namespace {

// Bytes of 128 entries as the lookups take them: one serves the 32 indices
// whose upper bits are its number, and finds entry i in half word i % 64.
TFLL_DSP_INLINE Vec LookUp(Vec i, Vec low, Vec high) {
  Vec x = Q6_Vb_vlut32_VbVbI(i, low, 0);
  x = Q6_Vb_vlut32or_VbVbVbI(x, i, low, 1);
  x = Q6_Vb_vlut32or_VbVbVbI(x, i, low, 2);
  x = Q6_Vb_vlut32or_VbVbVbI(x, i, low, 3);
  x = Q6_Vb_vlut32or_VbVbVbI(x, i, high, 4);
  x = Q6_Vb_vlut32or_VbVbVbI(x, i, high, 5);
  x = Q6_Vb_vlut32or_VbVbVbI(x, i, high, 6);
  return Q6_Vb_vlut32or_VbVbVbI(x, i, high, 7);
}

}  // namespace

void MapHvx(const MapParams& p, const Memory& memory, const Scratch&) {
  const Vec* table = memory.At<const Vec>(p.table);
  const Vec low = Q6_Vb_vshuff_Vb(table[0]);
  const Vec high = Q6_Vb_vshuff_Vb(table[1]);
  const Vec* in = memory.At<const Vec>(p.input);
  Vec* out = memory.At<Vec>(p.output);
  const int32_t vectors = (p.count + kVectorBytes - 1) / kVectorBytes;
  for (int32_t v = 0; v < vectors; ++v) out[v] = LookUp(in[v], low, high);
}

}  // namespace tflite::dsp
