#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_FIXED_FUNCTIONS_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_FIXED_FUNCTIONS_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

// FixedLogistic and FixedTanh of kernels/math/fixed_transcendental.h for 64
// INT16 values at once, with the same formulas and results. All intermediate
// values fit in 16 bits. A number's unit is written as a power of two: with the
// unit 2^-15, 16384 is one half.
namespace tflite::dsp {

TFLL_DSP_INLINE Vec SplatHalf(int32_t x) { return Q6_Vh_vsplat_R(x); }

// round(a * b / 2^15), halves upwards.
TFLL_DSP_INLINE Vec MultiplyHalves(Vec a, Vec b) {
  return Q6_Vh_vmpy_VhVh_s1_rnd_sat(a, b);
}

// round(x / 2^shift), halves away from zero.
TFLL_DSP_INLINE Vec DivideHalves(Vec x, int32_t shift) {
  const Vec negative = Q6_Vh_vasr_VhR(x, 15);
  const Vec half = SplatHalf(1 << (shift - 1));
  return Q6_Vh_vasr_VhR(Q6_Vh_vadd_VhVh(Q6_Vh_vadd_VhVh(x, half), negative),
                        shift);
}

// Four times x, saturated.
TFLL_DSP_INLINE Vec QuadrupleHalves(Vec x) {
  const Vec twice = Q6_Vh_vadd_VhVh_sat(x, x);
  return Q6_Vh_vadd_VhVh_sat(twice, twice);
}

// exp(x) for x in [-1/4, 0), in units of 2^-15: the Taylor series around -1/8,
// up to the fourth power.
TFLL_DSP_INLINE Vec ExpNearZero(Vec x) {
  const Vec centre = SplatHalf(28918);  // exp(-1/8)
  const Vec d = Q6_Vh_vadd_VhVh(x, SplatHalf(1 << 12));
  const Vec d2 = MultiplyHalves(d, d);
  const Vec d3 = MultiplyHalves(d2, d);
  const Vec d4 = MultiplyHalves(d2, d2);
  const Vec cubic = MultiplyHalves(Q6_Vh_vadd_VhVh(DivideHalves(d4, 2), d3),
                                   SplatHalf(10923));  // 1/3
  const Vec tail = DivideHalves(Q6_Vh_vadd_VhVh(cubic, d2), 1);
  return Q6_Vh_vadd_VhVh(centre,
                         MultiplyHalves(centre, Q6_Vh_vadd_VhVh(d, tail)));
}

// exp(x) for x <= 0 in units of 2^(integer_bits - 15), integer_bits in [0, 7].
// Splits x into a part in [-1/4, 0) and a multiple of 1/4, and multiplies by a
// factor for each bit of the latter.
TFLL_DSP_INLINE Vec ExpOfNegative(Vec x, int32_t integer_bits) {
  // exp(-2^k / 4) in units of 2^-15.
  static constexpr int32_t kFactors[] = {25520, 19875, 12055, 4435, 600, 11, 0};
  const int32_t quarter = 1 << (13 - integer_bits);
  const Vec fine = Q6_Vh_vsub_VhVh(Q6_V_vand_VV(x, SplatHalf(quarter - 1)),
                                   SplatHalf(quarter));
  const Vec coarse = Q6_Vh_vsub_VhVh(fine, x);
  Vec result = ExpNearZero(Q6_Vh_vasl_VhR(fine, integer_bits));
  TFLL_DSP_UNROLL
  for (int32_t k = 0; k < 7; ++k) {
    // `coarse` is below 2^15.
    if ((quarter << k) >= 1 << 15) break;
    const Vec bit = Q6_V_vand_VV(coarse, SplatHalf(quarter << k));
    result = Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VhVh(bit, Zero()), result,
                           MultiplyHalves(result, SplatHalf(kFactors[k])));
  }
  if (integer_bits > 5) {
    const Vec least = SplatHalf(-(1 << (20 - integer_bits)));
    result = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(least, x), Zero(), result);
  }
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VhVh(x, Zero()), SplatHalf(32767), result);
}

// 2 / (1 + x) in units of 2^-13 for x in [0, 1], by three Newton steps from the
// linear estimate 48/17 - 32/17 * (1 + x) / 2.
TFLL_DSP_INLINE Vec TwoOverOnePlus(Vec x) {
  const Vec one = SplatHalf(1 << 13);
  const Vec half = Q6_Vh_vavg_VhVh_rnd(x, SplatHalf(32767));
  Vec y = Q6_Vh_vadd_VhVh(SplatHalf(23130),
                          MultiplyHalves(half, SplatHalf(-15420)));
  TFLL_DSP_UNROLL
  for (int i = 0; i < 3; ++i) {
    const Vec error = Q6_Vh_vsub_VhVh(one, MultiplyHalves(half, y));
    y = Q6_Vh_vadd_VhVh(y, QuadrupleHalves(MultiplyHalves(y, error)));
  }
  return y;
}

// -|x|.
TFLL_DSP_INLINE Vec NegativeMagnitude(Vec x) {
  return Q6_Vh_vmin_VhVh(x, Q6_Vh_vsub_VhVh_sat(Zero(), x));
}

TFLL_DSP_INLINE Vec LogisticHalves(Vec x, int32_t integer_bits) {
  const Vec inverse =
      TwoOverOnePlus(ExpOfNegative(NegativeMagnitude(x), integer_bits));
  const Vec y = Q6_Vh_vadd_VhVh_sat(inverse, inverse);
  const Vec result = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(x, Zero()), y,
                                   Q6_Vh_vsub_VhVh(SplatHalf(32767), y));
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VhVh(x, Zero()), SplatHalf(1 << 14),
                       result);
}

TFLL_DSP_INLINE Vec TanhHalves(Vec x, int32_t integer_bits) {
  const Vec inverse =
      TwoOverOnePlus(ExpOfNegative(NegativeMagnitude(x), integer_bits + 1));
  const Vec magnitude =
      QuadrupleHalves(Q6_Vh_vsub_VhVh(inverse, SplatHalf(1 << 13)));
  const Vec result = Q6_V_vmux_QVV(Q6_Q_vcmp_gt_VhVh(x, Zero()), magnitude,
                                   Q6_Vh_vsub_VhVh(Zero(), magnitude));
  return Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VhVh(x, Zero()), Zero(), result);
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_FIXED_FUNCTIONS_H_
