#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Products of a matrix, whose rows lie one after another, and a vector: what
// recurrent operators spend their time on.
namespace tflite::dsp {

// Rows that are multiplied at once.
constexpr int32_t kMatrixRows = 32;

// Exchanges word i of y with word i + distance of x where i has no bit of
// `distance`, and joins both: what x has in words without the bit, and y in the
// others.
template <typename Join>
TFLL_DSP_INLINE Vec JoinExchanged(Vec x, Vec y, int32_t distance_bytes,
                                  const Join& join) {
  const VecPair both = Q6_W_vshuff_VVR(y, x, distance_bytes);
  return join(Q6_V_lo_W(both), Q6_V_hi_W(both));
}

// Word i: all words of row(i), a vector, joined by `join`; undefined for i from
// `count` on.
template <typename Join, typename Row>
TFLL_DSP_INLINE Vec JoinRows(int32_t count, const Join& join, const Row& row) {
  Vec fours[8];
  const int32_t used = count >= kMatrixRows ? 8 : (count + 3) / 4;
  TFLL_DSP_NO_UNROLL
  for (int32_t i = 0; i < used; ++i) {
    const Vec low = JoinExchanged(row(4 * i), row(4 * i + 1), 4, join);
    const Vec high = JoinExchanged(row(4 * i + 2), row(4 * i + 3), 4, join);
    fours[i] = JoinExchanged(low, high, 8, join);
  }
  Vec x[4];
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4; ++i) {
    x[i] = JoinExchanged(fours[2 * i], fours[2 * i + 1], 16, join);
  }
  return JoinExchanged(JoinExchanged(x[0], x[1], 32, join),
                       JoinExchanged(x[2], x[3], 32, join), 64, join);
}

// The same for sums.
template <typename Dot>
TFLL_DSP_INLINE Vec SumRows(int32_t count, const Dot& dot) {
  return JoinRows(
      count, [](Vec x, Vec y) { return Q6_Vw_vadd_VwVw(x, y); }, dot);
}

// Word i: row `first` + i of an INT8 matrix of `rows` rows times `x`, which is
// padded with zeros to whole vectors. Rows past the last one repeat it. Reads
// up to 127 bytes past the matrix.
Vec MultiplyRows(const int8_t* __restrict matrix, int32_t rows, int32_t columns,
                 int32_t first, const Vec* __restrict x);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_
