#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Products of a matrix, whose rows lie one after another, and a vector: what
// recurrent operators spend their time on.
namespace tflite::dsp {

// Rows that are multiplied at once.
constexpr int32_t kMatrixRows = 32;

// Exchanges word i of y with word i + distance of x where i has no bit of
// `distance`, and adds both: the sums of x in words without the bit, those of y
// in the others.
TFLL_DSP_INLINE Vec AddExchanged(Vec x, Vec y, int32_t distance_bytes) {
  const VecPair both = Q6_W_vshuff_VVR(y, x, distance_bytes);
  return Q6_Vw_vadd_VwVw(Q6_V_lo_W(both), Q6_V_hi_W(both));
}

// Word i: the sum of all words of dot(i), a vector; undefined for i from
// `count` on.
template <typename Dot>
TFLL_DSP_INLINE Vec SumRows(int32_t count, const Dot& dot) {
  Vec fours[8];
  const int32_t used = count >= kMatrixRows ? 8 : (count + 3) / 4;
  TFLL_DSP_NO_UNROLL
  for (int32_t i = 0; i < used; ++i) {
    const Vec low = AddExchanged(dot(4 * i), dot(4 * i + 1), 4);
    const Vec high = AddExchanged(dot(4 * i + 2), dot(4 * i + 3), 4);
    fours[i] = AddExchanged(low, high, 8);
  }
  const Vec a = AddExchanged(AddExchanged(fours[0], fours[1], 16),
                             AddExchanged(fours[2], fours[3], 16), 32);
  const Vec b = AddExchanged(AddExchanged(fours[4], fours[5], 16),
                             AddExchanged(fours[6], fours[7], 16), 32);
  return AddExchanged(a, b, 64);
}

// Word i: row `first` + i of an INT8 matrix of `rows` rows times `x`, which is
// padded with zeros to whole vectors. Rows past the last one repeat it. Reads
// up to 127 bytes past the matrix.
Vec MultiplyRows(const int8_t* __restrict matrix, int32_t rows, int32_t columns,
                 int32_t first, const Vec* __restrict x);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_
