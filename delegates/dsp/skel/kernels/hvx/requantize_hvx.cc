#include "delegates/dsp/skel/kernels/hvx/requantize.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"

namespace tflite::dsp {

bool PrepareFinish(const Finish& finish, const Memory& memory,
                   FinishGroup* groups, kernels::Halves halves) {
  return PreparePlanes(
      memory.At<const Vec>(finish.planes), finish.pitch / kVectorWords,
      finish.channels / kVectorWords, finish.zero_point, groups, halves);
}

bool PreparePlanes(const Vec* planes, int32_t pitch, int32_t count,
                   int32_t zero_point, FinishGroup* __restrict groups,
                   kernels::Halves halves) {
  const Vec* __restrict bias = planes;
  const Vec* __restrict multiplier = bias + pitch;
  const Vec* __restrict shifts = multiplier + pitch;
  const Vec zero = Zero();
  const Vec one = SplatWord(1);
  const Vec minus_one = SplatWord(-1);
  const Vec most = SplatWord(21);
  // 2 * (zero point + 1/2); shifted to the scale of the product below.
  const Vec half = SplatWord(2 * zero_point + 1);
  // Lanes with a shift outside of [-22, -1]. Those of padding (multiplier 0,
  // shift 0) do not count.
  Mask outside = Q6_Q_vcmp_eq_VwVw(zero, one);
  for (int32_t g = 0; g < count; ++g) {
    const Vec m = multiplier[g];
    const Vec less =
        Q6_V_vmux_QVV(Q6_Q_vcmp_eq_VwVw(m, zero), zero, Q6_V_vnot_V(shifts[g]));
    groups[g].bias = bias[g];
    groups[g].multiplier = m;
    groups[g].shift = Q6_Vw_vadd_VwVw(less, one);
    groups[g].rounding =
        Q6_Vw_vadd_VwVw(Q6_Vw_vasl_VwVw(half, less), minus_one);
    outside = Q6_Q_vcmp_gtor_QVuwVuw(outside, less, most);
  }
  if (!IsAnySet(Q6_V_vmux_QVV(outside, one, zero))) return true;
  for (int32_t g = 0; g < count; ++g) {
    const Vec s = Q6_Vw_vsub_VwVw(zero, shifts[g]);
    const Vec right = Q6_Vw_vmax_VwVw(s, zero);
    groups[g].rounds = Q6_Vw_vmin_VwVw(right, one);
    groups[g].away = halves == kernels::Halves::kUp ? zero : groups[g].rounds;
    groups[g].shift = Q6_Vw_vsub_VwVw(right, groups[g].rounds);
    groups[g].rounding = Q6_Vw_vmax_VwVw(shifts[g], zero);
  }
  return false;
}

}  // namespace tflite::dsp
