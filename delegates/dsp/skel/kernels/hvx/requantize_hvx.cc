#include "delegates/dsp/skel/kernels/hvx/requantize.h"

namespace tflite::dsp {

bool PrepareFinish(const Finish& finish, const Memory& memory,
                   FinishGroup* __restrict groups) {
  const int32_t count = finish.channels / kVectorWords;
  const Vec* __restrict bias = memory.At<const Vec>(finish.planes);
  const Vec* __restrict multiplier = bias + count;
  const Vec* __restrict shifts = multiplier + count;
  const Vec zero = Zero();
  const Vec one = SplatWord(1);
  const Vec zero_point = SplatWord(finish.zero_point);
  // Lanes of padding have multiplier 0 and shift 0; they may be anything.
  Vec worst = zero;
  for (int32_t g = 0; g < count; ++g) {
    const Mask padding = Q6_Q_vcmp_eq_VwVw(multiplier[g], zero);
    const Vec s = Q6_V_vmux_QVV(padding, one, Q6_Vw_vsub_VwVw(zero, shifts[g]));
    groups[g].bias = bias[g];
    groups[g].multiplier = multiplier[g];
    groups[g].shift = s;
    groups[g].rounding = Q6_Vw_vadd_VwVw(
        Q6_Vw_vasl_VwVw(zero_point, s),
        Q6_Vw_vsub_VwVw(Q6_Vw_vasl_VwVw(one, Q6_Vw_vsub_VwVw(s, one)), one));
    // Outside of [1, 22].
    worst = Q6_V_vor_VV(
        worst, Q6_V_vmux_QVV(Q6_Q_or_QQ(Q6_Q_vcmp_gt_VwVw(s, SplatWord(22)),
                                        Q6_Q_vcmp_gt_VwVw(one, s)),
                             one, zero));
  }
  worst = Q6_V_vor_VV(worst, Q6_V_vror_VR(worst, 64));
  worst = Q6_V_vor_VV(worst, Q6_V_vror_VR(worst, 32));
  worst = Q6_V_vor_VV(worst, Q6_V_vror_VR(worst, 16));
  worst = Q6_V_vor_VV(worst, Q6_V_vror_VR(worst, 8));
  worst = Q6_V_vor_VV(worst, Q6_V_vror_VR(worst, 4));
  if (Q6_R_vextract_VR(worst, 0) == 0) return true;
  for (int32_t g = 0; g < count; ++g) {
    const Vec s = Q6_Vw_vsub_VwVw(zero, shifts[g]);
    const Vec right = Q6_Vw_vmax_VwVw(s, zero);
    groups[g].rounds = Q6_Vw_vmin_VwVw(right, one);
    groups[g].shift = Q6_Vw_vsub_VwVw(right, groups[g].rounds);
    groups[g].rounding = Q6_Vw_vmax_VwVw(shifts[g], zero);
  }
  return false;
}

}  // namespace tflite::dsp
