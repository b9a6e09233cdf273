#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_ROWS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_ROWS_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Reduces rows of 128 channels to one row, for pooling and reductions.
// Reads whole vectors, up to 127 bytes past the last row.
namespace tflite::dsp {

// `count` rows that lie `pitch` bytes apart.
struct Rows {
  const uint8_t* first;
  int32_t count, pitch;
};

constexpr int32_t kRowChannels = kVectorBytes;

// Sums of channels, words in order.
struct RowSums {
  alignas(kVectorBytes) int32_t of[kRowChannels];

  void Clear() {
    Vec* sums = reinterpret_cast<Vec*>(of);
    TFLL_DSP_UNROLL
    for (int i = 0; i < 4; ++i) sums[i] = Zero();
  }
};

template <bool kSigned>
TFLL_DSP_NOINLINE void AddRows(Rows rows, RowSums* to) {
  // The sum of this many bytes fits a half word.
  constexpr int32_t kMost = 255;
  Vec* sums = reinterpret_cast<Vec*>(to->of);
  while (rows.count > 0) {
    const int32_t count = rows.count < kMost ? rows.count : kMost;
    Vec low = Zero(), high = Zero();
    for (int32_t i = 0; i < count; ++i, rows.first += rows.pitch) {
      const Vec v = LoadUnaligned(rows.first);
      const VecPair wide =
          kSigned ? Q6_Wh_vunpack_Vb(v) : Q6_Wuh_vunpack_Vub(v);
      low = Q6_Vh_vadd_VhVh(low, Q6_V_lo_W(wide));
      high = Q6_Vh_vadd_VhVh(high, Q6_V_hi_W(wide));
    }
    rows.count -= count;
    const VecPair a = kSigned ? Q6_Ww_vunpack_Vh(low) : Q6_Wuw_vunpack_Vuh(low);
    const VecPair b =
        kSigned ? Q6_Ww_vunpack_Vh(high) : Q6_Wuw_vunpack_Vuh(high);
    sums[0] = Q6_Vw_vadd_VwVw(sums[0], Q6_V_lo_W(a));
    sums[1] = Q6_Vw_vadd_VwVw(sums[1], Q6_V_hi_W(a));
    sums[2] = Q6_Vw_vadd_VwVw(sums[2], Q6_V_lo_W(b));
    sums[3] = Q6_Vw_vadd_VwVw(sums[3], Q6_V_hi_W(b));
  }
}

// The greatest (kMax) or least of `best` and all rows.
template <bool kSigned, bool kMax>
TFLL_DSP_INLINE Vec BestOfRows(const Rows& rows, Vec best) {
  const uint8_t* at = rows.first;
  for (int32_t i = 0; i < rows.count; ++i, at += rows.pitch) {
    const Vec v = LoadUnaligned(at);
    best = kMax ? MaxBytes<kSigned>(best, v) : MinBytes<kSigned>(best, v);
  }
  return best;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_ROWS_H_
