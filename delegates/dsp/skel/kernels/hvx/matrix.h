#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Matrix-vector products, on which recurrent operators spend most of their
// time. Matrices are row-major, without padding.
namespace tflite::dsp {

// Rows that are multiplied at once.
constexpr int32_t kMatrixRows = 32;

// One step of reducing two vectors to one, for a distance d of words, a power
// of two: word i is join(x[i], x[i + d]) if bit d of i is clear, and otherwise
// join(y[i - d], y[i]).
template <typename Join>
TFLL_DSP_INLINE Vec JoinExchanged(Vec x, Vec y, int32_t distance_bytes,
                                  const Join& join) {
  const VecPair both = Q6_W_vshuff_VVR(y, x, distance_bytes);
  return join(Q6_V_lo_W(both), Q6_V_hi_W(both));
}

// Reduces 32 vectors: word i is the reduction of all words of the vector row(i)
// by `join`. Words from `count` on are undefined.
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

// The same with addition.
template <typename Dot>
TFLL_DSP_INLINE Vec SumRows(int32_t count, const Dot& dot) {
  return JoinRows(
      count, [](Vec x, Vec y) { return Q6_Vw_vadd_VwVw(x, y); }, dot);
}

// Returns in word i the dot product of row `first` + i of an INT8 matrix and
// `x`, which is padded with zeros to whole vectors. Beyond the last row, the
// last one is repeated. Reads up to 127 bytes past the matrix.
Vec MultiplyRows(const int8_t* __restrict matrix, int32_t rows, int32_t columns,
                 int32_t first, const Vec* __restrict x);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_MATRIX_H_
