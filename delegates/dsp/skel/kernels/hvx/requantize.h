#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_REQUANTIZE_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_REQUANTIZE_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"
#include "delegates/dsp/skel/kernels/kernel.h"
#include "kernels/math/fixed_point.h"

// The exact requantization of sums, MultiplyByQuantizedMultiplier of
// kernels/math/fixed_point.h with its two roundings, for 32 channels at once.
//
// Quick form, for shifts in [-22, -1] (all scales in [2^-23, 1/2)), s = -shift:
//   y    = doubling high product of the sum and the multiplier, halves up
//   out  = (y + rounding + carry) >> s
//   rounding = 2^(s-1) - 1 + (zero_point << s),  carry = y > carries_above
// The carry rounds halves away from zero with carries_above = -1, and up with
// the smallest integer, which no product is. y + rounding saturates only where
// the result is outside of the output's type. Two multiplier packets, three ALU
// or shift operations beside them.
//
// General form, for any shift: a left shift that wraps first, then the product,
// then ((y - negative) >> (s-1)) + 1 >> 1, which cannot overflow. `negative` is
// 0 for all y if halves are taken up.
namespace tflite::dsp {

// Constants of 32 channels.
struct FinishGroup {
  Vec bias, multiplier, rounding, shift;
  // General form only: rounding holds the left shift, shift s-1 or 0.
  Vec rounds;  // 1 where s > 0
  Vec away;    // the same, or 0 if halves are taken up
  Vec unused[2];
};

// Prepares the constants of `count` groups from planes of biases, multipliers
// and shifts, `pitch` vectors apart. Returns true if the quick form is exact
// for all of them.
bool PreparePlanes(const Vec* planes, int32_t pitch, int32_t count,
                   int32_t zero_point, FinishGroup* groups,
                   kernels::Halves halves = kernels::Halves::kAwayFromZero);
// The same for the finish.channels / 32 groups of a step.
bool PrepareFinish(const Finish& finish, const Memory& memory,
                   FinishGroup* groups,
                   kernels::Halves halves = kernels::Halves::kAwayFromZero);

constexpr int32_t CarriesAbove(kernels::Halves halves) {
  return halves == kernels::Halves::kUp ? INT32_MIN : -1;
}

TFLL_DSP_INLINE Vec DoublingHighProduct(Vec x, Vec multiplier) {
  return Q6_Vw_vmpyoacc_VwVwVh_s1_rnd_sat_shift(
      Q6_Vw_vmpye_VwVuh(x, multiplier), x, multiplier);
}

// The second half of the quick form: from the product to the output, as words
// that are not clamped yet. `above` is carries_above in every word.
TFLL_DSP_INLINE Vec QuickShift(Vec y, Vec rounding, Vec shift, Vec above) {
  const Mask carry = Q6_Q_vcmp_gt_VwVw(y, above);
  return Q6_Vw_vasr_VwVw(Q6_Vw_vadd_VwVwQ_carry_sat(y, rounding, carry), shift);
}
TFLL_DSP_INLINE Vec QuickFinish(Vec sum, Vec multiplier, Vec rounding,
                                Vec shift, Vec above) {
  return QuickShift(DoublingHighProduct(sum, multiplier), rounding, shift,
                    above);
}

TFLL_DSP_INLINE Vec GeneralFinish(Vec sum, const FinishGroup& group,
                                  Vec zero_point) {
  const Vec y = DoublingHighProduct(Q6_Vw_vasl_VwVw(sum, group.rounding),
                                    group.multiplier);
  const Vec negative = Q6_V_vand_VV(Q6_Vuw_vlsr_VuwR(y, 31), group.away);
  const Vec half =
      Q6_Vw_vasr_VwVw(Q6_Vw_vsub_VwVw_sat(y, negative), group.shift);
  return Q6_Vw_vadd_VwVw_sat(
      Q6_Vw_vasr_VwVw(Q6_Vw_vadd_VwVw(half, group.rounds), group.rounds),
      zero_point);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_REQUANTIZE_H_
