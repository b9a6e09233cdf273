#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_WORDS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_WORDS_H_

#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/vector.h"

// Arithmetic on vectors of 32-bit words with one factor for all lanes, and
// conversions between words and narrower integers. Lanes are in order.
namespace tflite::dsp {

// MultiplyByQuantizedMultiplier of kernels/math/fixed_point.h, any shift.
class WordFactor {
 public:
  explicit WordFactor(const Factor& f)
      : multiplier_(SplatWord(f.multiplier)),
        left_(f.shift > 0 ? f.shift : 0),
        rounds_(f.shift < 0 ? 1 : 0),
        right_(f.shift < 0 ? -f.shift - 1 : 0) {}

  TFLL_DSP_INLINE Vec operator()(Vec x) const {
    const Vec y = DoublingHighProduct(Q6_Vw_vasl_VwR(x, left_), multiplier_);
    const Vec rounds = SplatWord(rounds_);
    const Vec negative = Q6_V_vand_VV(Q6_Vuw_vlsr_VuwR(y, 31), rounds);
    const Vec half = Q6_Vw_vasr_VwR(Q6_Vw_vsub_VwVw_sat(y, negative), right_);
    return Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(half, rounds), rounds_);
  }

 private:
  const Vec multiplier_;
  const int32_t left_, rounds_, right_;
};

// RoundingDivideByPOT of kernels/math/fixed_point.h, exponent in [1, 31].
TFLL_DSP_INLINE Vec RoundingShift(Vec x, int32_t exponent) {
  const Vec negative = Q6_Vuw_vlsr_VuwR(x, 31);
  const Vec half =
      Q6_Vw_vasr_VwR(Q6_Vw_vsub_VwVw_sat(x, negative), exponent - 1);
  return Q6_Vw_vasr_VwR(Q6_Vw_vadd_VwVw(half, SplatWord(1)), 1);
}

TFLL_DSP_INLINE Vec ClampWords(Vec x, int32_t min, int32_t max) {
  return Q6_Vw_vmin_VwVw(Q6_Vw_vmax_VwVw(x, SplatWord(min)), SplatWord(max));
}

// The low bytes of 128 words.
TFLL_DSP_INLINE Vec PackWords(const Vec* words) {
  return Q6_Vb_vpacke_VhVh(Q6_Vh_vpacke_VwVw(words[3], words[2]),
                           Q6_Vh_vpacke_VwVw(words[1], words[0]));
}

// 128 bytes as words.
template <bool kSigned>
TFLL_DSP_INLINE void UnpackBytes(Vec bytes, Vec* words) {
  const VecPair halves =
      kSigned ? Q6_Wh_vunpack_Vb(bytes) : Q6_Wuh_vunpack_Vub(bytes);
  TFLL_DSP_UNROLL
  for (int i = 0; i < 2; ++i) {
    const Vec half = i == 0 ? Q6_V_lo_W(halves) : Q6_V_hi_W(halves);
    const VecPair wide = Q6_Ww_vunpack_Vh(half);
    words[2 * i] = Q6_V_lo_W(wide);
    words[2 * i + 1] = Q6_V_hi_W(wide);
  }
}

// True if a bit of the vector is 1.
TFLL_DSP_INLINE bool IsAnySet(Vec v) {
  TFLL_DSP_UNROLL
  for (int32_t bytes = 64; bytes >= 4; bytes /= 2) {
    v = Q6_V_vor_VV(v, Q6_V_vror_VR(v, bytes));
  }
  return Q6_R_vextract_VR(v, 0) != 0;
}

// The sum of all words of a vector.
TFLL_DSP_INLINE int32_t SumOfWords(Vec v) {
  TFLL_DSP_UNROLL
  for (int32_t bytes = 64; bytes >= 4; bytes /= 2) {
    v = Q6_Vw_vadd_VwVw(v, Q6_V_vror_VR(v, bytes));
  }
  return Q6_R_vextract_VR(v, 0);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_WORDS_H_
