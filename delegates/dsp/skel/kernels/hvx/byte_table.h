#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_BYTE_TABLE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_BYTE_TABLE_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// Bytes 0, 1, .., 127.
TFLL_DSP_INLINE Vec ByteIota() {
  const Vec first = Q6_Vw_vasl_VwR(Iota(), 2);
  const Vec two = Q6_V_vor_VV(first, Q6_Vw_vasl_VwR(first, 8));
  const Vec four = Q6_V_vor_VV(two, Q6_Vw_vasl_VwR(two, 16));
  return Q6_Vw_vadd_VwVw(four, SplatWord(0x03020100));
}

// Looks up 128 indices in a table of 256 bytes with 8 instructions. Each of
// them serves the indices of one eighth of the table, and expects entry i of
// half a table in halfword i % 64.
class ByteTable {
 public:
  // The entries 0 to 127, and 128 to 255, in order.
  ByteTable(Vec low, Vec high)
      : low_(Q6_Vb_vshuff_Vb(low)), high_(Q6_Vb_vshuff_Vb(high)) {}

  TFLL_DSP_INLINE Vec operator()(Vec i) const {
    Vec x = Q6_Vb_vlut32_VbVbI(i, low_, 0);
    x = Q6_Vb_vlut32or_VbVbVbI(x, i, low_, 1);
    x = Q6_Vb_vlut32or_VbVbVbI(x, i, low_, 2);
    x = Q6_Vb_vlut32or_VbVbVbI(x, i, low_, 3);
    x = Q6_Vb_vlut32or_VbVbVbI(x, i, high_, 4);
    x = Q6_Vb_vlut32or_VbVbVbI(x, i, high_, 5);
    x = Q6_Vb_vlut32or_VbVbVbI(x, i, high_, 6);
    return Q6_Vb_vlut32or_VbVbVbI(x, i, high_, 7);
  }

 private:
  const Vec low_, high_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_BYTE_TABLE_H_
