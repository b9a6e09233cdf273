#include "delegates/dsp/skel/kernels/hvx/transpose_rows.h"

namespace tflite::dsp {
namespace {

// At first vector j has 32 bytes of each of the rows j, j + 32, j + 64, j + 96.
// An exchange of two vectors swaps one bit of the index of a vector with one
// bit of the index of a byte. After five rounds the vector index is the column
// and the byte index is the row.
constexpr int32_t kVectors = kTransposedColumns;
constexpr int32_t kQuarters = kTransposedRows / kVectors;

struct Quarters {
  Mask second, third, last;
  Quarters()
      : second(Q6_Q_vsetq2_R(32)),
        third(Q6_Q_vsetq2_R(64)),
        last(Q6_Q_vsetq2_R(96)) {}
  // Quarter q of the result is from v[q].
  TFLL_DSP_INLINE Vec Join(const Vec* v) const {
    const Vec low = Q6_V_vmux_QVV(second, v[0], v[1]);
    const Vec high = Q6_V_vmux_QVV(last, v[2], v[3]);
    return Q6_V_vmux_QVV(third, low, high);
  }
};

TFLL_DSP_INLINE void Exchange(Vec* x, Vec* y, int32_t bytes) {
  const VecPair both = Q6_W_vshuff_VVR(*y, *x, bytes);
  *x = Q6_V_lo_W(both);
  *y = Q6_V_hi_W(both);
}

struct RowsOfBlock {
  const uint8_t* first;
  int32_t pitch, last;
};

// Loads the vectors `group` to `group` + 7, and runs three rounds on them.
// kWhole: no row has to be repeated.
template <bool kWhole>
TFLL_DSP_NOINLINE void FirstRounds(const RowsOfBlock& rows, int32_t group,
                                   const Quarters& quarters,
                                   Vec* __restrict out) {
  const uint8_t* at[kQuarters];
  TFLL_DSP_UNROLL
  for (int32_t q = 0; q < kQuarters; ++q) {
    // An address whose quarter q has the row's bytes.
    at[q] = rows.first + (group + q * kVectors) * rows.pitch - q * kVectors;
  }
  Vec v[8];
  TFLL_DSP_UNROLL
  for (int32_t j = 0; j < 8; ++j) {
    Vec parts[kQuarters];
    TFLL_DSP_UNROLL
    for (int32_t q = 0; q < kQuarters; ++q) {
      const int32_t past = group + j + q * kVectors - rows.last;
      parts[q] = LoadUnaligned(kWhole || past <= 0 ? at[q]
                                                   : at[q] - past * rows.pitch);
      at[q] += rows.pitch;
      // Makes the compiler add, instead of multiplying for each row.
      asm("" : "+r"(at[q]));
    }
    v[j] = quarters.Join(parts);
  }
  TFLL_DSP_UNROLL
  for (int32_t bit = 1; bit < 8; bit *= 2) {
    TFLL_DSP_UNROLL
    for (int32_t j = 0; j < 8; ++j) {
      if ((j & bit) == 0) Exchange(&v[j], &v[j + bit], bit);
    }
  }
  TFLL_DSP_UNROLL
  for (int32_t j = 0; j < 8; ++j) out[group + j] = v[j];
}

TFLL_DSP_INLINE void LastRounds(Vec* __restrict out) {
  TFLL_DSP_NO_UNROLL
  for (int32_t j = 0; j < 8; ++j, ++out) {
    Vec v[4] = {out[0], out[8], out[16], out[24]};
    Exchange(&v[0], &v[1], 8);
    Exchange(&v[2], &v[3], 8);
    Exchange(&v[0], &v[2], 16);
    Exchange(&v[1], &v[3], 16);
    out[0] = v[0];
    out[8] = v[1];
    out[16] = v[2];
    out[24] = v[3];
  }
}

}  // namespace

void TransposeRows(const uint8_t* first, int32_t pitch, int32_t count,
                   Vec* __restrict out) {
  const Quarters quarters;
  const RowsOfBlock rows = {first, pitch, count - 1};
  TFLL_DSP_NO_UNROLL
  for (int32_t group = 0; group < kVectors; group += 8) {
    if (count < kTransposedRows) {
      FirstRounds<false>(rows, group, quarters, out);
    } else {
      FirstRounds<true>(rows, group, quarters, out);
    }
  }
  LastRounds(out);
}

}  // namespace tflite::dsp
